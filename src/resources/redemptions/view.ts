import type { CustomerRow } from "../../db/tables/customers";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { Effect } from "../../engine/stacking/effect";
import { touchedEntries } from "../../engine/targets/touched";
import { inlineList } from "../../model/list";
import type { RedemptionReward } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import type { Display } from "../orders/display";
import { withGoods } from "../orders/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import type { ShownTier } from "./sql";
import { viewShownTier } from "./tiers";

function relatedType(row: RedemptionRow) {
  if (row.promotion_tier_id !== null) return "promotion_tier" as const;
  return row.voucher_id === null ? ("redemption" as const) : ("voucher" as const);
}

/** What was taken of a card, or given back to it. */
const viewAmount = ({ amount, effects: { points } }: RedemptionRow) =>
  amount === null
    ? {}
    : {
        amount,
        ...(points === undefined ? { gift: { amount } } : { loyalty_card: { points: amount } }),
      };

/** An entry of the ledger without the objects it refers to, as events carry it. */
export const viewEntry = (row: RedemptionRow, customer: RedemptionReward["customer"] = null) => ({
  id: row.id,
  date: row.created_at,
  customer_id: row.customer_id,
  tracking_id: row.tracking_id,
  metadata: row.metadata,
  ...viewAmount(row),
  result: row.result,
  status: row.status,
  ...(row.failure_code !== null && { failure_code: row.failure_code }),
  ...(row.failure_message !== null && { failure_message: row.failure_message }),
  channel: row.channel,
  related_object_type: relatedType(row),
  related_object_id: row.promotion_tier_id ?? row.voucher_id ?? row.redemption_id ?? row.id,
  ...(row.object === "redemption_rollback"
    ? { redemption: row.redemption_id, reason: row.reason }
    : row.parent_id !== null && { redemption: row.parent_id }),
  ...(row.effects.reward && { reward: { ...row.effects.reward, customer } }),
  object: row.object,
});

/** A redemption or rollback with its order, customer and voucher (contract, "Redemption"). */
export function viewRedemption(
  scope: Scope,
  row: RedemptionRow,
  related: {
    voucher: StoredVoucher | null;
    tier: ShownTier | null;
    customer: CustomerRow | null;
    /** What the reward gave, as it is now. */
    given?: StoredVoucher | null;
    effect?: Effect;
    display: Display;
  },
) {
  const { voucher, tier, customer, given, effect, display } = related;
  const touched = effect ? touchedEntries(effect.targets) : { included: [], excluded: [] };
  const who = customer && viewSimpleCustomer(customer);
  const entry = viewEntry(row, who);
  return {
    ...entry,
    ...(entry.reward &&
      given && { reward: { ...entry.reward, voucher: viewVoucher(scope, given) } }),
    order: row.order && withGoods(row.order, display),
    customer: who,
    ...(voucher && {
      voucher: {
        ...viewVoucher(scope, voucher),
        applicable_to: inlineList(touched.included),
        inapplicable_to: inlineList(touched.excluded),
      },
    }),
    ...(tier && { voucher: null, promotion_tier: viewShownTier(tier) }),
    ...(row.promotion_stack_id !== null && { promotion_stack: { id: row.promotion_stack_id } }),
  };
}

export type ViewedRedemption = ReturnType<typeof viewRedemption>;
