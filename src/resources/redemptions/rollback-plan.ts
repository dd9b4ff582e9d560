import type { Statement } from "../../db/client";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import { takenBy } from "../../engine/redemption/rollback";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../http/scope";
import { present } from "../../lib/assert";
import { updateOrder } from "../orders/store";
import { viewOrder } from "../orders/view";
import type { StoredVoucher } from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import { blankEntry, orderTotal } from "./parts";
import type { Touched } from "./rollback-load";
import type { RollbackBody } from "./schema";
import {
  type GiftEntry,
  giveToVouchers,
  insertGiftEntries,
  insertRedemptions,
  markRolledBack,
  moveCustomer,
} from "./store";
import { viewEntry, viewSimpleCustomer } from "./view";

/** Everything that a successful rollback writes and tells. */
export interface RollbackPlan {
  rollbacks: RedemptionRow[];
  /** Only a whole stack has one. */
  parent: RedemptionRow | null;
  vouchers: Map<string, StoredVoucher>;
  order: OrderRow | null;
  statements: Statement[];
  events: DomainEvent[];
}

/** The order without the shares that are given back; canceled with its last redemption. */
function orderAfter(
  scope: Scope,
  { order }: Touched,
  rollbacks: readonly RedemptionRow[],
  discount: number,
): OrderRow | null {
  if (!order) return null;
  const marked = rollbacks.map((rollback): [string, Record<string, unknown>] => {
    const id = rollback.redemption_id ?? "";
    const mark = { rollback_id: rollback.id, rollback_date: rollback.created_at };
    return [id, { ...order.redemptions[id], ...mark }];
  });
  const redemptions = { ...order.redemptions, ...Object.fromEntries(marked) };
  const isLast = Object.values(redemptions).every(({ rollback_id }) => rollback_id !== undefined);
  return {
    ...order,
    status: isLast ? "CANCELED" : order.status,
    discount_amount: order.discount_amount - discount,
    redemptions,
    updated_at: isoNow(scope),
  };
}

function rollbackRow(
  scope: Scope,
  body: RollbackBody,
  redemption: RedemptionRow,
  parent: RedemptionRow | null,
): RedemptionRow {
  const { credits } = redemption.effects;
  return {
    ...blankEntry(scope, body, scope.newId("rr")),
    object: "redemption_rollback",
    redemption_id: redemption.id,
    parent_id: parent?.id ?? null,
    voucher_id: redemption.voucher_id,
    customer_id: redemption.customer_id,
    order_id: redemption.order_id,
    tracking_id: body.tracking_id ?? redemption.tracking_id,
    amount: credits === undefined ? null : -credits,
    reason: body.reason ?? null,
    effects: redemption.effects,
  };
}

/** The vouchers with what they get back. */
function vouchersAfter(
  { vouchers }: Touched,
  targets: readonly RedemptionRow[],
): Map<string, StoredVoucher> {
  const after = new Map(vouchers);
  for (const { voucher_id, effects } of targets) {
    const voucher = after.get(voucher_id ?? "");
    if (!voucher) continue;
    const credits = effects.credits ?? 0;
    after.set(voucher.id, {
      ...voucher,
      redeemed_quantity: voucher.redeemed_quantity - (effects.quantity ?? 0),
      redeemed_amount: voucher.redeemed_amount - credits,
      balance: voucher.balance === null ? null : voucher.balance + credits,
    });
  }
  return after;
}

const refundEntries = (scope: Scope, rollbacks: readonly RedemptionRow[]): GiftEntry[] =>
  rollbacks.flatMap((row) =>
    row.amount === null || row.voucher_id === null
      ? []
      : [
          {
            id: scope.newId("vtx"),
            voucher_id: row.voucher_id,
            campaign_id: null,
            type: "CREDITS_REFUND" as const,
            amount: -row.amount,
            related_transaction_id: null,
            details: { redemption: { id: row.redemption_id }, rollback: { id: row.id } },
          },
        ],
  );

