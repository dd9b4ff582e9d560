import { assert } from "../../lib/assert";
import { folderOf, type Owner } from "./pieces";

// Rows in an order that no index has: their keys are sorted in runs of so many, which stand beside
// the file until it is written, and the runs are merged while it is.

/** A row: what it is sorted by, and its key. */
export type Entry = readonly [sorted: string | null, key: string];

const LF = 10;
/** What is read of a run at once; an entry is far smaller. */
const CHUNK_BYTES = 32 * 1024;
/** Stands behind the last entry. */
const END = "null";

const runsOf = (owner: Owner): string => `${folderOf(owner)}runs/`;

export const runName = (owner: Owner, at: number): string =>
  `${runsOf(owner)}${String(at).padStart(6, "0")}`;

/** Never-set values come first, and last where the order is descending; the key breaks ties. */
function compared([left, leftKey]: Entry, [right, rightKey]: Entry): number {
  if (left === right) return leftKey < rightKey ? -1 : 1;
  if (left === null || right === null) return left === null ? -1 : 1;
  return left < right ? -1 : 1;
}

/** A run as it is stored. */
export function runBytes(entries: readonly Entry[], isDescending: boolean): Uint8Array {
  const sign = isDescending ? -1 : 1;
  const lines = entries
    .toSorted((left, right) => sign * compared(left, right))
    .map((entry) => JSON.stringify(entry));
  return new TextEncoder().encode([...lines, END, ""].join("\n"));
}

/** What was read of a run and not taken yet, the next entry last; null stands for its end. */
interface Ahead {
  name: string;
  offset: number;
  lines: string[];
  head: Entry | null;
}

/** The cast holds because the line was written by `runBytes`. */
const entryIn = (line: string | undefined) => JSON.parse(line ?? END) as Entry | null;

async function readOn(files: R2Bucket, ahead: Ahead): Promise<void> {
  const range = { offset: ahead.offset, length: CHUNK_BYTES };
  const found = await files.get(ahead.name, { range });
  assert(found, "the runs of an export stand until its file does");
  const bytes = Buffer.from(await found.arrayBuffer());
  const whole = bytes.subarray(0, bytes.lastIndexOf(LF));
  ahead.lines = whole.toString().split("\n").reverse();
  ahead.head = entryIn(ahead.lines.at(-1));
}

async function opened(files: R2Bucket, name: string, offset: number): Promise<Ahead> {
  const ahead: Ahead = { name, offset, lines: [], head: null };
  await readOn(files, ahead);
  return ahead;
}

/** Goes on behind the next entry, within what was read where there is more. */
async function pass(files: R2Bucket, ahead: Ahead): Promise<void> {
  ahead.offset += Buffer.byteLength(ahead.lines.pop() ?? "") + 1;
  if (ahead.lines.length === 0) return readOn(files, ahead);
  ahead.head = entryIn(ahead.lines.at(-1));
}

function firstOf(all: readonly Ahead[], sign: number): Ahead | null {
  let first: Ahead | null = null;
  for (const ahead of all) {
    if (ahead.head === null) continue;
    if (!first?.head || sign * compared(ahead.head, first.head) < 0) first = ahead;
  }
  return first;
}

/** Keys in the order of the export, so many at a time, and where to go on. */
export interface Merged {
  take: (count: number) => Promise<{ keys: string[]; after: string; isLast: boolean }>;
}

/** Opens the runs where `after` says, or at their beginnings; holds one chunk of each in memory. */
export async function merge(
  files: R2Bucket,
  owner: Owner,
  { runs, after, isDescending }: { runs: number; after: string; isDescending: boolean },
): Promise<Merged> {
  const sign = isDescending ? -1 : 1;
  const offsets: number[] = after === "" ? Array(runs).fill(0) : JSON.parse(after);
  const all = await Promise.all(
    offsets.map((offset, at) => opened(files, runName(owner, at), offset)),
  );
  return {
    take: async (count) => {
      const keys: string[] = [];
      let first = firstOf(all, sign);
      for (; first?.head && keys.length < count; first = firstOf(all, sign)) {
        keys.push(first.head[1]);
        await pass(files, first);
      }
      return { keys, after: JSON.stringify(all.map(({ offset }) => offset)), isLast: !first };
    },
  };
}

/** Removes the runs of a file that is whole. */
export async function removeRuns(files: R2Bucket, owner: Owner, runs: number): Promise<void> {
  const names = Array.from({ length: runs }, (_, at) => runName(owner, at));
  for (let from = 0; from < names.length; from += 1000) {
    await files.delete(names.slice(from, from + 1000));
  }
}
