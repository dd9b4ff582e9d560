import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { type PlannedUse, planUses } from "../../engine/redemption/plan";
import type { Decision } from "../../engine/stacking/decide";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../http/scope";
import type { DecideRequest } from "../../model/redeemable";
import { customerChange, insertCustomer, updateCustomer } from "../customers/store";
import { viewCustomer } from "../customers/view";
import { insertOrder, updateOrder } from "../orders/store";
import { shownRedemptions, viewCart } from "../orders/view";
import type { Loaded, RuledVoucher } from "../validations/load";
import { totalApplied } from "../validations/view";
import { viewVoucher } from "../vouchers/view";
import { blankEntry, customerAfter, orderBefore, orderTotal, paidOrder, trackingOf } from "./parts";
import {
  type CustomerMove,
  type GiftEntry,
  insertGiftEntries,
  insertRedemptions,
  moveCustomer,
  takeFromVouchers,
  type VoucherMove,
} from "./store";
import { viewEntry, viewSimpleCustomer } from "./view";

/** Everything that a successful redemption writes and tells. */
export interface Success {
  uses: PlannedUse<RuledVoucher>[];
  children: RedemptionRow[];
  /** Only a stack has one. */
  parent: RedemptionRow | null;
  customer: CustomerRow | null;
  order: OrderRow | null;
  statements: Statement[];
  events: DomainEvent[];
  tally: { redemptions: number; customers?: number; orders?: number };
}

const moveOf = ({ applied, effects }: PlannedUse<RuledVoucher>): VoucherMove => ({
  voucher: applied.voucher,
  quantity: effects.quantity ?? 0,
  credits: effects.credits ?? 0,
});

/** The voucher as the redemption leaves it, if nobody else redeemed meanwhile. */
export function voucherAfter({ applied, effects }: PlannedUse<RuledVoucher>): RuledVoucher {
  const { voucher } = applied;
  const credits = effects.credits ?? 0;
  return {
    ...voucher,
    redeemed_quantity: voucher.redeemed_quantity + (effects.quantity ?? 0),
    redeemed_amount: voucher.redeemed_amount + credits,
    balance: voucher.balance === null ? null : voucher.balance - credits,
  };
}

/** The contract's map of an order's redemptions; `applied` is ours, for validating it again. */
function orderRedemptions(rows: readonly RedemptionRow[], parent: RedemptionRow | null) {
  const entries = rows.map((row): [string, Record<string, unknown>] => [
    row.id,
    {
      date: row.created_at,
      related_object_type: "voucher",
      related_object_id: row.voucher_id,
      ...(parent && { related_object_parent_id: parent.id }),
      applied: {
        voucher_id: row.voucher_id,
        quantity: row.effects.quantity ?? 0,
        credits: row.effects.credits ?? 0,
        order_discount: row.effects.order_discount ?? 0,
      },
    },
  ]);
  return Object.fromEntries(entries);
}

function childRow(
  context: { scope: Scope; request: DecideRequest; loaded: Loaded },
  use: PlannedUse<RuledVoucher>,
  owners: { customer: CustomerRow | null; order: OrderRow | null; parent: RedemptionRow | null },
): RedemptionRow {
  const { scope, request, loaded } = context;
  const { applied, effects } = use;
  const { customer, order, parent } = owners;
  const identity = { ...order, customer_id: customer?.id ?? null };
  return {
    ...blankEntry(scope, request, scope.newId("r")),
    parent_id: parent?.id ?? null,
    voucher_id: applied.voucher.id,
    customer_id: customer?.id ?? null,
    order_id: order?.id ?? null,
    tracking_id: trackingOf(scope, request, loaded),
    amount: effects.credits ?? null,
    order: order && { ...viewCart(applied.after, applied.effect.order_discount, identity) },
    effects,
  };
}

const giftEntries = (scope: Scope, rows: readonly RedemptionRow[]): GiftEntry[] =>
  rows.flatMap((row) =>
    row.effects.credits === undefined || row.voucher_id === null
      ? []
      : [
          {
            id: scope.newId("vtx"),
            voucher_id: row.voucher_id,
            campaign_id: null,
            type: "CREDITS_REDEMPTION" as const,
            amount: -row.effects.credits,
            related_transaction_id: null,
            details: {
              redemption: { id: row.id },
              ...(row.order_id !== null && { order: { id: row.order_id } }),
            },
          },
        ],
  );

function customerMove(
  uses: readonly PlannedUse<RuledVoucher>[],
  before: OrderRow | null,
  after: OrderRow | null,
): CustomerMove {
  const credits = uses.reduce((total, { effects }) => total + (effects.credits ?? 0), 0);
  const isFirst = after !== null && before?.status === "CREATED";
  return {
    total_redeemed: uses.length,
    total_succeeded: uses.length,
    gift_redeemed_amount: credits,
    orders_amount: orderTotal(after) - (isFirst ? 0 : orderTotal(before)),
    orders_count: isFirst ? 1 : 0,
  };
}

