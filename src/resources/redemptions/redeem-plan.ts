import type { Tally } from "../../commit/commit";
import { type DayMove, periodsNow } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { Assertion } from "../../db/commit";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { addUsage } from "../../db/usage-counters";
import type { Loaded } from "../../deciding/load";
import { isTier, type RuledRedeemable, type RuledVoucher } from "../../deciding/ruled";
import { trackingOf } from "../../deciding/tracking";
import { type PlannedUse, planUses } from "../../engine/redemption/plan";
import { spentOf } from "../../engine/redemption/spent";
import type { Decision } from "../../engine/stacking/decide";
import type { DomainEvent } from "../../events/outbox";
import type { DecideRequest } from "../../model/redeemable";
import { isoNow, isProven, movesMoney, type Scope } from "../../scope/scope";
import { type CustomerMove, summed } from "../customers/moves-store";
import { type CustomerPart, planCustomer } from "../customers/named";
import { customerStands } from "../customers/store";
import { type Confirmed, confirmUses } from "../orders/confirm";
import { orderKinds, orderLeft } from "../orders/events";
import { checkOrderMetadata } from "../orders/metadata";
import { insertOrder, orderStands, rewriteOrder } from "../orders/store";
import { type Mover, moveSummaries, orderCounters, orderTotal } from "../orders/summary";
import { shownRedemptions, viewStored } from "../orders/view";
import { totalTaken } from "../validations/view";
import type { AtOnce } from "./at-once";
import { redeemedCounters } from "./campaign-counters";
import { type CardLedger, cardLedger } from "./card-ledger";
import { about, ledgerEvents } from "./events";
import { rulesStand, tiersStand, usageStands } from "./guard-store";
import { claimedOrder, orderBefore, paidOrder, redeemedOrder, withRedemptions } from "./order";
import { blankEntry, idsInOrder, namesOf } from "./parts";
import { type RewardGift, withGift } from "./reward-gift";
import { rewardEffects, takeRewardsOf } from "./rewards";
import { seenRules } from "./rule-guard";
import { insertRedemptions } from "./store";
import { usageEffect, usageGuards, usageOf } from "./usage";
import { afterTaking, takings } from "./voucher-moves";
import { type CounterMove, moveVouchers, vouchersStand } from "./voucher-store";

type Use = PlannedUse<RuledRedeemable>;

/** Everything that a successful redemption writes, and the events it causes. */
export interface Success {
  children: RedemptionRow[];
  /** The entry of a whole stack; null where one redeemable was redeemed. */
  parent: RedemptionRow | null;
  customer: CustomerRow | null;
  /** What each child is about, in the same order. */
  uses: Use[];
  /** The vouchers among them, as the redemption leaves them. */
  vouchers: RuledVoucher[];
  /** What was decided by stands still, before anything moves. */
  asserted: Assertion[];
  /**
   * Runs before the other statements and returns the counters of the vouchers as the batch leaves
   * them.
   */
  taken: Statement[];
  /** Entries in the ledgers of cards, which their use has moved by then. */
  ledger: CardLedger;
  statements: Statement[];
  /** Makes its entries, with that of the audit log. */
  keeping: ReturnType<typeof insertRedemptions>;
  events: DomainEvent[];
  tally: Partial<Record<Tally, number>>;
  days: DayMove[];
}

export interface Request {
  scope: Scope;
  request: DecideRequest;
  loaded: Loaded;
  decision: Decision<RuledRedeemable>;
  /** What a member gets for points beside a discount. */
  gift?: RewardGift;
  /** Others that redeem on the same order meanwhile. */
  atOnce?: AtOnce | undefined;
}

interface Owners {
  customer: CustomerRow | null;
  order: OrderRow | null;
}

function entry({ scope, request, loaded }: Request, id: string, owners: Owners): RedemptionRow {
  return {
    ...blankEntry(scope, request, id),
    customer_id: owners.customer?.id ?? null,
    order_id: owners.order?.id ?? null,
    tracking_id: trackingOf(scope, request, loaded),
  };
}

