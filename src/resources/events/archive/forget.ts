import type { RawRow } from "../../../db/client";
import { archiveName } from "../../../db/event-archives";
import { sql } from "../../../db/sql";
import type { ArchiveKey } from "../../../db/tables/archives";
import type { Person } from "../../../engine/forget";
import { countedKinds } from "../../../forgetting/event-counts";
import { cleaned, type Place } from "../../../forgetting/place";
import { assert } from "../../../lib/assert";
import type { Scope } from "../../../scope/scope";
import { findArchive, isOfCustomer, putArchive } from "./files";

/** Archives that one step opens. */
const OPENED = 2;
/** Others take people out of the same file: it is read and written anew so often. */
const ATTEMPTS = 8;

const keyOf = ({ project }: Scope, { at, first }: RawRow): ArchiveKey => ({
  project_id: project.id,
  first: Number(first),
  last: Number(at),
});

/** An event's line without the person. */
function withoutThem(line: string, person: Person): string {
  const { data, ...event } = JSON.parse(line);
  return JSON.stringify({
    ...event,
    data: JSON.parse(cleaned(JSON.stringify(data), person) ?? ""),
  });
}

const isOf =
  ({ first }: ArchiveKey, person: Person) =>
  (line: string, at: number) =>
    isOfCustomer(line, first + at, person.id);

/**
 * Takes the person out of an archive's file, in whose place the new one stands at once. One that is
 * gone from the bucket tells of nobody.
 */
async function rewrite({ files }: Scope, key: ArchiveKey, person: Person): Promise<void> {
  const isTheirs = isOf(key, person);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const opened = await findArchive(files, key);
    if (!opened) {
      const gone = archiveName(key);
      console.error(JSON.stringify({ level: "error", job: "permanent-deletion", gone }));
      return;
    }
    const { lines, etag } = opened;
    const clean = lines.map((line, at) => (isTheirs(line, at) ? withoutThem(line, person) : line));
    if (await putArchive(files, key, { lines: clean, etag })) return;
  }
  assert(false, "a file is not replaced again and again");
}

/** The kinds of the person's events in an archive, beside its row. */
async function withKinds({ files }: Scope, key: ArchiveKey, person: Person): Promise<string[]> {
  const { lines = [] } = (await findArchive(files, key)) ?? {};
  return lines.filter(isOf(key, person)).map((line) => String(JSON.parse(line).kind));
}

/**
 * Events that have left the outbox, read once no event can leave it any more that tells of the
 * person: their files are written anew before the step is kept, so that a step that is cut off is
 * done again.
 */
export const archivesPlace: Place = {
  tells: { table: "event_archives", columns: [] },
  start: 0,
  behind: ["events"],
  read: (scope, person, after) =>
    sql`SELECT c.last AS at, a.first FROM event_archive_customers c
      CROSS JOIN event_archives a ON a.project_id = c.project_id AND a.last = c.last
      WHERE c.project_id = ${scope.project.id} AND c.customer_id = ${person.id}
        AND c.last > ${after} ORDER BY c.last LIMIT ${OPENED}`,
  complete: (scope, person, rows) =>
    Promise.all(
      rows.map(async (row) => ({
        ...row,
        kinds: await withKinds(scope, keyOf(scope, row), person),
      })),
    ),
  clear: async (scope, person, rows) => {
    await Promise.all(rows.map((row) => rewrite(scope, keyOf(scope, row), person)));
  },
  write: () => [],
  counts: (rows) => countedKinds(rows.flatMap(({ kinds }) => (Array.isArray(kinds) ? kinds : []))),
};
