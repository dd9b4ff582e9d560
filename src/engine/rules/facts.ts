// Decides how a rule sees the world: what is known, and what exactly is missing when it is not.

import type { Work } from "../../lib/work";
import type { UsageFacts } from "../usage/facts";

/** A product or SKU of the catalogue, as far as rules look at it. `price` in minor units. */
export interface GoodsFacts {
  id: string | null;
  source_id: string | null;
  price: number | null;
  metadata: Record<string, unknown>;
}

/** One line of the order. `price` (one unit) and `amount` (the line) in minor units. */
export interface ItemFacts {
  product_id: string | null;
  sku_id: string | null;
  source_id: string | null;
  quantity: number | null;
  price: number | null;
  amount: number | null;
  metadata: Record<string, unknown> | null;
  product: GoodsFacts | null;
  sku: GoodsFacts | null;
  /** Ids of collections that the line belongs to, of those that anything decided here names. */
  collections: readonly string[];
}

/** A line without a quantity is one unit. */
export const unitsOf = (item: Pick<ItemFacts, "quantity"> | undefined): number =>
  item?.quantity ?? 1;

/**
 * The order at this redeemable's turn: `amount` before it, `total_amount` after it, minor units.
 */
export interface OrderFacts {
  amount: number | null;
  initial_amount: number | null;
  total_amount: number | null;
  metadata: Record<string, unknown>;
  items: readonly ItemFacts[];
}

/**
 * `now` in epoch milliseconds; `timeZone` is the project's valid IANA zone, `weekStart` the first
 * day of its week, 0 for Sunday (Monday where it is not said).
 */
export interface Clock {
  now: number;
  timeZone: string;
  weekStart?: number;
  /** Counts what is compared, for all that is decided together; where it is not, without end. */
  work?: Work;
}

/**
 * Everything a rule may read, gathered before any rule is decided. What is optional may be missing.
 */
export interface Facts extends Clock {
  customer: { metadata: Record<string, unknown>; segments: readonly string[] } | null;
  order: OrderFacts | null;
  redemption: {
    metadata: Record<string, unknown>;
    gift_amount: number | null;
    api_key: string | null;
    user_login?: string | null;
    /** Points that this redemption pays for a reward. */
    points?: number | null;
  };
  /** Null where nothing was counted, such as for an earning rule. */
  usage: UsageFacts | null;
  /** Whether the redeemable's discount can reach each line of the order; null where unknown. */
  reach?: readonly boolean[] | null;
  /** Whether the redeeming customer is the one that the code was published to. */
  publication?: { is_linked: boolean } | null;
  custom_event?: { metadata: Record<string, unknown> } | null;
}

/**
 * How the lines of an order answer together. `any`: one line for which the operator holds is
 * enough; `each`: it must hold for all; `some`: as `any`, but a negative operator says that no line
 * is so.
 */
export type Quantifier = "any" | "each" | "some";

/** A known fact; with `lines`, `value` is a list with one entry a line, null where unknown. */
export interface Known {
  known: true;
  value: unknown;
  lines: { quantifier: Quantifier; missing: string; isNames: boolean } | null;
  /** An identity: compared to the letter, also where it is an e-mail address. */
  isIdentity?: true;
}

/**
 * `missing` names what was not there. `answerable`: its owner was there and has no such property,
 * so that `$is_unknown` and `$has_value` can answer.
 */
export interface Missing {
  known: false;
  missing: string;
  answerable: boolean;
}

export type Reading = Known | Missing;

/** A plain fact: a value, or a list of values such as segments. */
export const known = (value: unknown): Known => ({ known: true, value, lines: null });

/** A fact whose owner was not sent. */
export const missing = (what: string): Missing => ({
  known: false,
  missing: what,
  answerable: false,
});

/** A number or text that may be null: known, or missing under its own name. */
export const nullable = (value: unknown, name: string): Reading =>
  value === null || value === undefined ? missing(name) : known(value);

/** An own property of metadata, or null: null and absent are the same thing here. */
export function property(metadata: Record<string, unknown> | null, key: string): unknown {
  return metadata !== null && Object.hasOwn(metadata, key) ? (metadata[key] ?? null) : null;
}

/** One property of metadata; a missing one is a gap that can be asked about. */
export function metadataReading(
  metadata: Record<string, unknown>,
  name: string,
  key: string,
): Reading {
  const value = property(metadata, key);
  if (value === null) return { known: false, missing: `${name}.${key}`, answerable: true };
  return known(value);
}
