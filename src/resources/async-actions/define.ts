import type * as z from "zod";
import { insertRows, type Statement } from "../../db/client";
import { type AsyncActionRow, asyncActions } from "../../db/tables/work";
import { HEAVY } from "../../db/turns";
import { isoNow, type JobMessage, type Scope } from "../../scope/scope";

type Json = Record<string, unknown>;

/** A type of background work: what it is given, and what it keeps between its steps. */
export interface ActionType<I extends Json, S extends Json> {
  type: string;
  input: z.ZodType<I>;
  state: z.ZodType<S>;
}

/** Work that goes on: its row, with what its type says of the row's two JSON columns. */
export interface Running<I extends Json, S extends Json> {
  row: AsyncActionRow;
  input: I;
  state: S;
}

/** The action as a step leaves it; null where another worker has made the step. */
type Stepped = Promise<AsyncActionRow | null>;

/** How many rows one step takes: as many as the time of the database lets it (`async/pace.ts`). */
export interface Rows {
  least: number;
  most: number;
}

/** A type of background work as the table in `async/actions.ts` has it. */
export interface Action {
  type: string;
  /** So many statements one step sends at most, races that it loses included. */
  statements: number;
  /** Whether it goes on for long: of that, a project has but some at a time. */
  isHeavy: boolean;
  /** Of work whose steps are as large as one wants. */
  rows: Rows;
  /** Names steps whose rows take the same time: those of a type, in the same stage of the work. */
  paceOf: (row: AsyncActionRow) => string;
  step: (scope: Scope, row: AsyncActionRow, rows: number) => Stepped;
}

/** What most steps send: about 25 statements, and again for each of eight lost races. */
const STATEMENTS = 200;

/** What a type's row holds, read by its schemas. */
export const running = <I extends Json, S extends Json>(
  { input, state }: ActionType<I, S>,
  row: AsyncActionRow,
): Running<I, S> => ({ row, input: input.parse(row.input), state: state.parse(row.state) });

/**
 * A type with its step, which commits one part of the work together with the row as it then stands.
 */
export function defineAction<I extends Json, S extends Json>({
  step,
  statements = STATEMENTS,
  rows = { least: 1, most: 1 },
  stage = () => "",
  ...type
}: ActionType<I, S> & {
  step: (scope: Scope, work: Running<I, S>, rows: number) => Stepped;
  statements?: number;
  rows?: Rows;
  stage?: (state: S) => string;
}): Action {
  return {
    type: type.type,
    statements,
    rows,
    isHeavy: HEAVY.includes(type.type),
    paceOf: (row) => `${type.type} ${stage(running(type, row).state)}`,
    step: (scope, row, most) => step(scope, running(type, row), most),
  };
}

interface Begun<I, S> {
  input: I;
  state: S;
  /** What it works on. */
  related_id?: string;
  total?: number;
}

/**
 * New work with what its commit needs: the row, the statement that inserts it, and the message that
 * starts it.
 */
export interface Begin {
  row: AsyncActionRow;
  statement: Statement;
  job: JobMessage;
}

/** Begins work of a type; the commit that inserts it counts it as `async_actions: 1`. */
export function beginAction<I extends Json, S extends Json>(
  scope: Scope,
  { type }: ActionType<I, S>,
  { input, state, related_id, total }: Begun<NoInfer<I>, NoInfer<S>>,
): Begin {
  const now = isoNow(scope);
  const row: AsyncActionRow = {
    project_id: scope.project.id,
    id: scope.newId("aa"),
    type,
    related_id: related_id ?? null,
    status: "IN_PROGRESS",
    operation_status: null,
    input: { ...input, base_url: scope.base_url, permissions: scope.actor.permissions },
    state,
    cursor: 0,
    done: 0,
    total: total ?? 0,
    result: null,
    request_id: scope.request_id,
    created_at: now,
    updated_at: now,
  };
  const job: JobMessage = { job: "action", project_id: row.project_id, action_id: row.id };
  return { row, statement: insertRows(asyncActions, [row]), job };
}

/** What a step may change of its row. Work that is done may leave its state empty. */
export type ActionChange<S> = Partial<
  Pick<AsyncActionRow, "done" | "total" | "status" | "operation_status" | "result">
> & { state?: S | Record<string, never> };

/** The row of the action as a step leaves it. */
export const afterStep = <I extends Json, S extends Json>(
  scope: Scope,
  { row }: Pick<Running<I, S>, "row" | "state">,
  change: ActionChange<S>,
): AsyncActionRow => ({
  ...row,
  ...change,
  cursor: row.cursor + 1,
  updated_at: isoNow(scope),
});
