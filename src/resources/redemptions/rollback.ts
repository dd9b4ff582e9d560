import { checkMetadata } from "../../checks/metadata";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { assertAll } from "../../db/commit";
import type { RedemptionRow } from "../../db/tables/redemptions";
import { planRollback } from "../../engine/redemption/rollback";
import { ApiError, notFound } from "../../errors";
import { present } from "../../lib/assert";
import type { OrderItemInput } from "../../model/order";
import type { Scope } from "../../scope/scope";
import { moveCustomer } from "../customers/moves-store";
import { byIdentity, customerStands } from "../customers/store";
import type { StoredVoucher } from "../vouchers/store";
import { failedRollbackCounters } from "./campaign-counters";
import { ledgerEvents } from "./events";
import { blankEntry } from "./parts";
import { getTouched, type Touched } from "./rollback-load";
import { planRollbackEffect, type RollbackPlan, tierBefore } from "./rollback-plan";
import type { RollbackBody } from "./schema";
import { insertRedemptions } from "./store";
import { viewRedemption } from "./view";
import { answerAsCommitted } from "./voucher-moves";

const INVALID = {
  failed: "You can rollback only a successful redemption.",
  stack:
    "You can rollback only a single redemption. Use different endpoint for stacked redemption.",
};
const CHILD = "You can rollback only a redemption that does not have parent redemption.";

/** An order that is named must be the one that was redeemed. */
function refuseOtherOrder({ redemption, order }: Touched, body: RollbackBody): void {
  const { id, source_id } = body.order ?? {};
  const isOther =
    (id && id !== redemption.order_id) || (!id && source_id && source_id !== order?.source_id);
  if (isOther) {
    throw new ApiError("invalid_order", { details: "Order is not related with redemption." });
  }
}

/** Whether lines are all that an order has, by their units; one without a number is whole. */
const areAll = (items: readonly OrderItemInput[], stored: readonly OrderItemInput[]): boolean =>
  items.length === stored.length &&
  items.every(({ quantity }, at) => {
    const { quantity: units, initial_quantity } = stored[at] ?? {};
    return quantity == null || quantity === units || quantity === initial_quantity;
  });

/** The amount and lines of an order must be all of it: a rollback cannot give back a part. */
function refusePart({ order }: Touched, { order: sent }: RollbackBody): void {
  const { amount, items } = sent ?? {};
  const isCut = amount != null && amount !== order?.amount && amount !== order?.initial_amount;
  const path = isCut ? "amount" : items && !areAll(items, order?.items ?? []) ? "items" : null;
  if (path === null) return;
  throw new ApiError("invalid_payload", {
    details: `Property .order.${path} must be that of the whole order, since a rollback gives back the whole redemption; name the order by its id alone`,
  });
}

/** A customer that is named must be the one who redeemed; an id that is nobody's is not found. */
async function refuseOtherCustomer(
  scope: Scope,
  { redemption, customer }: Touched,
  body: RollbackBody,
): Promise<void> {
  const { id, source_id } = body.customer ?? {};
  const isOther =
    (id && id !== redemption.customer_id) ||
    (!id && source_id && source_id !== customer?.source_id);
  if (!isOther) return;
  const named = { id, source_id };
  const { rows } = await load(scope, { rows: byIdentity(scope, named) });
  const [other] = rows;
  if (!other && id) throw notFound("customer", id);
  // An id that is nobody's goes on with the source id beside it.
  if (other && other.id === redemption.customer_id) return;
  throw new ApiError("invalid_customer", { details: "Customer is not related with redemption." });
}

