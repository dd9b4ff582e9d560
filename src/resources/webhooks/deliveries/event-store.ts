import type { RawRow, Statement } from "../../../db/client";
import { withinAnswer } from "../../../db/page";
import { param, raw, sql } from "../../../db/sql";
import {
  decodeEvent,
  EVENT_COLUMNS,
  EVENT_SIZE,
  eventBytes,
  type StoredEvent,
} from "../../../db/stored-events";
import type { Scope } from "../../../scope/scope";

/** Of the last events so many are looked at for one of a kind. */
const LOOKED_AT = 1_000;

/** The newest event of a kind, if it is among the last. */
export function newestEvent({ project }: Pick<Scope, "project">, kind: string): Statement {
  const owner = param(project.id);
  return sql`SELECT ${EVENT_COLUMNS} FROM outbox o WHERE o.project_id = ${owner}
    AND o.sequence = (SELECT max(sequence) FROM (SELECT sequence, kind FROM outbox
      WHERE project_id = ${owner} ORDER BY sequence DESC LIMIT ${raw(LOOKED_AT)})
    WHERE kind = ${kind})`;
}

export const readNewest = ([row]: readonly RawRow[]): StoredEvent | null =>
  row ? decodeEvent(row) : null;

/** All events after a number in their order, one more than the limit where there are more. */
export function eventsFrom(
  { project }: Pick<Scope, "project">,
  { after, limit }: { after: number; limit: number },
): Statement {
  const owner = param(project.id);
  const next = sql`SELECT o.sequence, ${EVENT_SIZE} FROM outbox o
    WHERE o.project_id = ${owner} AND o.sequence > ${after} ORDER BY o.sequence LIMIT ${limit + 1}`;
  return sql`SELECT ${EVENT_COLUMNS}, l.page_rows
    FROM (${withinAnswer(next, eventBytes(owner), "sequence")}) l
    CROSS JOIN outbox o ON o.project_id = ${owner} AND o.sequence = l.sequence
    ORDER BY l.page_place`;
}

export const readEvent = ({ page_rows: _, ...row }: RawRow): StoredEvent => decodeEvent(row);
