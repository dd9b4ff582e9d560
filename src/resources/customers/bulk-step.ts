import { metadataError } from "../../checks/metadata";
import { load } from "../../commit/load";
import { nextUpdate } from "../../commit/next-update";
import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { type BulkPart, bulkAction, failed } from "../async-actions/bulk";
import type { Action } from "../async-actions/define";
import type { BulkResult } from "../async-actions/schema";
import { BULK_METADATA, BULK_UPDATE } from "./bulk";
import { customerEvent } from "./event";
import type { BulkCustomer } from "./schema";
import {
  bySourceIds,
  decodeCustomer,
  insertCustomers,
  mergeCustomer,
  newCustomer,
  rewriteCustomers,
} from "./store";
import { viewCustomer } from "./view";

/** A customer as it will be, and as it was read; null where it is new. */
interface Written {
  before: CustomerRow | null;
  after: CustomerRow;
}

interface Plan {
  written: Map<string, Written>;
  results: BulkResult[];
}

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

/** What writes customers of a bulk update by their source ids; unknown ones are created. */
async function planCustomers(scope: Scope, entries: readonly BulkCustomer[]): Promise<BulkPart> {
  const ids = entries.map(({ source_id }) => source_id);
  const { rows } = await load(scope, { rows: bySourceIds(scope, ids) });
  const stored = rows
    .map(decodeCustomer)
    .map((row): [string, Written] => [row.source_id ?? "", { before: row, after: row }]);
  const plan: Plan = { written: new Map(stored), results: [] };
  for (const entry of entries) apply(scope, plan, entry);
  return { results: plan.results, ...effectOf(scope, plan) };
}

/** Both kinds of bulk update are written alike. */
export const BULK_ACTIONS: readonly Action[] = [BULK_UPDATE, BULK_METADATA].map((type) =>
  bulkAction(type, planCustomers),
);
