import type { CustomerRow } from "../../db/tables/customers";
import { type Answer, commit } from "../../events/effect";
import type { Scope } from "../../http/scope";
import type { CustomerFields } from "../../model/customer";
import { checkMetadata } from "../metadata";
import { nextUpdate } from "../next-update";
import { releaseCustomer } from "../publications/store";
import { retried } from "../retry";
import { customerEvent } from "./event";
import { customerChange, deleteCustomer, getCustomer, updateCustomer } from "./store";
import { viewCustomer } from "./view";

/** Writes what the input changes of a customer that was read; null where another update came between. */
export async function applyChange(
  scope: Scope,
  row: CustomerRow,
  input: CustomerFields,
): Promise<Answer | null> {
  const change = { ...customerChange(row, input), updated_at: nextUpdate(scope, row) };
  if (change.metadata) checkMetadata(scope, "customer", change.metadata);
  const body = viewCustomer({ ...row, ...change });
  const answer: Answer = { status: 200, body };
  const result = await commit(scope, {
    statements: updateCustomer(row, change),
    events: [customerEvent("customer.updated", body)],
    answer,
  });
  return result.ok ? answer : null;
}

/** Updates a customer named by id or source id; its identity and counters stay. */
export const changeCustomer = (
  scope: Scope,
  name: string,
  input: CustomerFields,
): Promise<Answer> =>
  retried(async () => applyChange(scope, await getCustomer(scope, name), input));

/** Deletes a customer; what it redeemed and ordered stays. */
export const removeCustomer = (scope: Scope, name: string): Promise<Answer> =>
  retried(async () => {
    const row = await getCustomer(scope, name);
    const answer: Answer = { status: 204, body: null };
    const result = await commit(scope, {
      statements: [...deleteCustomer(row), ...releaseCustomer(row.project_id, row.id)],
      tally: { customers: -1 },
      events: [customerEvent("customer.deleted", viewCustomer(row))],
      answer,
    });
    return result.ok ? answer : null;
  });
