import * as z from "zod";
import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import type { Statement } from "../../db/client";
import type { AsyncActionRow } from "../../db/tables/work";
import { type ApiError, errorBody } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { assert } from "../../lib/assert";
import { Metadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import { type Action, type ActionType, afterStep, beginAction, defineAction } from "./define";
import { refuseHeavy } from "./refuse-heavy";
import { BulkResult } from "./schema";
import { moveAction } from "./store";

/** Entries that one step writes in one batch. */
const CHUNK = 100;

interface Entry {
  metadata?: Metadata | null | undefined;
}

/**
 * What is still to be written, and what came of the rest. It may be about people, so it stands in
 * the state, which is emptied at the end; `metadata` is added to all of them.
 */
interface BulkState<E> extends Record<string, unknown> {
  left: E[];
  metadata: Metadata | null;
  results: BulkResult[];
}

type BulkType<E> = ActionType<Record<string, never>, BulkState<E>>;

/** A type of bulk update, of entries that the schema reads. */
export const bulkType = <E extends Entry>(type: string, entry: z.ZodType<E>): BulkType<E> => ({
  type,
  input: z.object({}).transform(() => ({})),
  state: z.object({
    left: z.array(entry),
    metadata: Metadata.nullable(),
    results: z.array(BulkResult),
  }),
});

/** Begins to write entries, each with its own changes or all with the same metadata. */
export async function beginBulk<E extends Entry>(
  scope: Scope,
  type: BulkType<E>,
  { left, metadata = null }: { left: readonly NoInfer<E>[]; metadata?: Metadata | null },
): Promise<Answer> {
  refuseHeavy(scope);
  const state = { left: [...left], metadata, results: [] };
  const begun = beginAction(scope, type, { input: {}, state, total: left.length });
  const answer = { async_action_id: begun.row.id };
  const result = await commit(scope, {
    statements: [begun.statement],
    tally: { async_actions: 1 },
    jobs: [begun.job],
    answer,
  });
  assert(result.ok, "a random id exists already");
  return answer;
}

/** What writes entries, and what came of each of them, in their order. */
export interface BulkPart {
  results: BulkResult[];
  statements: Statement[];
  events?: DomainEvent[];
  tally?: { customers: number } | { products: number };
}

/** What an entry's result tells of a refusal. */
export function failed(scope: Scope, { key, facts }: ApiError) {
  const { message, details } = errorBody(key, facts, scope.request_id);
  return { key, message, ...(details !== undefined && { details }) };
}

const errorsOf = (results: readonly BulkResult[]) =>
  results.flatMap(({ code, source_id, error }) =>
    error ? [{ ...error, details: error.details ?? "", ...(code ? { code } : { source_id }) }] : [],
  );

/** Nothing to write is no failure. */
const operationStatus = (results: readonly BulkResult[]) =>
  results.length === 0 || results.some(({ updated }) => updated) ? "SUCCESS" : "FAILED";

function resultOf(scope: Scope, results: readonly BulkResult[]) {
  const done = results.filter(({ updated }) => updated).length;
  return {
    done_count: done,
    failed_count: results.length - done,
    results: [...results],
    errors: errorsOf(results),
    // Everything is told in the result.
    reports: [],
    reports_available_till: isoNow(scope),
  };
}

/**
 * A bulk update's action: writes the next hundred entries in one batch. One that cannot be written
 * is told in the result and keeps no other back. Where somebody else changed one, it is tried anew.
 */
export const bulkAction = <E extends Entry>(
  type: BulkType<E>,
  plan: (scope: Scope, entries: readonly E[]) => Promise<BulkPart>,
): Action =>
  defineAction({
    ...type,
    step: async (scope, work) => {
      const { row, state } = work;
      const { metadata } = state;
      const entries = state.left
        .slice(0, CHUNK)
        .map((entry) => (metadata ? { ...entry, metadata } : entry));
      const { results, statements, events = [], tally = {} } = await plan(scope, entries);
      const [left, all] = [state.left.slice(CHUNK), [...state.results, ...results]];
      const after: AsyncActionRow =
        left.length > 0
          ? afterStep(scope, work, { done: all.length, state: { ...state, left, results: all } })
          : afterStep(scope, work, {
              done: all.length,
              state: {},
              status: "DONE",
              operation_status: operationStatus(all),
              result: resultOf(scope, all),
            });
      const written = await commit(scope, {
        statements: [...statements, moveAction(row, after)],
        tally,
        events,
        answer: DONE,
      });
      if (written.ok) return after;
      return written.error.constraint === "action_cursor" ? null : row;
    },
  });
