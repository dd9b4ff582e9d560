import { load } from "../../../commit/load";
import { sql } from "../../../db/sql";
import type { CustomerRow } from "../../../db/tables/customers";
import type { OrderRow } from "../../../db/tables/redemptions";
import { aboutOf } from "../../../deciding/sql/about";
import type { Scope } from "../../../scope/scope";
import { customersByIds, decodeCustomer } from "../../customers/store";
import { type Goods, goodsStatements, readGoods } from "../../orders/goods";
import { byOrderIdentity, decodeOrder } from "../../orders/store";
import { decodeVoucher, type StoredVoucher } from "../../vouchers/store";
import { cardsForEvent, decodeMemberTier, type MemberTier, tiersOfMember } from "./award-store";
import { decodeCandidate, type EarningCandidate } from "./candidates";
import { rulesForEvent } from "./sql";

/** An order that was paid, by whom and when (ISO). */
export interface PaidOrder {
  orderId: string;
  customerId: string;
  at: string;
}

/** What an award is decided from. */
export interface LoadedAward {
  order: OrderRow | null;
  customer: CustomerRow | null;
  goods: Goods;
  candidates: EarningCandidate[];
  /** The customer's cards, and the tiers that it is in, by the ids of their programs. */
  cards: ReadonlyMap<string, StoredVoucher>;
  tiers: ReadonlyMap<string, MemberTier>;
}

const ORDER_PAID = "order.paid";

const byProgram = <T extends { campaign_id: string | null }>(rows: readonly T[]) =>
  new Map(rows.map((row): [string, T] => [row.campaign_id ?? "", row]));

/** Reads everything that the award for a paid order is decided from in ONE round trip. */
export async function loadAward(scope: Scope, paid: PaidOrder): Promise<LoadedAward> {
  const { orderId, customerId, at } = paid;
  const stored = { id: orderId, source_id: null };
  const about = aboutOf(scope.project.id, {
    subjects: [customerId],
    source_id: null,
    session_key: null,
    now: scope.now,
    goods: { ids: [], sources: [], order: stored },
  });
  const found = await load(scope, {
    orders: byOrderIdentity(scope, { id: orderId }),
    customers: customersByIds(scope, [customerId]),
    candidates: rulesForEvent(about, { event: ORDER_PAID, key: orderId, at }),
    cards: cardsForEvent(scope, customerId, ORDER_PAID),
    tiers: tiersOfMember(scope, sql`${customerId}`),
    goods: goodsStatements(scope, [], stored),
  });
  const [order = null] = found.orders.map(decodeOrder);
  const [customer = null] = found.customers.map(decodeCustomer);
  return {
    order,
    customer,
    goods: readGoods(found.goods),
    candidates: found.candidates.map(decodeCandidate),
    cards: byProgram(found.cards.map(decodeVoucher)),
    tiers: byProgram(found.tiers.map(decodeMemberTier)),
  };
}