function customerMove(plan: Pick<RollbackPlan, "rollbacks" | "order">, touched: Touched) {
  const { credits } = takenBy(plan.rollbacks.map((row) => ({ ...row, status: "SUCCEEDED" })));
  const isCanceled = plan.order?.status === "CANCELED" && touched.order?.status !== "CANCELED";
  const after = isCanceled ? 0 : orderTotal(plan.order);
  return {
    total_rolled_back: plan.rollbacks.length,
    total_rollback_succeeded: plan.rollbacks.length,
    gift_redeemed_amount: -credits,
    orders_amount: after - orderTotal(touched.order),
    orders_count: isCanceled ? -1 : 0,
  };
}

function eventsOf(
  scope: Scope,
  touched: Touched,
  plan: Pick<RollbackPlan, "rollbacks" | "vouchers" | "order">,
  targets: readonly RedemptionRow[],
  gifts: readonly GiftEntry[],
): DomainEvent[] {
  const order = plan.order && { ...viewOrder(plan.order) };
  const customer = touched.customer && viewSimpleCustomer(touched.customer);
  return plan.rollbacks.flatMap((row, at) => {
    const found = plan.vouchers.get(row.voucher_id ?? "");
    const voucher = found ? { ...viewVoucher(scope, found) } : null;
    const redemption = viewEntry(present(targets[at], "the redemption of a rollback"));
    const rollback = viewEntry(row);
    const shared = { campaign: null, voucher, holder: null, order, redemption };
    const gift = gifts.find(({ details }) => Object(details.rollback).id === row.id);
    return [
      {
        kind: "redemption.rollback.succeeded" as const,
        entity_id: row.id,
        data: {
          ...shared,
          customer,
          promotion_tier: null,
          promotion_stack: null,
          redemption_rollback: rollback,
        },
      },
      ...(gift && found
        ? [
            {
              kind: "voucher.gift.transaction.created" as const,
              entity_id: gift.voucher_id,
              data: {
                ...shared,
                transaction: { ...gift },
                balance: { amount: gift.amount, balance: found.balance ?? 0 },
                rollback,
              },
            },
          ]
        : []),
    ];
  });
}

/** Rows, counter moves and events that give the targets back (decisions, section 5). */
export function planRollbackEffect(
  scope: Scope,
  touched: Touched,
  targets: readonly RedemptionRow[],
  body: RollbackBody,
): RollbackPlan {
  const { redemption, children } = touched;
  const isStack = children.length > 0;
  const parent = isStack ? rollbackRow(scope, body, redemption, null) : null;
  const rollbacks = targets.map((target) => rollbackRow(scope, body, target, parent));
  const { order_discount } = takenBy(targets);
  const order = orderAfter(scope, touched, rollbacks, order_discount);
  const rows = parent ? [parent, ...rollbacks] : rollbacks;
  for (const row of rows) if (order) row.order = { ...viewOrder(order) };
  const vouchers = vouchersAfter(touched, targets);
  const moves = targets.flatMap(({ voucher_id, effects }) => {
    const voucher = vouchers.get(voucher_id ?? "");
    const { quantity = 0, credits = 0 } = effects;
    return voucher ? [{ voucher, quantity, credits }] : [];
  });
  const gifts = refundEntries(scope, rollbacks);
  const { customer } = touched;
  const parentId = isStack ? redemption.id : redemption.parent_id;
  return {
    rollbacks,
    parent,
    vouchers,
    order,
    statements: [
      ...markRolledBack(
        scope,
        targets.map(({ id }) => id),
        parentId,
      ),
      ...(moves.length > 0 ? [giveToVouchers(scope, moves)] : []),
      ...(gifts.length > 0
        ? [
            insertGiftEntries(scope, gifts, {
              source: scope.actor.channel ?? "API",
              created_at: isoNow(scope),
            }),
          ]
        : []),
      ...(order ? updateOrder(order) : []),
      ...(customer
        ? [moveCustomer(scope, customer.id, customerMove({ rollbacks, order }, touched), null)]
        : []),
      insertRedemptions(rows),
    ],
    events: eventsOf(scope, touched, { rollbacks, vouchers, order }, targets, gifts),
  };
}