function childRow(
  row: RedemptionRow,
  { applied, effects }: Use,
  { loaded, order }: { loaded: Loaded; order: OrderRow | null },
): RedemptionRow {
  return {
    ...row,
    ...namesOf(applied.redeemable, loaded.stack),
    amount: effects.credits ?? effects.points ?? null,
    order: order && { ...viewStored(order, applied.after, applied.effect.taking) },
    effects,
  };
}

/** The ledger's entries, each with the order at its turn; more than one have a parent. */
function rowsOf(context: Request, uses: readonly Use[], owners: Owners) {
  const { scope, loaded, decision } = context;
  const isStack = uses.length > 1;
  const ids = idsInOrder(scope, "r", uses.length + (isStack ? 1 : 0));
  const parent = isStack ? entry(context, ids.shift() ?? "", owners) : null;
  if (parent && owners.order) {
    parent.order = { ...viewStored(owners.order, decision.cart, totalTaken(decision)) };
  }
  const children = uses.map((use, at) => {
    const row = entry(context, ids[at] ?? "", owners);
    return childRow({ ...row, parent_id: parent?.id ?? null }, use, {
      loaded,
      order: owners.order,
    });
  });
  const redeemed = children.map((row, at) => ({
    row,
    campaignId: uses[at]?.applied.redeemable.campaign_id ?? null,
  }));
  const order = owners.order && withRedemptions(owners.order, redeemed);
  const rows = parent ? [parent, ...children] : children;
  for (const row of rows) if (row.order && order) row.order.redemptions = shownRedemptions(order);
  return { parent, children, rows, order };
}

/** What the redemption adds to its customer's summary, with what has waited for it. */
const countsOf = (uses: readonly Use[], confirmed: Confirmed | null): CustomerMove =>
  summed(
    {
      total_redeemed: uses.length,
      total_succeeded: uses.length,
      ...spentOf(uses.map(({ effects }) => effects)),
    },
    confirmed?.counts ?? {},
  );

/** Writes of the customer, and the summaries that the redemption moves: a browser's moves none. */
function customerSide(
  scope: Scope,
  part: CustomerPart | null,
  moved: Pick<Mover, "counts" | "usage">,
  orders: { before: OrderRow | null; after: OrderRow | null },
): Statement[] {
  const { after } = orders;
  if (!part) return moveSummaries(scope, null, orders);
  const { id } = part.customer;
  if (!movesMoney(scope)) return part.statements;
  const lastOrder = after && { id: after.id, amount: orderTotal(after), date: isoNow(scope) };
  return [...part.statements, ...moveSummaries(scope, { ...moved, id, lastOrder }, orders)];
}

/** What a browser's use waits for, and whether it may convert a referral then. */
function waiting(scope: Scope, { applied: { redeemable } }: Use, customer: CustomerRow | null) {
  const refers = !isTier(redeemable) && redeemable.is_referral_code;
  const unconfirmed = {
    customer_id: customer?.id ?? null,
    ...(refers && { refers: true as const }),
  };
  return {
    ...(!movesMoney(scope) && { unconfirmed, uncounted: true as const }),
    ...(!isProven(scope) && customer && { unproven: true as const }),
  };
}

/** The order after the redemption; only a back end, or a browser that is trusted, pays it. */
function orderAfter({ scope, request, loaded, decision }: Request, customer: CustomerRow | null) {
  const before = orderBefore(scope, request, loaded);
  const { cart } = decision;
  if (!before || !cart) return { before, after: null };
  const redeemed = redeemedOrder(scope, before, cart, customer?.id ?? null);
  const after = movesMoney(scope)
    ? paidOrder(scope, before, redeemed)
    : claimedOrder(loaded.order, redeemed);
  return { before, after };
}

