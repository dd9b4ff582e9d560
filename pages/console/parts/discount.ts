import type { Schemas } from "../../../clients/typescript/src";
import { minorOf } from "../../shared/minor";
import { fieldAmount, fieldNumber } from "./field-texts";
import { wholeOf } from "./whole";

export type Discount = NonNullable<Schemas["Voucher"]["discount"]>;

export const DISCOUNTS = ["PERCENT", "AMOUNT", "FIXED", "UNIT"] as const;

const ORDER_OR_ITEMS = ["APPLY_TO_ORDER", "APPLY_TO_ITEMS"] as const;

/** Where each type can count; the first is meant where nothing is said. */
export const EFFECTS = {
  PERCENT: ORDER_OR_ITEMS,
  FIXED: ORDER_OR_ITEMS,
  AMOUNT: [
    ...ORDER_OR_ITEMS,
    "APPLY_TO_ITEMS_PROPORTIONALLY",
    "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY",
    "APPLY_TO_ITEMS_BY_QUANTITY",
  ],
  UNIT: ["ADD_MISSING_ITEMS", "ADD_NEW_ITEMS"],
} as const;

/** A discount as somebody writes it: money as people write it, and nothing that cannot be typed. */
export interface DiscountDraft {
  type: Discount["type"];
  percent: string;
  limit: string;
  amount: string;
  units: string;
  unit: string;
  effect: string;
  formula: string;
}

export const NO_DISCOUNT: DiscountDraft = {
  type: "PERCENT",
  percent: "",
  limit: "",
  amount: "",
  units: "1",
  unit: "",
  effect: "",
  formula: "",
};

const percentOf = (text: string): number | null => {
  const value = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && value >= 0 && value <= 100 ? value : null;
};

const unitsOf = (text: string): number | null => {
  const value = wholeOf(text);
  return value !== null && value >= 1 ? value : null;
};

type Problem = "percent" | "money" | "units" | "unit";
export type DiscountProblems = Partial<Record<keyof DiscountDraft, Problem>>;

/** What is wrong with a draft, by field; what a formula works out needs no number. */
export function problemsOf(draft: DiscountDraft, currency: string): DiscountProblems {
  const { type, percent, limit, amount, units, unit, formula } = draft;
  const isBad = (text: string) => minorOf(text, currency) === null;
  const isNeeded = formula === "";
  switch (type) {
    case "PERCENT":
      return {
        ...(isNeeded && percentOf(percent) === null && { percent: "percent" }),
        ...(limit !== "" && isBad(limit) && { limit: "money" }),
      };
    case "UNIT":
      return {
        ...(isNeeded && unitsOf(units) === null && { units: "units" }),
        ...(unit.trim() === "" && { unit: "unit" }),
      };
    default:
      return isNeeded && isBad(amount) ? { amount: "money" } : {};
  }
}

const chosen = <E extends string>(effects: readonly E[], effect: string): { effect?: E } => {
  const found = effects.find((one) => one === effect);
  return found === undefined ? {} : { effect: found };
};

/** The discount of a draft without problems. */
export function discountOf(draft: DiscountDraft, currency: string): Discount {
  const { type, percent, limit, amount, units, unit, effect, formula } = draft;
  const minor = minorOf(amount, currency) ?? 0;
  switch (type) {
    case "PERCENT":
      return {
        type,
        percent_off: percentOf(percent) ?? 0,
        ...(formula && { percent_off_formula: formula }),
        ...(limit && { amount_limit: minorOf(limit, currency) ?? 0 }),
        ...chosen(EFFECTS.PERCENT, effect),
      };
    case "AMOUNT":
      return {
        type,
        amount_off: minor,
        ...(formula && { amount_off_formula: formula }),
        ...chosen(EFFECTS.AMOUNT, effect),
      };
    case "FIXED":
      return {
        type,
        ...(amount && { fixed_amount: minor }),
        ...(formula && { fixed_amount_formula: formula }),
        ...chosen(EFFECTS.FIXED, effect),
      };
    case "UNIT":
      return {
        type,
        unit_type: unit.trim(),
        ...(formula ? { unit_off_formula: formula } : { unit_off: unitsOf(units) ?? 1 }),
        ...chosen(EFFECTS.UNIT, effect),
      };
  }
}

/** The draft of a discount; null where it has parts that a draft has not. */
export function draftOf(discount: Discount, currency: string): DiscountDraft | null {
  const { type, effect = "" } = discount;
  const draft = { ...NO_DISCOUNT, type, effect };
  switch (discount.type) {
    case "PERCENT":
      return {
        ...draft,
        percent: fieldNumber(discount.percent_off),
        limit:
          discount.amount_limit === undefined ? "" : fieldAmount(discount.amount_limit, currency),
        formula: discount.percent_off_formula ?? "",
      };
    case "AMOUNT":
      return {
        ...draft,
        amount: fieldAmount(discount.amount_off, currency),
        formula: discount.amount_off_formula ?? "",
      };
    case "FIXED":
      return {
        ...draft,
        amount:
          discount.fixed_amount === undefined ? "" : fieldAmount(discount.fixed_amount, currency),
        formula: discount.fixed_amount_formula ?? "",
      };
    case "UNIT":
      if (discount.units || !EFFECTS.UNIT.some((one) => one === (effect || one))) return null;
      return {
        ...draft,
        units: String(discount.unit_off ?? ""),
        unit: discount.unit_type ?? "",
        formula: discount.unit_off_formula ?? "",
      };
  }
}
