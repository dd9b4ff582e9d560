import type { CustomerRow } from "../../db/tables/customers";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { PromotionStackRow } from "../../db/tables/stacking";
import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import type { OrderKind } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import type { RedemptionEffects } from "../../model/redemption";
import type { WaitingReferral } from "../../model/referral";
import type { Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import type { ShownTier } from "./sql";
import { shownTier, viewCampaignOfTier, viewShownTier } from "./tiers";

/** An entry of the ledger as the batch leaves it, with the objects that its events show. */
export interface MadeEntry {
  row: RedemptionRow;
  voucher: StoredVoucher | null;
  tier: ShownTier | null;
  stack: PromotionStackRow | null;
  customer: CustomerRow | null;
}

/**
 * The objects in a redemption's events: its voucher or tier, and the stack that brought the tier.
 */
export const about = (
  { stack }: { stack: PromotionStackRow | null },
  redeemable: RuledRedeemable,
  effects?: RedemptionEffects,
): Pick<MadeEntry, "voucher" | "tier" | "stack"> => ({
  voucher: isTier(redeemable) ? null : redeemable,
  tier: shownTier(redeemable, effects),
  stack,
});

const KIND = {
  redemption: { SUCCESS: "redemption.succeeded", FAILURE: "redemption.failed" },
  redemption_rollback: {
    SUCCESS: "redemption.rollback.succeeded",
    FAILURE: "redemption.rollback.failed",
  },
} as const;

/**
 * What an event of an entry is stored with. Its order and the entry itself stand in the ledger,
 * and are read from there when the event is shown.
 */
const shared = (scope: Scope, { row, voucher, tier }: MadeEntry) => ({
  entry: row.id,
  campaign: voucher ? viewCampaignOf(voucher) : tier && viewCampaignOfTier(tier),
  voucher: voucher && viewVoucher(scope, voucher),
});

const viewStackName = ({ id, name, tiers }: PromotionStackRow) => ({
  id,
  name,
  tiers,
  object: "promotion_stack" as const,
});

/** What the last of several entries tells beside itself: what became of the order. */
interface OfOrder {
  order: readonly OrderKind[];
  referrals: readonly WaitingReferral[];
}

const NOTHING: OfOrder = { order: [], referrals: [] };

function ledgerEvent(
  scope: Scope,
  entry: MadeEntry,
  { order: order_events, referrals }: OfOrder,
): DomainEvent {
  const { row, customer } = entry;
  return {
    kind: KIND[row.object][row.result],
    entity_id: row.id,
    customer_id: row.customer_id,
    data: {
      ...shared(scope, entry),
      customer: customer && viewSimpleCustomer(customer),
      promotion_tier: entry.tier && viewShownTier(entry.tier),
      promotion_stack: entry.stack && viewStackName(entry.stack),
      ...(order_events.length > 0 && { order_events }),
      ...(referrals.length > 0 && { referrals }),
    },
  };
}

/** The events of entries of the ledger, of which the last one tells what became of the order. */
export const ledgerEvents = (
  scope: Scope,
  entries: readonly MadeEntry[],
  ofOrder: OfOrder = NOTHING,
): DomainEvent[] =>
  entries.map((entry, at) =>
    ledgerEvent(scope, entry, at === entries.length - 1 ? ofOrder : NOTHING),
  );