function customerStatements(
  scope: Scope,
  loaded: Loaded,
  customer: CustomerRow,
  move: CustomerMove,
  order: OrderRow | null,
): Statement[] {
  const last = order && { amount: orderTotal(order), date: isoNow(scope) };
  const moved = moveCustomer(scope, customer.id, move, last);
  if (!loaded.customer) return [insertCustomer(customer), moved];
  const change = loaded.identity ? customerChange(loaded.customer, loaded.identity) : {};
  const isChanged =
    JSON.stringify({ ...loaded.customer, ...change }) !== JSON.stringify(loaded.customer);
  if (!isChanged) return [moved];
  return [...updateCustomer(loaded.customer, { ...change, updated_at: isoNow(scope) }), moved];
}

function customerEvents(loaded: Loaded, customer: CustomerRow): DomainEvent[] {
  const data = { customer: { ...viewCustomer(customer) } };
  if (!loaded.customer) return [{ kind: "customer.created", entity_id: customer.id, data }];
  const isChanged = JSON.stringify(loaded.customer) !== JSON.stringify(customer);
  return isChanged ? [{ kind: "customer.updated", entity_id: customer.id, data }] : [];
}

function redemptionEvents(
  scope: Scope,
  success: Pick<Success, "uses" | "children" | "customer">,
  gifts: readonly GiftEntry[],
): DomainEvent[] {
  const customer = success.customer && viewSimpleCustomer(success.customer);
  return success.children.flatMap((row, at) => {
    const use = success.uses[at];
    const voucher = use ? viewVoucher(scope, voucherAfter(use)) : null;
    const redemption = viewEntry(row);
    const shared = { campaign: null, voucher, holder: null, order: row.order };
    const gift = gifts.find(
      (entry) => entry.details.redemption && entry.voucher_id === row.voucher_id,
    );
    return [
      {
        kind: "redemption.succeeded" as const,
        entity_id: row.id,
        data: { ...shared, customer, promotion_tier: null, promotion_stack: null, redemption },
      },
      ...(gift
        ? [
            {
              kind: "voucher.gift.transaction.created" as const,
              entity_id: gift.voucher_id,
              data: {
                ...shared,
                transaction: { ...gift },
                balance: { amount: gift.amount, balance: voucher?.gift?.balance ?? 0 },
                redemption,
                rollback: null,
              },
            },
          ]
        : []),
    ];
  });
}

/** What a valid decision becomes: rows, counter moves and events of one batch (decisions, section 5). */
export function planSuccess(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  decision: Decision<RuledVoucher>,
): Success {
  const uses = planUses(decision);
  const customer = customerAfter(scope, loaded);
  const before = orderBefore(scope, request, loaded);
  const paid =
    before && decision.cart && paidOrder(scope, before, decision.cart, customer?.id ?? null);
  const parent =
    uses.length > 1
      ? {
          ...blankEntry(scope, request, scope.newId("r")),
          customer_id: customer?.id ?? null,
          order_id: paid?.id ?? null,
          tracking_id: trackingOf(scope, request, loaded),
        }
      : null;
  const context = { scope, request, loaded };
  const children = uses.map((use) => childRow(context, use, { customer, order: paid, parent }));
  const order = paid && {
    ...paid,
    redemptions: { ...paid.redemptions, ...orderRedemptions(children, parent) },
  };
  if (parent && order) {
    const identity = { ...order, customer_id: customer?.id ?? null };
    parent.order = { ...viewCart(decision.cart, totalApplied(decision), identity) };
  }
  const rows = parent ? [parent, ...children] : children;
  for (const row of rows) if (row.order && order) row.order.redemptions = shownRedemptions(order);
  const gifts = giftEntries(scope, children);
  const at = { source: scope.actor.channel ?? "API", created_at: isoNow(scope) };
  return {
    uses,
    children,
    parent,
    customer,
    order,
    statements: [
      ...takeFromVouchers(scope, uses.map(moveOf)),
      ...(gifts.length > 0 ? [insertGiftEntries(scope, gifts, at)] : []),
      ...(customer
        ? customerStatements(scope, loaded, customer, customerMove(uses, before, order), order)
        : []),
      ...(order ? (loaded.order ? updateOrder(order) : [insertOrder(order)]) : []),
      insertRedemptions(rows),
    ],
    events: [
      ...(customer ? customerEvents(loaded, customer) : []),
      ...redemptionEvents(scope, { uses, children, customer }, gifts),
    ],
    tally: {
      redemptions: rows.length,
      ...(customer && !loaded.customer && { customers: 1 }),
      ...(order && !loaded.order && { orders: 1 }),
    },
  };
}
