import type { Campaign } from "../facts";

type Card = NonNullable<NonNullable<Campaign["voucher"]>["loyalty_card"]>;
export type ExpirationRules = NonNullable<Card["expiration_rules"]>;

/** When points expire, as somebody enters it; without a type never. */
export interface ExpiryDraft {
  type: ExpirationRules["period_type"] | "";
  months: string;
  rounding: NonNullable<ExpirationRules["rounding_type"]> | "";
  /** The month that a period is rounded up to, or that has the day; 1 is January. */
  month: string;
  day: string;
}

export const TYPES = ["MONTH", "FIXED_DAY_OF_YEAR"] as const;
export const ROUNDINGS = [
  "END_OF_MONTH",
  "END_OF_QUARTER",
  "END_OF_HALF_YEAR",
  "END_OF_YEAR",
  "PARTICULAR_MONTH",
] as const;

export const NO_EXPIRY: ExpiryDraft = {
  type: "",
  months: "12",
  rounding: "",
  month: "12",
  day: "31",
};

/** What fields begin with. */
export function draftOfExpiry(rules: ExpirationRules | undefined): ExpiryDraft {
  if (!rules) return NO_EXPIRY;
  const { period_type: type, period_value, rounding_type, rounding_value } = rules;
  return {
    type,
    months: String(period_value ?? NO_EXPIRY.months),
    rounding: rounding_type ?? "",
    month: String(rules.fixed_month ?? rounding_value ?? NO_EXPIRY.month),
    day: String(rules.fixed_day ?? NO_EXPIRY.day),
  };
}

/** The rules of a draft without problems; null where points never expire. */
export function expiryOf({ type, months, rounding, month, day }: ExpiryDraft) {
  if (type === "") return null;
  if (type === "FIXED_DAY_OF_YEAR") {
    return { period_type: type, fixed_month: Number(month), fixed_day: Number(day) };
  }
  return {
    period_type: type,
    period_value: Number(months),
    ...(rounding && { rounding_type: rounding }),
    ...(rounding === "PARTICULAR_MONTH" && { rounding_value: Number(month) }),
  };
}

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

export type ExpiryProblem = "months" | "monthDay";

/** What is wrong with a draft. */
export function problemsOfExpiry({ type, months, day }: ExpiryDraft): readonly ExpiryProblem[] {
  if (type === "MONTH" && !isWhole(months, 0, 1_200)) return ["months"];
  if (type === "FIXED_DAY_OF_YEAR" && !isWhole(day, 1, 31)) return ["monthDay"];
  return [];
}
