import { metadataError } from "../../checks/metadata";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { nextUpdate } from "../../commit/next-update";
import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { AsyncActionRow } from "../../db/tables/work";
import { type ApiError, errorBody } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { Metadata } from "../../model/metadata";
import type { Scope } from "../../scope/scope";
import { type Action, afterStep, defineAction, type Running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { BULK_METADATA, BULK_UPDATE, type BulkState } from "./bulk";
import { customerEvent } from "./event";
import type { BulkCustomer, BulkResult } from "./schema";
import {
  bySourceIds,
  decodeCustomer,
  insertCustomers,
  mergeCustomer,
  newCustomer,
  rewriteCustomers,
} from "./store";
import { viewCustomer } from "./view";

const CHUNK = 100;

type Bulk = Running<Record<string, never>, BulkState>;

/** A customer as it will be, and as it was read; null where it is new. */
interface Written {
  before: CustomerRow | null;
  after: CustomerRow;
}

interface Plan {
  written: Map<string, Written>;
  results: BulkResult[];
}

const failed = (scope: Scope, { key, facts }: ApiError) => {
  const { message, details } = errorBody(key, facts, scope.request_id);
  return { key, message, ...(details !== undefined && { details }) };
};

/** Writes one entry over what is stored and over what entries before it said. */
function apply(scope: Scope, { written, results }: Plan, entry: BulkCustomer): void {
  const { source_id } = entry;
  const known = written.get(source_id);
  const after = known ? mergeCustomer(known.after, entry) : newCustomer(scope, entry);
  const isChecked = entry.metadata !== undefined || !known;
  const error = isChecked ? metadataError(scope, "customer", after.metadata) : null;
  const found = known !== undefined;
  if (error) {
    results.push({ source_id, found, updated: false, error: failed(scope, error) });
    return;
  }
  written.set(source_id, { before: known?.before ?? null, after });
  results.push({ source_id, found, updated: true });
}

function planBulk(
  scope: Scope,
  entries: readonly BulkCustomer[],
  { rows, metadata }: { rows: readonly CustomerRow[]; metadata: Metadata | null },
): Plan {
  const stored = rows.map((row): [string, Written] => [
    row.source_id ?? "",
    { before: row, after: row },
  ]);
  const plan: Plan = { written: new Map(stored), results: [] };
  for (const entry of entries) apply(scope, plan, metadata ? { ...entry, metadata } : entry);
  return plan;
}

/**
 * Events only of customers that are created: a bulk update of known ones emits none (reference
 * service, webhooks).
 */
function effectOf(scope: Scope, { written }: Plan) {
  const all = [...written.values()];
  const created = all.filter(({ before }) => before === null).map(({ after }) => after);
  const changed = all.flatMap(({ before, after }) =>
    before === null || before === after
      ? []
      : [{ before, after: { ...after, updated_at: nextUpdate(scope, before) } }],
  );
  const statements: Statement[] = [
    ...(created.length > 0 ? [insertCustomers(created)] : []),
    ...(changed.length > 0 ? rewriteCustomers(changed) : []),
  ];
  const events = created.map(
    (row): DomainEvent => customerEvent("customer.created", viewCustomer(row)),
  );
  return { statements, events, tally: { customers: created.length } };
}

function afterPart(scope: Scope, work: Bulk, results: BulkResult[]): AsyncActionRow {
  const { state } = work;
  const left = state.left.slice(CHUNK);
  const all = [...state.results, ...results];
  if (left.length > 0) {
    return afterStep(scope, work, { done: all.length, state: { ...state, left, results: all } });
  }
  const isWritten = all.some(({ updated }) => updated);
  return afterStep(scope, work, {
    done: all.length,
    state: {},
    status: "DONE",
    operation_status: isWritten ? "SUCCESS" : "FAILED",
    result: { done_count: all.filter(({ updated }) => updated).length, results: all },
  });
}

/**
 * Writes the next hundred customers of a bulk update in one batch. One that cannot be written is
 * told in the result and keeps no other back. Where somebody else changed one, it is tried anew.
 */
async function bulkStep(scope: Scope, work: Bulk): Promise<AsyncActionRow | null> {
  const {
    row: action,
    state: { left, metadata },
  } = work;
  const entries = left.slice(0, CHUNK);
  const { rows } = await load(scope, {
    rows: bySourceIds(
      scope,
      entries.map(({ source_id }) => source_id),
    ),
  });
  const plan = planBulk(scope, entries, { rows: rows.map(decodeCustomer), metadata });
  const after = afterPart(scope, work, plan.results);
  const { statements, events, tally } = effectOf(scope, plan);
  const result = await commit(scope, {
    statements: [...statements, moveAction(action, after)],
    tally,
    events,
    answer: DONE,
  });
  if (result.ok) return after;
  return result.error.constraint === "action_cursor" ? null : action;
}

/** Both kinds of bulk update are written by the same step. */
export const BULK_ACTIONS: readonly Action[] = [BULK_UPDATE, BULK_METADATA].map((type) =>
  defineAction({ ...type, step: bulkStep }),
);
