import type { RawRow, Statement } from "../db/client";
import { type Conflict, readBatch, writeBatch } from "../db/commit";
import { addToRow } from "../db/rows";
import type { AuditRow } from "../db/tables/audit";
import { tallies } from "../db/tables/ledger";
import { type DomainEvent, outboxStatements } from "../events/outbox";
import { present } from "../lib/assert";
import { err, ok, type Result } from "../lib/result";
import type { JobMessage, PlatformScope } from "../scope/scope";
import type { Answer } from "./answer";
import { auditStatements, entryOf } from "./audit";
import { countedToday, type DayMove, periodsNow } from "./days";
import { type Found, isList, type Named, rowsByName, statementsOf } from "./named";
import { lookUp, replayIfAnswered, restoreAnswer, storeAnswer } from "./stored-answer";

export type Tally = Exclude<
  keyof typeof tallies.$inferSelect,
  | "project_id"
  | "event_sequence"
  | "events_taken"
  | "events_archived"
  | "archive_at"
  | "day"
  | `day_${string}`
>;

type Writes = Named | readonly Statement[];

/** One atomic change: its writes, the events it causes, and the answer that tells of it. */
export interface Effect<W extends Writes = readonly Statement[]> {
  /**
   * A record of statements by name where the caller wants the rows that they return, else a list.
   */
  statements: W;
  /** Makes the rows of which one keeps the entry of the audit log, in place of a row of its own. */
  keeping?: (entry: AuditRow | null) => readonly Statement[];
  events?: readonly DomainEvent[];
  tally?: Partial<Record<Tally, number>>;
  /** What the counters of this day move by, those of campaigns and of the project. */
  days?: readonly DayMove[];
  /**
   * Statements that run last, behind the events: they correct numbers inside stored events where
   * another commit moved them since they were read.
   */
  corrections?: readonly Statement[];
  /** Ids of rows that its assertions stand on, for a batch that others may share. */
  apart?: readonly string[];
  /** Handed to the queue once the batch is written. */
  jobs?: readonly JobMessage[];
  /** What is kept under the idempotency key; work in the background has none. */
  answer: Answer;
}

/** Moves the project's tallies; a day is the one that they count. */
export const tallyStatement = (
  projectId: string,
  tally: Record<string, number>,
  day?: string,
): Statement[] =>
  addToRow(tallies, { project_id: projectId }, tally, day === undefined ? {} : { day });

/** All statements of an effect, in their order, but for its idempotency key. */
function statementsIn(scope: PlatformScope, effect: Effect<Writes>, own: readonly Statement[]) {
  const { now, project } = scope;
  const projectId = project?.id ?? "";
  const events = effect.events ?? [];
  const day = project && effect.days?.length ? periodsNow({ now, project }).day : undefined;
  const today = day === undefined ? null : countedToday(projectId, day, effect.days ?? []);
  const tally = {
    ...effect.tally,
    ...(events.length > 0 && { event_sequence: events.length }),
    ...today?.tally,
  };
  return [
    ...own,
    ...(today?.statements ?? []),
    ...tallyStatement(projectId, tally, day),
    ...outboxStatements(scope, projectId, events),
    ...(effect.keeping?.(entryOf(scope, effect)) ??
      (own.length > 0 ? auditStatements(scope, effect) : [])),
    ...(effect.corrections ?? []),
  ];
}

/**
 * Writes an effect, its events, its tallies and its stored answer in ONE batch, then rings the
 * bell. The key's row comes first: a repetition loses on it before anything else can refuse it.
 * Answers the rows of the effect's statements, under their names where they have some.
 */
export async function commit<const N extends Named>(
  scope: PlatformScope,
  effect: Effect<N>,
): Promise<Result<Found<N>, Conflict>>;
export async function commit(
  scope: PlatformScope,
  effect: Effect,
): Promise<Result<RawRow[][], Conflict>>;
export async function commit(scope: PlatformScope, effect: Effect<Writes>) {
  const { claim } = scope;
  const { events = [], jobs = [], statements } = effect;
  const asked = isList(statements) ? statements : statementsOf(statements);
  const head = claim && !claim.stored ? storeAnswer(scope, claim, effect.answer) : [];
  const all = [...head, ...statementsIn(scope, effect, asked)];
  const written = await writeBatch(scope.db, all, effect.apart);
  if (!written.ok) return err(await conflictOrReplay(scope, written.error));
  if (claim) claim.stored = true;
  if (scope.audited && (asked.length > 0 || effect.keeping)) scope.audited.isWritten = true;
  if (events.length > 0) scope.emit();
  if (jobs.length > 0) scope.enqueue(jobs);
  const rows = written.value.slice(head.length, head.length + asked.length);
  return ok(isList(statements) ? rows : rowsByName(statements, rows));
}

async function conflictOrReplay(scope: PlatformScope, conflict: Conflict): Promise<Conflict> {
  if (!conflict.constraint.startsWith("idempotency_keys.")) return conflict;
  const claim = present(scope.claim, "the claim behind a refused idempotency key");
  const [rows] = await readBatch(scope.db, [lookUp(claim)]);
  await replayIfAnswered(scope, claim, rows?.[0]);
  return conflict;
}

/**
 * Corrects the stored answer where a race moved a number that the answer shows. It goes alone: what
 * is done is not to be refused where too many wait.
 */
export async function amendAnswer(scope: PlatformScope, answer: Answer): Promise<void> {
  const { claim, db } = scope;
  if (claim) await writeBatch({ ...db, shared: undefined }, restoreAnswer(scope, claim, answer));
}
