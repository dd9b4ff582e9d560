import { load } from "../../../commit/load";
import { packable, rowLayout } from "../../../db/packed";
import { sql } from "../../../db/sql";
import { type CustomerRow, customers } from "../../../db/tables/customers";
import { earningRules, type LoyaltyTierRow, loyaltyTiers } from "../../../db/tables/loyalty";
import { type OrderRow, orders } from "../../../db/tables/redemptions";
import { vouchers } from "../../../db/tables/vouchers";
import { aboutOf } from "../../../deciding/sql/about";
import { customerAsLeft, tiersLeft } from "../../../events/as-left";
import type { EventData } from "../../../events/catalogue";
import type { Heard } from "../../../events/listeners";
import type { LoyaltyTier } from "../../../model/loyalty/tier";
import type { Scope } from "../../../scope/scope";
import { customersByIds, decodeCustomer } from "../../customers/store";
import { type Goods, goodsStatements, readGoods } from "../../orders/goods";
import type { StoredOrder } from "../../orders/sql";
import { byOrderIdentity, decodeOrder } from "../../orders/store";
import { decodeVoucher, type StoredVoucher } from "../../vouchers/store";
import { decodeTier } from "../tiers/store";
import { cardsForEvent, tiersByIds, tiersOfMember } from "./award-store";
import { decodeCandidate, type EarningCandidate } from "./candidates";
import { rulesForEvent } from "./sql";

/** Something that happened to a customer, for which rules may give points; `at` is ISO. */
export interface Happening {
  /** As rules name it. */
  event: string;
  /** Its natural key: an award is once for each rule and key. */
  key: string;
  at: string;
  customerId: string;
  /** The order that was paid. */
  orderId: string | null;
  /** The change of a tier, for which only rules of its program and of this tier or any give. */
  tier: LoyaltyTier | null;
  /** The segment that was entered, for which only its own rules give. */
  segment: EventData<"customer.segment.entered">["segment"] | null;
  custom: CustomEvent | null;
  /** How the event left the customer: rules are judged by that, however late it is heard. */
  heard: Pick<Heard, "as_left" | "data">;
}

/** An event that a caller sent, for which only rules of its schema give. */
export interface CustomEvent {
  event: EventData<"customer.custom_event">["event"];
  schema: { id: string; name: string };
  /** The card that the caller named, which alone is credited. */
  cardId: string | null;
}

/** Of what is none of an order, a tier, a segment and an event that was sent. */
export const OF_NOTHING = { orderId: null, tier: null, segment: null, custom: null } as const;

/** What an award is decided from. */
export interface LoadedAward {
  order: OrderRow | null;
  /** Who earns, as they are now and as the event left them. */
  customer: CustomerRow | null;
  judged: CustomerRow | null;
  goods: Goods;
  candidates: EarningCandidate[];
  /** The customer's cards, and the tiers that it is in, by the ids of their programs. */
  cards: ReadonlyMap<string, StoredVoucher>;
  tiers: ReadonlyMap<string, LoyaltyTierRow>;
}

const byProgram = <T extends { campaign_id: string | null }>(rows: readonly T[]) =>
  new Map(rows.map((row): [string, T] => [row.campaign_id ?? "", row]));

/** The card that an event names; of the others each may be credited. */
const isNamed = (custom: CustomEvent | null) => (card: StoredVoucher) =>
  !custom?.cardId || card.id === custom.cardId;

const ORDERS = rowLayout(orders);
const CUSTOMERS = rowLayout(customers);
const RULES = rowLayout(earningRules, {
  plain: ["assignments", "rule_sets", "collections", "program"],
});
const CARDS = rowLayout(vouchers, { plain: ["assignments", "campaign_assignments", "campaign"] });
const TIERS = rowLayout(loyaltyTiers);

/** Reads everything that awards are decided from in ONE round trip, by one statement as a rule. */
export async function loadAward(scope: Scope, happening: Happening): Promise<LoadedAward> {
  const { event, customerId, orderId, custom, heard } = happening;
  const tiers = tiersLeft(heard, customerId);
  const stored: StoredOrder | null = orderId === null ? null : { by: "id", name: orderId };
  const about = aboutOf(scope.project.id, {
    subjects: [],
    customer_id: customerId,
    source_id: null,
    session_key: null,
    now: scope.now,
    goods: { ids: [], sources: [], order: stored },
  });
  const found = await load(scope, {
    orders: orderId === null ? null : packable(byOrderIdentity(scope, { id: orderId }), ORDERS),
    customers: packable(customersByIds(scope, [customerId]), CUSTOMERS),
    candidates: packable(rulesForEvent(about, happening), RULES),
    cards: packable(cardsForEvent(scope, customerId, event), CARDS),
    tiers: packable(
      tiers ? tiersByIds(scope, tiers) : tiersOfMember(scope, sql`${customerId}`),
      TIERS,
    ),
    goods: goodsStatements(scope, [], stored),
  });
  const [order = null] = found.orders.map(decodeOrder);
  const [customer = null] = found.customers.map(decodeCustomer);
  return {
    order,
    customer,
    judged: customer && customerAsLeft(customer, heard),
    goods: readGoods(found.goods),
    candidates: found.candidates.map(decodeCandidate),
    cards: byProgram(found.cards.map(decodeVoucher).filter(isNamed(custom))),
    tiers: byProgram(found.tiers.map(decodeTier)),
  };
}
