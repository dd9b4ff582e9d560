import type { RawRow, Statement } from "../../../db/client";
import { param, raw, sql } from "../../../db/sql";
import { decodeEvent, EVENT_COLUMNS, type StoredEvent } from "../../../db/stored-events";
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
