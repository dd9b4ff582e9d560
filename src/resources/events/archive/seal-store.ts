import type { Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { type Fragment, param, raw, type Slot, sql } from "../../../db/sql";
import type { ArchiveKey } from "../../../db/tables/archives";

/** Events of one archive at most. */
export const MOST_EVENTS = 1_000;
/** Bytes of their data at most; one event that has more stands alone. */
const MOST_BYTES = 4_000_000;
/** What an event has beside its data. */
const FIXED_BYTES = 500;

/** The last event that has left the outbox. */
const archived = (project: Slot): Fragment =>
  sql`(SELECT events_archived FROM tallies WHERE project_id = ${project})`;

/** The last event that neither listeners nor webhooks have to be told of any more. */
const told = (project: Slot): Fragment =>
  sql`(SELECT min(t.events_taken,
      coalesce((SELECT min(w.taken) FROM webhooks w WHERE w.project_id = ${project} AND w.active),
        t.events_taken),
      coalesce((SELECT min(s.after) FROM webhook_spans s WHERE s.project_id = ${project}),
        t.events_taken))
    FROM tallies t WHERE t.project_id = ${project})`;

/** The archive that is being written, if one is: its events follow those that have left. */
const unsealed = (project: Slot, columns: string): Fragment =>
  sql`SELECT ${raw(columns)} FROM event_archives WHERE project_id = ${project}
    AND last > ${archived(project)} ORDER BY last LIMIT 1`;

/** Which events may leave (ISO): those before `before`; few of them only from `late` on. */
export interface Ages {
  before: string;
  late: string;
}

/**
 * Begins the next archive unless one is begun: of the events that are old enough as many as one
 * holds, or all of them where they have waited long enough for more. Answers the one that is begun.
 */
export function beginArchive(projectId: string, { before, late }: Ages): Statement[] {
  const project = param(projectId);
  const all = raw(Number.MAX_SAFE_INTEGER);
  return [
    sql`INSERT INTO event_archives (project_id, last, first, until)
      WITH next AS MATERIALIZED (
        SELECT o.sequence, o.created_at, octet_length(o.data) + ${raw(FIXED_BYTES)} AS bytes
        FROM outbox o WHERE o.project_id = ${project} AND o.sequence > ${archived(project)}
          AND o.sequence <= ${told(project)} ORDER BY o.sequence LIMIT ${raw(MOST_EVENTS)}),
      old AS MATERIALIZED (
        SELECT *, sum(bytes) OVER (ORDER BY sequence) AS sum, count(*) OVER () AS count,
          row_number() OVER (ORDER BY sequence) AS place FROM next
        WHERE sequence < coalesce(
          (SELECT min(sequence) FROM next WHERE created_at >= ${before}), ${all}))
      SELECT ${project}, max(sequence), min(sequence), max(created_at) FROM old
      WHERE (sum <= ${raw(MOST_BYTES)} OR place = 1) AND NOT EXISTS (${unsealed(project, "1")})
      HAVING count(*) > 0 AND (count(*) < max(count) OR max(count) = ${raw(MOST_EVENTS)}
        OR min(created_at) < ${late})`,
    unsealed(project, "first, last"),
  ];
}

/** Looks again at the project then (ISO). */
export const lookAgain = (projectId: string, at: string): Statement =>
  sql`UPDATE tallies SET archive_at = ${at} WHERE project_id = ${projectId}`;

/** An event as a line of an archive. Who it is found by stands in front. */
const LINE = raw(`json_object('sequence', o.sequence, 'customer_id', o.customer_id, 'kind', o.kind,
  'id', o.id, 'entity_id', o.entity_id, 'group_id', o.group_id, 'created_at', o.created_at,
  'source', json(o.source), 'data', json(o.data))`);

/** The version of an archive that is being written, and its lines as of then. */
export const readUnsealed = ({ project_id, first, last }: ArchiveKey): Statement[] => [
  sql`SELECT version FROM event_archives
    WHERE project_id = ${project_id} AND last = ${last} AND sealed_at IS NULL`,
  sql`SELECT ${LINE} AS line FROM outbox o WHERE o.project_id = ${project_id}
    AND o.sequence >= ${first} AND o.sequence <= ${last}
    ORDER BY o.sequence LIMIT ${raw(MOST_EVENTS)}`,
];

/** Aborts under this where an archive is sealed by now, or its events are others than were read. */
const TAG = "archive_moved";

/** Has the events of an archive leave the outbox, once its file has them as of the version. */
export function sealArchive(
  { project_id, first, last }: ArchiveKey,
  { version, now }: { version: number; now: string },
): Statement[] {
  const [project, from, to] = [param(project_id), param(first), param(last)];
  const inRange = sql`project_id = ${project} AND sequence >= ${from} AND sequence <= ${to}`;
  return [
    sql`UPDATE event_archives SET sealed_at = ${now} WHERE project_id = ${project}
      AND last = ${to} AND sealed_at IS NULL AND version = ${version}`,
    assertChanged(TAG),
    sql`UPDATE tallies SET events_archived = ${to}
      WHERE project_id = ${project} AND events_archived = CAST(${from} AS INTEGER) - 1`,
    assertChanged(TAG),
    sql`INSERT INTO event_archive_customers (project_id, customer_id, last)
      SELECT DISTINCT ${project}, customer_id, CAST(${to} AS INTEGER) FROM (
        SELECT customer_id FROM outbox WHERE ${inRange} ORDER BY sequence
        LIMIT ${raw(MOST_EVENTS)}) WHERE customer_id IS NOT NULL`,
    sql`DELETE FROM outbox WHERE project_id = ${project} AND sequence IN (
      SELECT sequence FROM outbox WHERE ${inRange} LIMIT ${raw(MOST_EVENTS)})`,
  ];
}

/** What was read of the archive that is being written is no longer as it stands. */
export function changeUnsealed(projectId: string): Statement {
  const project = param(projectId);
  return sql`UPDATE event_archives SET version = version + 1
    WHERE project_id = ${project} AND last IN (${unsealed(project, "last")})`;
}
