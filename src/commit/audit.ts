import { noCost, type Statement } from "../db/client";
import { writeBatch } from "../db/commit";
import { insertEntry } from "../db/kept-audit";
import type { AuditRow } from "../db/tables/audit";
import type { DomainEvent } from "../events/outbox";
import { isTimeId } from "../lib/id";
import { isoNow, type PlatformScope } from "../scope/scope";
import { type Answer, type AnswerForm, statusOf } from "./answer";

/** What the audit log will tell of a request, as far as it is known before its answer. */
export interface Audited {
  family: AuditRow["family"];
  /** Method and pattern of the path: codes and names of people stand in the path itself. */
  operation: string;
  /** The last value that the path names. */
  named: string | null;
  /** Properties of the body. */
  fields: string[];
  form: AnswerForm;
  /** Whether the log has it already. */
  isWritten: boolean;
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Whatever the answer tells its object by. */
export const idOf = (answer: Answer): string | null => {
  const { id, async_action_id, customer_id } = Object.fromEntries(Object.entries(answer));
  return textOf(id) ?? textOf(async_action_id) ?? textOf(customer_id);
};

/** Codes, names and keys that callers choose stand in paths too: only an id of ours is kept. */
const namedId = ({ named }: Audited, now: number): string | null =>
  named !== null && isTimeId(named, now) ? named : null;

interface Told extends Pick<AuditRow, "project_id" | "status" | "object_id"> {
  audited: Audited;
}

const rowOf = (
  { actor, request_id, newId, now }: PlatformScope,
  { audited: { family, operation, fields }, ...told }: Told,
): AuditRow => ({
  ...told,
  id: newId("aud"),
  created_at: isoNow({ now }),
  request_id,
  family,
  key_id: actor.key_id,
  key_name: actor.name,
  by_token: actor.by_token === true,
  operation,
  fields,
});

interface Change {
  answer: Answer;
  events?: readonly DomainEvent[] | undefined;
}

/**
 * The entry of a change, for the batch that makes it: what is not audited, or stands in the log
 * already, has none. The object is that of the first event, which is named by its id everywhere;
 * above all projects it is a project.
 */
export function entryOf(scope: PlatformScope, { answer, events = [] }: Change): AuditRow | null {
  const { audited, project } = scope;
  if (!audited || audited.isWritten) return null;
  const object_id = events[0]?.entity_id ?? idOf(answer) ?? namedId(audited, scope.now);
  const project_id = project?.id ?? object_id ?? "";
  const status = statusOf(audited.form, answer);
  return rowOf(scope, { audited, project_id, status, object_id });
}

/** The entry of a change as a row of its own. */
export const auditStatements = (scope: PlatformScope, change: Change): Statement[] =>
  insertEntry(entryOf(scope, change));

/**
 * Keeps a call of management that has changed nothing: a read, or what was refused. One that asks
 * for a foreign project stands in the log of its key's own.
 */
export async function keepCall(
  scope: PlatformScope,
  audited: Audited,
  status: number,
): Promise<void> {
  const project_id = scope.project?.id ?? scope.actor.project_id ?? "";
  const row = rowOf(scope, { audited, project_id, status, object_id: namedId(audited, scope.now) });
  // Where a project is on its way, the entry stands beside the control tables, as some always do.
  const { d1 } = scope.project?.is_moving ? scope.places.control : scope.db;
  // The answer has left: this is none of its cost.
  await writeBatch({ d1, cost: noCost() }, insertEntry(row));
}
