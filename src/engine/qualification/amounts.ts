// Decides from which amount of the order on a rule set can be met, so that an index passes over
// what asks for more than there is.
import { toNumber } from "../../lib/json-value";

/** The beginning of a term that says how much an order must come to at least. */
export const AMOUNT = "amount:";

const FACTS: ReadonlySet<string> = new Set([
  "order.amount",
  "order.initial_amount",
  "order.total_amount",
]);

const EQUAL = ["$is", "$in", "$from"];
const MORE = [
  "$more_than",
  "$greater_than",
  "$more_than_or_equal",
  "$greater_than_or_equal",
  "$more_than_equal",
  "$greater_than_equal",
];
const AT_LEAST: ReadonlySet<string> = new Set([...EQUAL, ...MORE]);

/** Few terms are walked apart: an amount stands under the last of these that it reaches. */
const STEPS = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80];

/** Minor units; never more than what was given. */
function stepOf(amount: number): number {
  const whole = Math.floor(Math.min(amount, Number.MAX_SAFE_INTEGER));
  if (whole < 10) return whole;
  const unit = 10 ** (String(whole).length - 2);
  return (STEPS.findLast((step) => step * unit <= whole) ?? 10) * unit;
}

/** As long as the largest safe amount, so that terms sort as their amounts do. */
const DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** The term for an order that must come to this amount (minor units) at least. */
export const amountTerm = (amount: number): string =>
  `${AMOUNT}${String(stepOf(amount)).padStart(DIGITS, "0")}`;

const leastOf = (values: unknown): number | null => {
  const numbers = (Array.isArray(values) ? values : [values]).map(toNumber);
  const known = numbers.filter((each) => each !== null);
  return known.length === numbers.length && known.length > 0 ? Math.min(...known) : null;
};

/** Behind all of these. */
const UNBOUNDED = `${AMOUNT}~`;

/** What an order comes to, minor units: not at all where it is null, or not known yet. */
export type OrderAmount = number | null | "unknown";

/**
 * The last of these terms that an order brings, with all before it; null where it brings none. What
 * is not known yet may be any amount.
 */
export function amountBrought(amount: OrderAmount): string | null {
  if (amount === "unknown") return UNBOUNDED;
  return amount === null ? null : amountTerm(amount);
}

/**
 * The term of the amount that the conditions on a fact ask for at least; null where they are on
 * another fact, or met from nothing on. All of them hold, so the greatest counts.
 */
export function amountAsked(
  fact: string | undefined,
  conditions: Readonly<Record<string, unknown>> | null | undefined,
): string | null {
  if (fact === undefined || !FACTS.has(fact)) return null;
  const bounds = Object.entries(conditions ?? {}).flatMap(([operator, values]) =>
    AT_LEAST.has(operator) ? (leastOf(values) ?? []) : [],
  );
  const least = Math.max(0, ...bounds);
  return least >= 1 ? amountTerm(least) : null;
}
