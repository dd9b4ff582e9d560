import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { Line } from "./schema";
import { invalid } from "./text";

const MOST_ROWS = 100_000;
/** A line of the stored file; escaping makes it longer than what was sent. */
const MOST_LINE_BYTES = 1024 * 1024;
const MOST_BYTES = 32 * 1024 * 1024;
const PIECE = 64 * 1024;
/**
 * Bytes that a step takes from the file for each of its rows, and at most; a long line is read
 * anew.
 */
const ROW_BYTES = 1024;
const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;

/** The uploaded rows as they are kept until the import is through: one JSON line for each. */
export interface ImportFile {
  rows: number;
  bytes: number;
  pieces: Buffer[];
}

/** The rows as lines, in pieces. Refuses too many, and one that is too long. */
export function importFile(lines: Iterable<Line>): ImportFile {
  const file: ImportFile = { rows: 0, bytes: 0, pieces: [] };
  let text = "";
  const flush = () => {
    if (text === "") return;
    const piece = Buffer.from(text);
    file.pieces.push(piece);
    file.bytes += piece.byteLength;
    text = "";
  };
  for (const line of lines) {
    const written = JSON.stringify(line);
    file.rows += 1;
    if (file.rows > MOST_ROWS) throw invalid(`The file has more than ${MOST_ROWS} rows`);
    if (Buffer.byteLength(written) >= MOST_LINE_BYTES) {
      throw invalid(`Row ${line[0]} is longer than ${MOST_LINE_BYTES} bytes`);
    }
    text += `${written}\n`;
    if (text.length > PIECE) flush();
    if (file.bytes > MOST_BYTES)
      throw invalid("The file is too large once its characters are escaped");
  }
  flush();
  return file;
}

/** Where the rows of an import wait for it. */
export const fileKey = (projectId: string, actionId: string): string =>
  `imports/${projectId}/${actionId}`;

/** Piece after piece: a whole file in one value would be a second copy of it in memory. */
export async function putFile(scope: Scope, key: string, file: ImportFile): Promise<void> {
  const { readable, writable } = new FixedLengthStream(file.bytes);
  const pieces = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = file.pieces.shift();
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
  await Promise.all([scope.files.put(key, readable), pieces.pipeTo(writable)]);
}

/** Rows of the file, and where each of them ends. */
export interface Chunk {
  lines: Line[];
  ends: number[];
}

async function bytesOf(
  scope: Scope,
  key: string,
  offset: number,
  length: number,
): Promise<Buffer | null> {
  const found = await scope.files.get(key, { range: { offset, length } });
  return found && Buffer.from(await found.arrayBuffer());
}

/** At most `rows` lines from `offset` on, and of `until - offset` bytes; null without the file. */
export async function readChunk(
  scope: Scope,
  key: string,
  { offset, until }: { offset: number; until: number },
  rows: number,
): Promise<Chunk | null> {
  const left = until - offset;
  const first = await bytesOf(scope, key, offset, Math.min(CHUNK_BYTES, rows * ROW_BYTES, left));
  const bytes = first?.includes(NEWLINE)
    ? first
    : await bytesOf(scope, key, offset, Math.min(MOST_LINE_BYTES + 1, left));
  return bytes && chunkOf(bytes, offset, rows);
}

function chunkOf(bytes: Buffer, offset: number, rows: number): Chunk {
  const chunk: Chunk = { lines: [], ends: [] };
  let at = 0;
  for (let end = bytes.indexOf(NEWLINE); end >= 0 && chunk.lines.length < rows; ) {
    chunk.lines.push(Line.parse(JSON.parse(bytes.toString("utf8", at, end))));
    at = end + 1;
    chunk.ends.push(offset + at);
    end = bytes.indexOf(NEWLINE, at);
  }
  assert(chunk.lines.length > 0, "an import's file has whole lines");
  return chunk;
}
