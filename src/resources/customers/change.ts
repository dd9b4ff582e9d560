import type { CustomerRow } from "../../db/tables/customers";
import { type Answer, commit } from "../../events/effect";
import type { Scope } from "../../http/scope";
import type { CustomerFields } from "../../model/customer";
import { nextUpdate } from "../next-update";
import { retried } from "../retry";
import { customerChange, deleteCustomer, getCustomer, updateCustomer } from "./store";
import { viewCustomer } from "./view";

/** Writes what the input changes of a customer that was read; null where another update came between. */
export async function applyChange(
  scope: Scope,
  row: CustomerRow,
  input: CustomerFields,
): Promise<Answer | null> {
  const change = { ...customerChange(row, input), updated_at: nextUpdate(scope, row) };
  const body = viewCustomer({ ...row, ...change });
  const answer: Answer = { status: 200, body };
  const result = await commit(scope, {
    statements: updateCustomer(row, change),
    events: [{ kind: "customer.updated", entity_id: row.id, data: { customer: body } }],
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
      statements: deleteCustomer(row),
      tally: { customers: -1 },
      events: [
        { kind: "customer.deleted", entity_id: row.id, data: { customer: viewCustomer(row) } },
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
