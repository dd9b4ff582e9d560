import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { Assertion } from "../../db/commit";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { addUsage, returnUsage } from "../../db/usage-counters";
import { hashedTracking } from "../../deciding/tracking";
import { spentOf } from "../../engine/redemption/spent";
import { takenOf } from "../../engine/stacking/effect";
import { handedOver } from "../../engine/usage/hand-over";
import { usageMoves } from "../../engine/usage/moves";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import type { CustomerMove } from "../customers/moves-store";
import { customerStands } from "../customers/store";
import { orderKinds } from "../orders/events";
import { orderStands, rewriteOrder } from "../orders/store";
import { moveSummaries, orderCounters } from "../orders/summary";
import { countedUses, withCounted } from "../orders/uses";
import { viewOrder } from "../orders/view";
import { leftInBin } from "../vouchers/remove";
import type { StoredVoucher } from "../vouchers/store";
import { returnedCounters } from "./campaign-counters";
import { type CardLedger, cardLedger } from "./card-ledger";
import { ledgerEvents, type MadeEntry } from "./events";
import { withoutRedemptions } from "./order";
import { blankEntry, idsInOrder } from "./parts";
import { rewardRedemptionEvents } from "./reward-events";
import { NOTHING_BACK, type TakenBack, takeBack } from "./reward-return";
import { giveBackRewardsOf } from "./rewards";
import type { Touched } from "./rollback-load";
import type { RollbackBody } from "./schema";
import type { ShownTier } from "./sql";
import { insertRedemptions, markRolledBack, redemptionsStand } from "./store";
import { tierAfter } from "./tiers";
import { rewriteUsage } from "./usage-store";
import { afterGiving, givings } from "./voucher-moves";
import { type CounterMove, moveVouchers, vouchersStay } from "./voucher-store";

/** Everything that a successful rollback writes and tells. */
export interface RollbackPlan {
  rollbacks: RedemptionRow[];
  /** Only a whole stack has one. */
  parent: RedemptionRow | null;
  /** Vouchers that still exist, with what they get back, and without what was given for it. */
  vouchers: StoredVoucher[];
  /** What is given back stands still, before anything moves. */
  asserted: Assertion[];
  /**
   * Runs before the other statements and returns the counters of the vouchers as the batch leaves
   * them.
   */
  given: Statement[];
  /** Entries in the ledgers of cards, to which it was given back by then. */
  ledger: CardLedger;
  /** What goes back of what a reward gave, which is taken from cards behind all that. */
  back: TakenBack;
  statements: Statement[];
  /** Makes its entries, with that of the audit log. */
  keeping: ReturnType<typeof insertRedemptions>;
  events: DomainEvent[];
  tally: { redemptions: number };
  days: DayMove[];
}

function rollbackRow(
  scope: Scope,
  body: RollbackBody,
  redemption: RedemptionRow,
  id: string,
): RedemptionRow {
  return {
    ...blankEntry(scope, body, id),
    object: "redemption_rollback",
    redemption_id: redemption.id,
    voucher_id: redemption.voucher_id,
    promotion_tier_id: redemption.promotion_tier_id,
    promotion_stack_id: redemption.promotion_stack_id,
    customer_id: redemption.customer_id,
    order_id: redemption.order_id,
    tracking_id: body.tracking_id
      ? hashedTracking(scope, body.tracking_id)
      : redemption.tracking_id,
    amount: redemption.amount === null ? null : -redemption.amount,
    reason: body.reason ?? null,
    effects: redemption.effects,
  };
}

/**
 * The ledger's entries, each with the order as all of them leave it; a whole stack has a parent.
 */
function rowsOf(
  scope: Scope,
  touched: Pick<Touched, "children" | "redemption" | "order">,
  targets: readonly RedemptionRow[],
  body: RollbackBody,
) {
  const isStack = touched.children.length > 0;
  const ids = idsInOrder(scope, "rr", targets.length + (isStack ? 1 : 0));
  const parent = isStack ? rollbackRow(scope, body, touched.redemption, ids.shift() ?? "") : null;
  const rollbacks = targets.map((target, at) => ({
    ...rollbackRow(scope, body, target, ids[at] ?? ""),
    parent_id: parent?.id ?? null,
  }));
  const order = touched.order && withoutRedemptions(scope, touched.order, rollbacks);
  const rows = parent ? [parent, ...rollbacks] : rollbacks;
  for (const row of rows) if (order) row.order = { ...viewOrder(order) };
  return { parent, rollbacks, rows, order };
}

const ROLLED_BACK = ["customer.reward_redemptions.rolledback"] as const;

const negated = (move: CustomerMove): CustomerMove =>
  Object.fromEntries(Object.entries(move).map(([name, by]) => [name, -by]));

/** The summaries that the rollback moves; the customer may be deleted by now. */
function summaryStatements(
  scope: Scope,
  { customer, order }: Touched,
  targets: readonly RedemptionRow[],
  after: OrderRow | null,
): Statement[] {
  const mover = customer && {
    id: customer.id,
    counts: {
      total_rolled_back: targets.length,
      total_rollback_succeeded: targets.length,
      ...negated(spentOf(targets.flatMap(({ effects }) => (effects.uncounted ? [] : effects)))),
    },
    lastOrder: null,
  };
  return moveSummaries(scope, mover, { before: order, after });
}

