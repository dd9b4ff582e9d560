import { isRecord, slim, whole } from "../lib/slim";
import { listPath } from "../model/voucher";
import { catalogue, type EventKind } from "./catalogue";

type Json = Record<string, unknown>;

/**
 * The fields that an object of an event has in most cases: what is as usual is not stored with each
 * event.
 */
interface Noun {
  usual: (kept: Json) => Json;
  /** Fields that follow from the others, and are worked out again when the event is shown. */
  derived: readonly string[];
}

const CUSTOMER: Json = {
  address: null,
  summary: {
    redemptions: {
      total_redeemed: 0,
      total_failed: 0,
      total_succeeded: 0,
      total_rolled_back: 0,
      total_rollback_failed: 0,
      total_rollback_succeeded: 0,
      gift: { redeemed_amount: 0, amount_to_go: 0 },
      loyalty_card: { redeemed_points: 0, points_to_go: 0 },
    },
    orders: { total_amount: 0, total_count: 0, average_amount: 0, last_order_amount: 0 },
  },
  loyalty: { points: 0, referred_customers: 0, campaigns: {} },
  referrals: { total: 0, campaigns: [] },
  system_metadata: {},
};

const voucher = ({ code }: Json): Json => ({
  campaign: null,
  campaign_id: null,
  category: null,
  category_id: null,
  categories: [],
  gift: null,
  loyalty_card: null,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  active: true,
  additional_info: null,
  metadata: {},
  is_referral_code: false,
  updated_at: null,
  publish: { object: "list", count: 0, url: listPath(String(code), "publications") },
  redemption: {
    quantity: null,
    redeemed_quantity: 0,
    object: "list",
    url: listPath(String(code), "redemptions"),
  },
  validation_rules_assignments: { object: "list", data_ref: "data", data: [], total: 0 },
});

/**
 * By the `object` that names what it is. A customer beside a redemption is shown in short, and is
 * stored as it is.
 */
const NOUNS: Record<string, Noun> = {
  customer: { usual: () => CUSTOMER, derived: [] },
  voucher: { usual: voucher, derived: ["assets"] },
};

const nounOf = (value: Json): Noun | undefined => NOUNS[String(value.object)];

/**
 * Marks an object that is stored without its usual fields, so that they are put back when it is
 * shown.
 */
const SLIM = "is_slim";

/** Whether a customer is shown in short: without a summary, so that nothing can be left out. */
const isShort = (value: Json): boolean => value.object === "customer" && !("summary" in value);

function slimmed(value: unknown): unknown {
  const noun = isRecord(value) && !isShort(value) ? nounOf(value) : undefined;
  if (!noun || !isRecord(value)) return value;
  const own = Object.fromEntries(
    Object.entries(value).filter(([name]) => !noun.derived.includes(name)),
  );
  return { ...slim(own, noun.usual(value)), [SLIM]: 1 };
}

/** By kind, the fields that each of its events has, if only as null. */
const required = new Map<EventKind, readonly string[]>();

function requiredOf(kind: EventKind): readonly string[] {
  const known = required.get(kind);
  if (known) return known;
  const names = Object.entries(catalogue[kind].data.shape).flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [] : [name],
  );
  required.set(kind, names);
  return names;
}

/**
 * An event's data as it is stored: without what is null in it, and without what its objects have in
 * common with most others.
 */
export function slimData(kind: EventKind, data: Json): Json {
  const names = requiredOf(kind);
  const kept = Object.entries(data).filter(
    ([name, value]) => value !== null || !names.includes(name),
  );
  return Object.fromEntries(kept.map(([name, value]) => [name, slimmed(value)]));
}

function wholeObject(value: unknown): unknown {
  if (!isRecord(value) || value[SLIM] === undefined) return value;
  const { [SLIM]: _, ...kept } = value;
  return whole(kept, nounOf(kept)?.usual(kept) ?? {});
}

/** The data as it was before it was slimmed, but for what is derived. */
export const wholeData = (kind: EventKind, kept: Json): Json => ({
  ...Object.fromEntries(requiredOf(kind).map((name) => [name, null])),
  ...Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, wholeObject(value)])),
});
