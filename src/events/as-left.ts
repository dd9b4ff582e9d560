import { type Fragment, raw, type Slot, sql } from "../db/sql";
import type { CustomerRow } from "../db/tables/customers";
import { isRecord } from "../lib/json-value";
import type { AsLeft, LeftCustomer } from "../model/as-left";
import type { EventKind } from "./catalogue";
import type { DomainEvent } from "./outbox";

/*
 * What is stored with an event of how it left its customer, so that whoever hears of it later
 * judges by that: numbers alone, some 150 bytes. What a profile says stands in the event's data.
 */

/** Kinds after which it is looked whether customers have entered or left segments. */
export const SEGMENT_KINDS = [
  "customer.created",
  "customer.updated",
  "customer.referred",
  "customer.order.updated",
  "customer.order.paid",
  "customer.order.fulfilled",
  "customer.order.canceled",
  "redemption.succeeded",
  "redemption.failed",
  "redemption.rollback.succeeded",
  "redemption.rollback.failed",
  "voucher.published",
  "voucher.updated",
  "voucher.deleted",
  "voucher.gift.transaction.created",
  "voucher.loyalty_card.transaction.created",
] as const;
export type SegmentKind = (typeof SEGMENT_KINDS)[number];

/** Kinds by which earning rules and distributions give: each is judged by itself. */
const JUDGED: ReadonlySet<EventKind> = new Set<EventKind>([
  "customer.order.paid",
  "customer.order.fulfilled",
  "redemption.succeeded",
  "customer.custom_event",
  "customer.segment.entered",
  "customer.loyalty.tier.joined",
  "customer.loyalty.tier.left",
  "customer.loyalty.tier.upgraded",
  "customer.loyalty.tier.downgraded",
  "customer.loyalty.tier.prolonged",
]);

const FOLLOWED: ReadonlySet<EventKind> = new Set(SEGMENT_KINDS);

/** Numbers by their place: a new one goes to the end, since stored events have no names. */
const NUMBERS = [
  ...(["total_redeemed", "total_failed", "total_succeeded", "total_rolled_back"] as const),
  ...(["total_rollback_failed", "total_rollback_succeeded", "gift_redeemed_amount"] as const),
  ...(["loyalty_redeemed_points", "gift_balance", "points_balance", "loyalty_cards"] as const),
  ...(["referred_customers", "orders_amount", "orders_count"] as const),
  ...(["last_order_amount", "last_order_date", "updated_at"] as const),
] as const;
type Numbers = Pick<CustomerRow, (typeof NUMBERS)[number]>;

const STATE =
  raw(`json_object('numbers', json_array(${NUMBERS.map((name) => `c.${name}`).join(", ")}),
  'referrals', json_array_length(c.referrals),
  'points', iif(c.program_points = '{}', NULL, json(c.program_points)),
  'tiers', iif(c.loyalty_cards = 0, NULL, json((
    SELECT json_group_object(m.campaign_id, m.tier_id) FROM loyalty_members m
    WHERE m.project_id = c.project_id AND m.customer_id = c.id AND m.tier_id IS NOT NULL))))`);

/** How the batch has left these customers, as an expression; `people` is a JSON list of ids. */
export const stateOf = (project: Slot, people: Slot | Fragment): Fragment =>
  sql`(SELECT json_group_object(c.id, ${STATE}) FROM json_each(${people}) p
    CROSS JOIN customers c ON c.project_id = ${project} AND c.id = p.value)`;

type Told = Pick<DomainEvent, "kind" | "customer_id" | "data">;

const holderIn = (data: object): string | null => {
  const voucher = "voucher" in data ? data.voucher : null;
  const holder = isRecord(voucher) ? voucher.holder_id : null;
  return typeof holder === "string" ? holder : null;
};

const referrerIn = (data: object): string[] => {
  const referrer = "referrer" in data && "referral" in data ? data.referrer : null;
  return isRecord(referrer) && typeof referrer.id === "string" ? [referrer.id] : [];
};

/**
 * Whom an event has moved: who holds the card or code of which it is, or whom it happened to. Of
 * changes of a code only its return out of the bin moves anybody: it alone happens to its holder.
 */
export function personsOf({ kind, customer_id, data }: Told): string[] {
  const isOfCode = kind.startsWith("voucher.") && kind !== "voucher.updated";
  const person = (isOfCode ? holderIn(data) : null) ?? customer_id;
  const referrer = kind === "customer.referred" ? referrerIn(data) : [];
  return person ? [person, ...referrer] : referrer;
}

/**
 * Of whom it is stored with each event of a commit how it left them: with all that are judged by
 * themselves, and else once for each customer, with the last event. Null where nobody judges.
 */
export function peopleLeft(events: readonly Told[]): (string[] | null)[] {
  const told = new Set<string>();
  return events
    .toReversed()
    .map((event) => {
      const isFollowed = FOLLOWED.has(event.kind);
      if (!isFollowed && !JUDGED.has(event.kind)) return null;
      const people = personsOf(event);
      const left = JUDGED.has(event.kind) ? people : people.filter((id) => !told.has(id));
      if (isFollowed) for (const id of people) told.add(id);
      return left;
    })
    .toReversed();
}

type HeardOf = { as_left?: AsLeft | null; data: object };

/** The casts hold because `STATE` alone makes such lists, from these columns. */
const numbersIn = ({ numbers }: LeftCustomer): Numbers =>
  Object.fromEntries(NUMBERS.map((name, at) => [name, numbers[at] ?? null])) as Numbers;

/** What the event tells of a profile that was changed since. */
function profileIn({ data }: HeardOf, id: string): Partial<CustomerRow> {
  const told = "customer" in data && isRecord(data.customer) ? data.customer : {};
  if (told.id !== id || told.is_absent !== undefined) return {};
  const text = (name: string) => (typeof told[name] === "string" ? told[name] : null);
  const metadata = isRecord(told.metadata) ? told.metadata : {};
  return { name: text("name"), email: text("email"), source_id: text("source_id"), metadata };
}

/**
 * The customer as the event left them, of how they are now. An event that was stored without it
 * leaves them as they are.
 */
export function customerAsLeft<C extends CustomerRow>(now: C, heard: HeardOf): C {
  const left = heard.as_left?.[now.id];
  if (!left) return now;
  const numbers = numbersIn(left);
  return {
    ...now,
    ...(numbers.updated_at !== now.updated_at && profileIn(heard, now.id)),
    ...numbers,
    program_points: left.points ?? {},
    referrals: now.referrals.slice(0, left.referrals),
  };
}

/** The ids of the tiers that the event left a customer in; null where it does not say. */
export const tiersLeft = (heard: HeardOf, customerId: string): string[] | null => {
  const left = heard.as_left?.[customerId];
  return left ? Object.values(left.tiers ?? {}) : null;
};
