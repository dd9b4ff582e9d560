// Decides where each operand of a formula takes its value from.
import { memoised } from "../../lib/memoised";
import { paid } from "../../lib/work";
import { zoned } from "../rules/dates";
import { unitsOf } from "../rules/facts";
import { Exact } from "./exact";
import type { FormulaFacts, FormulaItem } from "./facts";
import { toMoment, toValue, type Value } from "./values";

/** The facts, and what is worked out from the lines of the order. */
export interface Sources {
  facts: FormulaFacts;
  /** Lines that hold units; null without an order. */
  lines: readonly FormulaItem[] | null;
  cheapest: FormulaItem | null;
  mostExpensive: FormulaItem | null;
}

export type Operand = (sources: Sources) => Value | null;
export type MetadataOperand = (sources: Sources) => Record<string, unknown> | null | undefined;

/** Below 0 where `a` goes before `b`: an unknown subtotal behind all that are known. */
const bySubtotal = (a: FormulaItem, b: FormulaItem): number =>
  (a.subtotal ?? Number.MAX_VALUE) - (b.subtotal ?? Number.MAX_VALUE);

/**
 * The line with the extreme price; where several have it the one that has least left to pay, and of
 * these the first.
 */
function extreme(lines: readonly FormulaItem[], sign: 1 | -1): FormulaItem | null {
  let found: { line: FormulaItem; rank: number } | null = null;
  for (const line of lines) {
    if (line.price === null) continue;
    const rank = line.price * sign;
    const isBefore =
      found === null ||
      rank < found.rank ||
      (rank === found.rank && bySubtotal(line, found.line) < 0);
    if (isBefore) found = { line, rank };
  }
  return found?.line ?? null;
}

interface OrderLines {
  lines: readonly FormulaItem[];
  cheapest: FormulaItem | null;
  mostExpensive: FormulaItem | null;
}

/** Looked through once for an order, however many lines a formula is worked out for. */
const linesOf = memoised(({ items }: NonNullable<FormulaFacts["order"]>): OrderLines => {
  const lines = items.filter(({ quantity }) => quantity !== 0);
  return { lines, cheapest: extreme(lines, 1), mostExpensive: extreme(lines, -1) };
});

const NO_LINES = { lines: null, cheapest: null, mostExpensive: null };

/** What operands read. */
export const sourcesOf = (facts: FormulaFacts): Sources => ({
  facts,
  ...(facts.order ? linesOf(facts.order) : NO_LINES),
});

const unitsOfAll = (lines: readonly FormulaItem[]): number =>
  lines.reduce((total, line) => total + unitsOf(line), 0);

/**
 * Each operand of a line exists three times: for the line at hand, for the cheapest one and for the
 * most expensive one.
 */
const LINES: readonly [prefix: string, of: (sources: Sources) => FormulaItem | null][] = [
  ["", ({ facts }) => facts.item],
  ["CHEAPEST_", ({ cheapest }) => cheapest],
  ["MOST_EXPENSIVE_", ({ mostExpensive }) => mostExpensive],
];

/** Minor units as a formula reads them: major units, exactly. */
const money = (amount: number | null | undefined, { decimals }: FormulaFacts): Exact | null =>
  typeof amount === "number" ? new Exact(BigInt(amount), 10n ** BigInt(decimals)) : null;

const lineOperands = LINES.flatMap(([prefix, of]): [string, Operand][] => [
  [`${prefix}ORDER_ITEM_PRICE`, (sources) => money(of(sources)?.price, sources.facts)],
  [`${prefix}ORDER_ITEM_AMOUNT`, (sources) => money(of(sources)?.amount, sources.facts)],
  [`${prefix}ORDER_ITEM_SUBTOTAL`, (sources) => money(of(sources)?.subtotal, sources.facts)],
  [
    `${prefix}ORDER_ITEM_UNITS_QUANTITY`,
    (sources) => {
      const line = of(sources);
      return line && unitsOf(line);
    },
  ],
]);

const lineMetadata = LINES.flatMap(([prefix, of]): [string, MetadataOperand][] => [
  [`${prefix}ORDER_ITEM_METADATA`, (sources) => of(sources)?.metadata],
  [`${prefix}ORDER_ITEM_PRODUCT_METADATA`, (sources) => of(sources)?.product?.metadata],
]);

const dateOf =
  (of: (facts: FormulaFacts) => string | null | undefined): Operand =>
  ({ facts }) =>
    toMoment(of(facts), facts);

const today: Operand = ({ facts: { now, timeZone } }) => ({
  epochMs: zoned(now, timeZone).startOfDay().epochMilliseconds,
});

/** Operands that stand alone. */
export const OPERANDS: ReadonlyMap<string, Operand> = new Map<string, Operand>([
  ["ORDER_AMOUNT", ({ facts }) => money(facts.order?.amount, facts)],
  ["ORDER_ITEMS_QUANTITY", ({ lines }) => lines?.length ?? null],
  ["ORDER_UNITS_QUANTITY", ({ lines }) => lines && unitsOfAll(lines)],
  ...lineOperands,
  ["VOUCHER_REDEMPTION_QUANTITY", ({ facts }) => facts.voucher?.redemption_quantity ?? null],
  ["VOUCHER_REDEEMED_QUANTITY", ({ facts }) => facts.voucher?.redeemed_quantity ?? null],
  ["VOUCHER_PUBLISH_COUNT", ({ facts }) => facts.voucher?.publish_count ?? null],
  ["VOUCHER_START_DATE", dateOf(({ voucher }) => voucher?.start_date)],
  ["VOUCHER_EXPIRATION_DATE", dateOf(({ voucher }) => voucher?.expiration_date)],
  ["PROMOTION_TIER_START_DATE", dateOf((facts) => facts.promotion_tier?.start_date)],
  ["PROMOTION_TIER_EXPIRATION_DATE", dateOf((facts) => facts.promotion_tier?.expiration_date)],
  ["CUSTOMER_BIRTHDATE", dateOf(({ customer }) => customer?.birthdate)],
  ["TODAY", today],
  ["NOW", ({ facts }) => ({ epochMs: facts.now })],
]);

/** Operands that take the name of a metadata property. */
export const METADATA: ReadonlyMap<string, MetadataOperand> = new Map<string, MetadataOperand>([
  ["ORDER_METADATA", ({ facts }) => facts.order?.metadata],
  ["CUSTOMER_METADATA", ({ facts }) => facts.customer?.metadata],
  ["REDEEMABLE_METADATA", ({ facts }) => facts.redeemable?.metadata],
  ["REDEMPTION_METADATA", ({ facts }) => facts.redemption.metadata],
  ["PUBLICATION_METADATA", ({ facts }) => facts.publication?.metadata],
  ...lineMetadata,
]);

/** One property of a metadata operand; what objects inherit is not metadata. */
export const property =
  (operand: MetadataOperand, key: string): Operand =>
  (sources) => {
    const metadata = operand(sources) ?? {};
    const found = Object.hasOwn(metadata, key) ? metadata[key] : null;
    const isPaid = !Array.isArray(found) || paid(sources.facts, found.length);
    return isPaid ? toValue(found) : null;
  };