/** The second rollback of a redemption is recorded as a failure; nothing else moves. */
async function failTwice(
  scope: Scope,
  touched: Touched,
  body: RollbackBody,
): Promise<Answer | null> {
  const { redemption, stack, customer } = touched;
  const row: RedemptionRow = {
    ...blankEntry(scope, body, scope.newId("rrf")),
    object: "redemption_rollback",
    redemption_id: redemption.id,
    voucher_id: redemption.voucher_id,
    promotion_tier_id: redemption.promotion_tier_id,
    promotion_stack_id: redemption.promotion_stack_id,
    customer_id: redemption.customer_id,
    order_id: redemption.order_id,
    result: "FAILURE",
    status: "FAILED",
    failure_code: "already_rolled_back",
    failure_message: "Redemption has been already rolled back.",
    reason: body.reason ?? null,
  };
  const facts = {
    details: "Redemption has been already rolled back.",
    resource_id: row.id,
    resource_type: "redemption_rollback",
  };
  const answer = new ApiError("already_rolled_back", facts);
  const voucher = touched.vouchers.get(redemption.voucher_id ?? "") ?? null;
  const tier = touched.tiers.get(redemption.promotion_tier_id ?? "") ?? null;
  const result = await commit(scope, {
    statements: [
      ...(customer ? assertAll([customerStands(scope, customer.id)]) : []),
      ...(customer ? [moveCustomer(scope, customer.id, { total_rollback_failed: 1 })] : []),
    ],
    keeping: insertRedemptions([row], null),
    tally: { redemptions: 1 },
    days: failedRollbackCounters(redemption),
    events: ledgerEvents(scope, [{ row, voucher, tier, stack, customer }]),
    apart: customer ? [customer.id] : [],
    answer,
  });
  return result.ok ? answer : null;
}

type Extent = "one" | "all";

interface Shown {
  scope: Scope;
  touched: Touched;
  plan: RollbackPlan;
  extent: Extent;
}

/** The body: the rollback itself or, for a stack, all of them under their parent. */
function shape(shown: Shown, vouchers: readonly StoredVoucher[]): Answer {
  const { scope, extent } = shown;
  const { customer, display } = shown.touched;
  const { rollbacks, parent } = shown.plan;
  const view = (row: RedemptionRow) => {
    const voucher = vouchers.find(({ id }) => id === row.voucher_id) ?? null;
    const tier = tierBefore(shown.touched.tiers, row);
    const { voucher: back } = shown.plan.back;
    const given = vouchers.find(({ id }) => id === back?.id) ?? back;
    return viewRedemption(scope, row, { voucher, tier, customer, given, display });
  };
  const viewed = rollbacks.map(view);
  if (extent === "one") return present(viewed[0], "the rollback of a redemption");
  const order = viewed[0]?.order;
  return {
    rollbacks: viewed,
    ...(parent && { parent_rollback: view(parent) }),
    ...(order && { order }),
  };
}

/**
 * Rolls back one redemption (`one`), or what is left of a stack (`all`): uses, credits and the
 * order's share go back, once. Two round trips.
 */
export const rollback = (
  scope: Scope,
  id: string,
  body: RollbackBody,
  extent: Extent,
): Promise<Answer> =>
  retried(scope, async () => {
    const touched = await getTouched(scope, id);
    if (touched.redemption.object !== "redemption") throw notFound("redemption", id);
    const targets = planRollback(touched.redemption, touched.children, extent);
    if (!targets.ok && targets.error.reason === "invalid_redemption") {
      throw new ApiError("invalid_redemption", { details: INVALID[targets.error.why] });
    }
    if (!targets.ok && targets.error.reason === "invalid_redemption_parent") {
      throw new ApiError("invalid_redemption_parent", { details: CHILD });
    }
    refuseOtherOrder(touched, body);
    refusePart(touched, body);
    await refuseOtherCustomer(scope, touched, body);
    if (body.metadata) checkMetadata(scope, "redemption", body.metadata);
    if (!targets.ok) return failTwice(scope, touched, body);
    const plan = planRollbackEffect(scope, touched, targets.value, body);
    const show = (vouchers: readonly StoredVoucher[]): Answer =>
      shape({ scope, touched, plan, extent }, vouchers);
    const { given, ledger, back, keeping, events, tally, days, vouchers } = plan;
    const corrections = [...ledger.corrections(back.events.length), ...back.corrections(0)];
    const moves = {
      stands: assertAll(plan.asserted),
      given,
      ledger: ledger.statements,
      back: back.statements,
    };
    const statements = { ...moves, others: plan.statements };
    const answer = show(vouchers);
    const { customer, order, redemption } = touched;
    const apart = [customer, order, redemption].flatMap((row) => (row ? [row.id] : []));
    const effect = { statements, keeping, events, corrections, tally, days, apart, answer };
    const result = await commit(scope, effect);
    if (!result.ok) return null;
    const { given: returned, ledger: entered, back: taken } = result.value;
    const moved = [...returned, ...entered, ...taken].flat();
    return answerAsCommitted(scope, { answer, vouchers, show }, moved);
  });
