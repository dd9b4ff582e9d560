import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried, rowNamed } from "../../commit/retry";
import type { Scope } from "../../scope/scope";
import { loadUpdate, loadUpsert } from "../orders/load";
import { type OrderPlan, planOrder } from "../orders/plan";
import type { OrderCreate, OrderUpdate } from "../orders/schema";
import { viewOrder, withGoods } from "../orders/view";
import { judged } from "./judge";

/** Null where another request changed the order, its customer or its products meanwhile. */
async function written(scope: Scope, plan: OrderPlan): Promise<Answer | null> {
  const { display, statements, events, tally, days } = plan;
  const answer = withGoods(viewOrder(plan.order), display);
  if (statements.length === 0) return answer;
  const result = await commit(scope, { statements, events, tally, days, answer });
  return result.ok ? answer : null;
}

const peopleNamed = ({ customer, referrer }: OrderUpdate) => [
  ...rowNamed("customer", customer),
  ...rowNamed("customer", referrer),
];

/**
 * Creates an order, or updates the one that the id or the source id names (reference service,
 * orders): an id goes before a source id and must be known. Two round trips, three where the order
 * is one that browsers redeemed on.
 */
export const upsertOrder = (scope: Scope, input: OrderCreate): Promise<Answer> =>
  retried(scope, async () => {
    const loaded = await judged(scope, input, await loadUpsert(scope, input));
    return written(scope, planOrder(scope, input, loaded));
  }, [...rowNamed("order", input), ...peopleNamed(input)]);

/** Updates an order named by id or source id; its names stay. As many round trips. */
export const changeOrder = (scope: Scope, name: string, input: OrderUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const loaded = await judged(scope, input, await loadUpdate(scope, name, input));
    return written(scope, planOrder(scope, input, loaded));
  }, [`order ${name}`, ...peopleNamed(input)]);
