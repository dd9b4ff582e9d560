import { checkMetadata } from "../../checks/metadata";
import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { CustomerRow } from "../../db/tables/customers";
import type { CustomerFields } from "../../model/customer";
import type { Scope } from "../../scope/scope";
import { heldBy, releasing } from "../vouchers/release";
import { shownAlone } from "./cards";
import { customerEvent } from "./event";
import {
  backEndChange,
  byCustomerName,
  customerNamed,
  deleteCustomer,
  getCustomer,
  theCustomer,
  updateCustomer,
} from "./store";
import { viewCustomer } from "./view";

/**
 * Writes what the input changes of a customer that was read; null where another update came
 * between.
 */
export async function applyChange(
  scope: Scope,
  row: CustomerRow,
  input: CustomerFields,
): Promise<Answer | null> {
  const change = { ...backEndChange(row, input), updated_at: nextUpdate(scope, row) };
  const before = await shownAlone(scope, row);
  if (changesNothing(row, change)) return before;
  if (change.metadata) checkMetadata(scope, "customer", change.metadata);
  const { loyalty } = before;
  const answer = { ...viewCustomer({ ...row, ...change }), loyalty };
  const result = await commit(scope, {
    statements: updateCustomer(row, change),
    events: [customerEvent("customer.updated", answer)],
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
  retried(scope, async () => applyChange(scope, await getCustomer(scope, name), input), [
    `customer ${name}`,
  ]);

/** Deletes a customer; what it redeemed and ordered stays, and its vouchers are released. */
export const removeCustomer = (scope: Scope, name: string): Promise<Answer> =>
  retried(scope, async () => {
    const { rows, held } = await load(scope, {
      rows: byCustomerName(scope, name),
      held: heldBy(scope, customerNamed(scope, name)),
    });
    const row = theCustomer(rows, name);
    const { statements, jobs, actions } = releasing(scope, row, held);
    const result = await commit(scope, {
      statements: [...deleteCustomer(row), ...statements],
      tally: { customers: -1, async_actions: actions },
      jobs,
      events: [customerEvent("customer.deleted", viewCustomer(row))],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`customer ${name}`]);
