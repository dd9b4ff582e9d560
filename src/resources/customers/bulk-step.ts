import { load } from "../../commit/load";
import type { Scope } from "../../scope/scope";
import { type BulkPart, bulkAction } from "../async-actions/bulk";
import { planUpserts } from "../async-actions/bulk-upserts";
import type { Action } from "../async-actions/define";
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

/**
 * What writes customers by their source ids; unknown ones are created. Events only of those: a bulk
 * update of known ones emits none (reference service, webhooks).
 */
async function planCustomers(scope: Scope, entries: readonly BulkCustomer[]): Promise<BulkPart> {
  const ids = entries.map(({ source_id }) => source_id);
  const { rows } = await load(scope, { rows: bySourceIds(scope, ids) });
  const { results, created, changed } = planUpserts(scope, entries, {
    kind: "customer",
    rows: rows.map(decodeCustomer),
    merge: mergeCustomer,
    make: (entry) => newCustomer(scope, entry),
  });
  return {
    results,
    statements: [
      ...(created.length > 0 ? [insertCustomers(created)] : []),
      ...(changed.length > 0 ? rewriteCustomers(changed) : []),
    ],
    events: created.map((row) => customerEvent("customer.created", viewCustomer(row))),
    tally: { customers: created.length },
  };
}

/** Both kinds of bulk update are written alike. */
export const BULK_ACTIONS: readonly Action[] = [BULK_UPDATE, BULK_METADATA].map((type) =>
  bulkAction(type, planCustomers),
);
