import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { OrderRow } from "../../db/tables/redemptions";
import { addUsage, countEffects } from "../../db/usage-counters";
import { spentOf } from "../../engine/redemption/spent";
import { usageMoves } from "../../engine/usage/moves";
import type { RedemptionEffects, UsageEffect } from "../../model/redemption";
import type { WaitingReferral } from "../../model/referral";
import type { CustomerMove } from "../customers/moves-store";

import { type UseOfOrder, usesById, withEffects } from "./uses";

/** What counts from the moment on at which a back end says that the order is paid. */
export interface Confirmed {
  order: OrderRow;
  statements: Statement[];
  /** What the summary of the order's customer moves by. */
  counts: CustomerMove;
  days: DayMove[];
  referrals: WaitingReferral[];
}

/** Nothing counts more than before. */
export const unconfirmed = (order: OrderRow): Confirmed => ({
  order,
  statements: [],
  counts: {},
  days: [],
  referrals: [],
});

type Added = UsageEffect["added"][number];

/** What each owner has counted of the order so far; minor units. */
function countedBy(uses: readonly UseOfOrder[]): Map<string, number> {
  const counted = new Map<string, number>();
  for (const { owner, orders_amount } of uses.flatMap(({ use }) => use.usage?.added ?? [])) {
    counted.set(owner, (counted.get(owner) ?? 0) + orders_amount);
  }
  return counted;
}

/** What the order adds to each owner of a use that has not counted it yet; minor units. */
function growthOf(added: readonly Added[], amount: number, counted: Map<string, number>): Added[] {
  return added.map(({ owner, subjects }) => {
    const orders_amount = Math.max(0, amount - (counted.get(owner) ?? 0));
    counted.set(owner, (counted.get(owner) ?? 0) + orders_amount);
    return { owner, subjects, count: 0, orders_amount, discounted_amount: 0 };
  });
}

const plus = (added: readonly Added[], growth: readonly Added[]): Added[] =>
  added.map((each, at) => ({
    ...each,
    orders_amount: each.orders_amount + (growth[at]?.orders_amount ?? 0),
  }));

/** The effects once they count; `uncounted` stays where another customer turned out to pay. */
function counting(use: RedemptionEffects, owner: string | null, growth: Added[]) {
  const { unconfirmed, uncounted, unproven: _, usage, ...kept } = use;
  const isOwn = unconfirmed?.customer_id === owner;
  return {
    ...kept,
    ...(uncounted && !isOwn && { uncounted }),
    ...(isOwn && owner !== null && { counted_for: owner }),
    ...(usage && { usage: { ...usage, added: plus(usage.added, growth) } }),
  };
}

/** The campaign of a use, among the owners that it has counted for. */
const campaignOf = ({ voucher_id, promotion_tier_id }: UseOfOrder["use"], added: Added[]) =>
  added.find(({ owner }) => owner !== (promotion_tier_id ?? voucher_id));

/**
 * What browsers redeemed on an order counts once a back end says that it is paid: usage by order
 * amounts, the customer's summary and referrals. The amount is the one that the order has now, not
 * the one that the browser sent.
 */
export function confirmUses(order: OrderRow): Confirmed {
  const uses = usesById(order);
  const waiting = uses.filter(({ use }) => use.unconfirmed);
  if (waiting.length === 0) return unconfirmed(order);
  const counted = countedBy(uses);
  const grown = waiting.map(({ id, use }) => {
    const growth = growthOf(use.usage?.added ?? [], order.initial_amount ?? 0, counted);
    return { id, use, growth, effects: counting(use, order.customer_id, growth) };
  });
  const effects = new Map(grown.map(({ id, effects: each }) => [id, each]));
  const own = waiting.filter(({ use }) => use.unconfirmed?.customer_id === order.customer_id);
  const moves = grown.flatMap(({ use: { usage }, growth }) =>
    usage ? [{ usage: { ...usage, added: growth.filter((each) => each.orders_amount > 0) } }] : [],
  );
  return {
    order: withEffects(order, effects),
    statements: [
      ...addUsage(order.project_id, usageMoves(moves)),
      countEffects(order.project_id, effects),
    ],
    counts:
      own.length === 0
        ? {}
        : {
            total_redeemed: own.length,
            total_succeeded: own.length,
            ...spentOf(own.map(({ use }) => use)),
          },
    days: grown.flatMap(({ use, growth }) => {
      const campaign = campaignOf(use, growth);
      if (!campaign || campaign.orders_amount === 0) return [];
      const counters = { orders_amount: campaign.orders_amount };
      return [{ campaign_id: campaign.owner, counters }];
    }),
    // Whom a browser named has bought nothing where another customer turned out to pay.
    referrals: own.flatMap(({ id, use: { voucher_id, unconfirmed } }) =>
      unconfirmed?.refers && unconfirmed.customer_id && voucher_id
        ? [{ redemption: id, code: voucher_id, referee: unconfirmed.customer_id }]
        : [],
    ),
  };
}
