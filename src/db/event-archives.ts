import type { RawRow, Statement } from "./client";
import { param, raw, sql } from "./sql";
import type { ArchiveKey } from "./tables/archives";

// Which archives of events a project has, and the files that have them.

interface Owner {
  project: { id: string };
}

/** Numbers in names are as long as the largest, so that names sort like them. */
const DIGITS = 15;
const digits = (sequence: number): string => String(sequence).padStart(DIGITS, "0");

/** The file of an archive: an event a line, in their order. */
export const archiveName = ({ project_id, first, last }: ArchiveKey): string =>
  `events/${project_id}/${digits(first)}-${digits(last)}.ndjson.gz`;

/** The archives from the one on that has the event behind a number; none where no archive has. */
export function archivesAfter({ project }: Owner, after: number, most: number): Statement {
  const owner = param(project.id);
  return sql`SELECT first, last FROM event_archives WHERE project_id = ${owner}
    AND last > ${after}
    AND last <= (SELECT events_archived FROM tallies WHERE project_id = ${owner})
    ORDER BY last LIMIT ${raw(most)}`;
}

export const readArchives = ({ project }: Owner, rows: readonly RawRow[]): ArchiveKey[] =>
  rows.map(({ first, last }) => ({
    project_id: project.id,
    first: Number(first),
    last: Number(last),
  }));
