import type { RawRow, Statement } from "../../../db/client";
import { type EventSource, OUTBOX } from "../../../db/event-source";
import { withinAnswer } from "../../../db/page";
import { param, raw, sql } from "../../../db/sql";
import { decodeEvent, EVENT_COLUMNS, EVENT_SIZE, eventBytes } from "../../../db/stored-events";
import type { Scope } from "../../../scope/scope";

interface Project {
  project: Pick<Scope["project"], "id">;
}

/** Some events after a number in their order, one more than the limit where there are more. */
export function eventsFrom(
  { project }: Project,
  { after, limit }: { after: number; limit: number },
  source: EventSource = OUTBOX,
): Statement {
  const owner = param(project.id);
  const next = sql`SELECT o.sequence, ${EVENT_SIZE} FROM ${source.name} o
    WHERE o.project_id = ${owner} AND o.sequence > ${after} ORDER BY o.sequence LIMIT ${limit + 1}`;
  return sql`WITH ${source.tables}listed AS (${withinAnswer(next, eventBytes(owner), "sequence")})
    SELECT ${EVENT_COLUMNS}, l.page_rows
    FROM listed l
    CROSS JOIN ${source.name} o ON o.project_id = ${owner} AND o.sequence = l.sequence`;
}

export const readEvent = ({ page_rows: _, ...row }: RawRow) => decodeEvent(row);

/** The number of the project's last event. */
export const lastEvent = ({ project }: Project): Statement =>
  sql`SELECT event_sequence FROM tallies WHERE project_id = ${project.id}`;

/** Archives that one request opens at most. */
export const MOST_OPENED = 4;

/** The archives that have these events; those of the first events where they are too many. */
export function archivesWith({ project }: Project, sequences: readonly number[]): Statement {
  const owner = param(project.id);
  return sql`SELECT DISTINCT first, last FROM (
    SELECT (SELECT min(last) FROM event_archives WHERE project_id = ${owner}
        AND last >= s.value AND s.value <= t.events_archived) AS found
      FROM tallies t CROSS JOIN json_each(${JSON.stringify(sequences)}) s
      WHERE t.project_id = ${owner}) f
    CROSS JOIN event_archives a ON a.project_id = ${owner} AND a.last = f.found
    ORDER BY last LIMIT ${raw(MOST_OPENED)}`;
}
