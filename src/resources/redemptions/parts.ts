import { sortKey } from "../../db/ledger-rows";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { PromotionStackRow } from "../../db/tables/stacking";
import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import type { DecideRequest } from "../../model/redeemable";
import { isoNow, type Scope } from "../../scope/scope";

/** The channel that an entry shows: the key that the caller came with, or what goes by itself. */
export const channelOf = ({ actor: { assignment_id, app_id } }: Scope) =>
  assignment_id === undefined
    ? { channel_type: "API", channel_id: app_id }
    : { channel_type: "AUTO_REDEEM", channel_id: assignment_id };

/** What an entry is about: a voucher or a tier, and the stack that brought the tier. */
export const namesOf = (
  redeemable: RuledRedeemable | null,
  stack: PromotionStackRow | null,
): Pick<RedemptionRow, "voucher_id" | "promotion_tier_id" | "promotion_stack_id"> => ({
  voucher_id: redeemable && !isTier(redeemable) ? redeemable.id : null,
  promotion_tier_id: redeemable && isTier(redeemable) ? redeemable.id : null,
  promotion_stack_id: stack?.id ?? null,
});

/** An entry of the ledger before it is known what it is about. */
export const blankEntry = (
  scope: Scope,
  { metadata = null }: Pick<DecideRequest, "metadata">,
  id: string,
): RedemptionRow => ({
  project_id: scope.project.id,
  sort_key: sortKey(id),
  id,
  object: "redemption",
  redemption_id: null,
  parent_id: null,
  voucher_id: null,
  promotion_tier_id: null,
  promotion_stack_id: null,
  customer_id: null,
  order_id: null,
  tracking_id: null,
  metadata,
  amount: null,
  result: "SUCCESS",
  status: "SUCCEEDED",
  failure_code: null,
  failure_message: null,
  reason: null,
  order: null,
  effects: {},
  channel: channelOf(scope),
  created_at: isoNow(scope),
  audit: null,
});

/** Ids in ascending order: a stack's members are read back in the order of the request. */
export const idsInOrder = (scope: Scope, prefix: string, count: number): string[] =>
  Array.from({ length: count }, () => scope.newId(prefix)).sort();