/** What is told of rewards that members had redeemed. */
const rewardsReturned = (scope: Scope, entries: readonly MadeEntry[]): DomainEvent[] =>
  entries.flatMap(({ row, voucher, customer }) =>
    voucher && row.effects.given
      ? rewardRedemptionEvents(scope, { row, card: voucher, customer }, ROLLED_BACK)
      : [],
  );

/** The tier whose use an entry takes back, without that use. */
export function tierBefore(tiers: Touched["tiers"], row: RedemptionRow): ShownTier | null {
  const tier = tiers.get(row.promotion_tier_id ?? "");
  return tier ? tierAfter(tier, row.effects, -1) : null;
}

/** The entries with these cards, and with the tiers that were redeemed. */
const madeEntries = (
  { tiers, stack, customer }: Touched,
  rollbacks: readonly RedemptionRow[],
  vouchers: readonly StoredVoucher[],
): MadeEntry[] =>
  rollbacks.map((row) => {
    const voucher = vouchers.find(({ id }) => id === row.voucher_id) ?? null;
    const tier = tierBefore(tiers, row);
    return { row, voucher, tier, stack, customer };
  });

/**
 * What goes back, and what stays: the amount of an order that other redemptions of a campaign stand
 * on stays counted for it, by one of these (docs/behaviour.md, "Usage").
 */
function leftCounted(scope: Scope, { order }: Touched, redeemed: readonly RedemptionRow[]) {
  const leaving = new Map(redeemed.map(({ id, effects }) => [id, effects.usage]));
  const staying = order ? countedUses(order).filter(([id]) => !leaving.has(id)) : [];
  const { usages, grown } = handedOver([...leaving], staying);
  const targets = redeemed.map((row) => {
    const usage = usages.get(row.id);
    return usage ? { ...row, effects: { ...row.effects, usage } } : row;
  });
  const kept = new Map([...usages].filter(([id]) => !leaving.has(id)));
  const statements = [
    ...returnUsage(scope.project.id, usageMoves(redeemed.map(({ effects }) => effects))),
    ...addUsage(scope.project.id, usageMoves(grown.map((usage) => ({ usage })))),
    ...rewriteUsage(scope, kept),
  ];
  return { targets, statements, order: order && withCounted(order, usages) };
}

/** What goes back to vouchers that still exist. */
const movesOf = ({ vouchers }: Touched, targets: readonly RedemptionRow[]) =>
  targets.flatMap(({ voucher_id, effects }) => {
    const voucher = vouchers.get(voucher_id ?? "");
    return voucher ? [{ voucher, effects }] : [];
  });

const assertedOf = (
  scope: Scope,
  { order, customer }: Touched,
  targets: readonly RedemptionRow[],
  given: readonly CounterMove[],
): Assertion[] => [
  ...vouchersStay(scope, given),
  redemptionsStand(scope, targets),
  ...(order ? [orderStands(order)] : []),
  ...(customer ? [customerStands(scope, customer.id)] : []),
];

/** Rows, counter moves and events that give redemptions back (docs/behaviour.md). */
export function planRollbackEffect(
  scope: Scope,
  touched: Touched,
  redeemed: readonly RedemptionRow[],
  body: RollbackBody,
): RollbackPlan {
  const { redemption, children, customer } = touched;
  const usage = leftCounted(scope, touched, redeemed);
  const { targets } = usage;
  const left = { redemption, children, order: usage.order };
  const { parent, rollbacks, rows, order } = rowsOf(scope, left, targets, body);
  const effects = targets.map((target) => target.effects);
  const moves = movesOf(touched, targets);
  const given = givings(moves);
  const returned = moves.map(afterGiving);
  // Before what goes back, as it is written: entries of one card are listed in that order.
  const ledger = cardLedger(
    scope,
    madeEntries(touched, rollbacks, returned).flatMap(({ row, voucher }) =>
      voucher ? [{ row, card: voucher, customer }] : [],
    ),
  );
  // Only one that was redeemed alone has given anything.
  const [only] = targets;
  const back = only ? takeBack(scope, touched, only, returned) : NOTHING_BACK;
  const vouchers = returned.map((card) => (card.id === back.voucher?.id ? back.voucher : card));
  const entries = madeEntries(touched, rollbacks, vouchers);
  const orderBack = orderCounters({ before: touched.order, after: order });
  return {
    rollbacks,
    parent,
    vouchers,
    asserted: assertedOf(scope, touched, targets, given),
    given: moveVouchers(scope, given),
    ledger,
    back,
    statements: [
      ...usage.statements,
      ...markRolledBack(scope, targets, children.length > 0 ? redemption.id : redemption.parent_id),
      ...giveBackRewardsOf(scope, effects),
      ...moves.flatMap(({ voucher, effects }) => leftInBin(scope, voucher, takenOf(effects))),
      ...(touched.order && order ? rewriteOrder(touched.order, order) : []),
      ...summaryStatements(scope, touched, targets, order),
    ],
    keeping: insertRedemptions(rows, order),
    events: [
      ...ledgerEvents(scope, entries, {
        order: order ? orderKinds(touched.order, order) : [],
        referrals: [],
      }),
      ...rewardsReturned(scope, entries),
      ...ledger.events,
      ...back.events,
    ],
    tally: { redemptions: rows.length },
    days: [...returnedCounters(targets), ...orderBack, ...back.days],
  };
}