/** What was decided by: what is redeemed, its rules and counters, its customer and its order. */
function assertedOf(
  { scope, loaded }: Request,
  uses: readonly Use[],
  { part, taken }: { part: CustomerPart | null; taken: readonly CounterMove[] },
): Assertion[] {
  const redeemables = uses.map(({ applied }) => applied.redeemable);
  const tiers = redeemables.filter(isTier).map(({ tier }) => tier);
  const customerId = part?.customer.id ?? null;
  return [
    ...vouchersStand(scope, taken),
    rulesStand(scope, seenRules(redeemables)),
    ...tiersStand(scope, tiers),
    ...usageStands(scope, periodsNow(scope), usageGuards(scope, uses, customerId)),
    // One who is made or changed by this batch is asserted by that.
    ...(part && part.statements.length === 0 ? [customerStands(scope, part.customer.id)] : []),
    ...(loaded.order ? [orderStands(loaded.order)] : []),
  ];
}

/** What each redeemable takes, and what a browser's use waits for. */
const usesOf = ({ scope, decision, gift }: Request, customer: CustomerRow | null): Use[] =>
  planUses(decision).map((use) => ({
    ...use,
    effects: {
      ...use.effects,
      ...rewardEffects(scope, use, gift),
      ...waiting(scope, use, customer),
      usage: usageEffect(scope, use, customer?.id ?? null),
    },
  }));

type Left = Pick<Success, "children" | "vouchers" | "customer">;

/** The entries with what they are about, as the batch leaves it. */
const entriesOf = (
  { loaded }: Request,
  uses: readonly Use[],
  { children, vouchers, customer }: Left,
) =>
  uses.flatMap(({ applied: { redeemable } }, at) => {
    const row = children[at];
    if (!row) return [];
    const left = vouchers.find(({ id }) => id === redeemable.id) ?? redeemable;
    return [{ row, ...about(loaded, left, row.effects), customer }];
  });

/**
 * What a valid decision becomes: rows, counter moves and events of one batch (docs/behaviour.md).
 */
export function planSuccess(context: Request): Success {
  const { scope, request, loaded } = context;
  const part = planCustomer(scope, loaded);
  const customer = part?.customer ?? null;
  const uses = usesOf(context, customer);
  if (request.order) checkOrderMetadata(scope, request.order, !loaded.order);
  const { before, after } = orderAfter(context, customer);
  const { parent, children, rows, order: left } = rowsOf(context, uses, { customer, order: after });
  const confirmed = left && movesMoney(scope) ? confirmUses(left) : null;
  const order = confirmed?.order ?? left;
  const moves = uses.flatMap(({ applied: { redeemable }, effects }) =>
    isTier(redeemable) ? [] : [{ voucher: withGift(redeemable, context.gift), effects }],
  );
  const vouchers = moves.map(afterTaking);
  const usage = usageOf(scope, uses, customer);
  const taken = takings(moves, usage.vouchers);
  const moved = { counts: countsOf(uses, confirmed), usage: usage.customers };
  const entries = entriesOf(context, uses, { children, vouchers, customer });
  const ledger = cardLedger(
    scope,
    entries.flatMap(({ row, voucher }) => (voucher ? [{ row, card: voucher, customer }] : [])),
  );
  return {
    children,
    parent,
    customer,
    uses,
    vouchers,
    asserted: assertedOf(context, uses, { part, taken }),
    taken: moveVouchers(scope, taken),
    ledger,
    statements: [
      ...addUsage(scope.project.id, usage.apart),
      ...takeRewardsOf(scope, uses),
      ...customerSide(scope, part, moved, { before, after: order }),
      ...(loaded.judged ?? []),
      ...(confirmed?.statements ?? []),
      ...(order ? (loaded.order ? rewriteOrder(loaded.order, order) : [insertOrder(order)]) : []),
    ],
    keeping: insertRedemptions(rows, order),
    events: [
      ...(part?.events ?? []),
      ...(order ? orderLeft(loaded.order, order, { customer, referrer: null }) : []),
      ...ledgerEvents(scope, entries, {
        order: order ? orderKinds(loaded.order, order) : [],
        referrals: confirmed?.referrals ?? [],
      }),
    ],
    days: [
      ...redeemedCounters(uses),
      ...orderCounters({ before, after: order }),
      ...(confirmed?.days ?? []),
    ],
    tally: {
      redemptions: rows.length,
      ...(part?.isNew && { customers: 1 }),
      ...(order && !loaded.order && { orders: 1 }),
    },
  };
}
