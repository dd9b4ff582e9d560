// Decides whether a discount may be saved: its formulas must be sound, and it must say what it
// gives.
import type { Discount } from "../../model/discount";
import { parseFormula } from "../formula/parse";
import type { DiscountOf } from "./effect";

/** Why a discount is refused: the property, from the discount on, and the reason in words. */
export interface DiscountDefect {
  path: string;
  reason: string;
}

const defect = (path: string, reason: string): DiscountDefect => ({ path, reason });

/** A formula that cannot be read, with the place where reading stopped. */
export function formulaDefect(
  path: string,
  text: string | null | undefined,
): DiscountDefect | null {
  if (text === undefined || text === null) return null;
  const parsed = parseFormula(text);
  if (parsed.ok) return null;
  const { position, reason } = parsed.error;
  return defect(path, `is no formula: character ${position}: ${reason}`);
}

type Units = DiscountOf<"UNIT">;

function unitDefect(unit: Omit<Units, "type">, at: string): DiscountDefect | null {
  if (unit.effect !== "ADD_SAME_ITEMS" && unit.unit_type === undefined) {
    return defect(`${at}unit_type`, "is required");
  }
  const isCounted = unit.unit_off !== undefined || unit.unit_off_formula !== undefined;
  if (!isCounted && unit.effect !== "REPLACE_ITEMS") return defect(`${at}unit_off`, "is required");
  return formulaDefect(`${at}unit_off_formula`, unit.unit_off_formula);
}

const first = (defects: readonly (DiscountDefect | null)[]): DiscountDefect | null =>
  defects.find((each) => each !== null) ?? null;

function manyDefect({ units, ...rest }: Units): DiscountDefect | null {
  if (rest.effect === "ADD_MANY_ITEMS" || (rest.effect === undefined && units)) {
    return units
      ? first(units.map((unit, at) => unitDefect(unit, `units[${at}].`)))
      : defect("units", "is required");
  }
  return unitDefect(rest, "");
}

function fixedDefect(discount: DiscountOf<"FIXED">): DiscountDefect | null {
  const { fixed_amount, fixed_amount_formula: formula, effect } = discount;
  const isSet = fixed_amount !== undefined || formula !== undefined;
  if (!isSet && effect !== "APPLY_TO_ITEMS") return defect("fixed_amount", "is required");
  return formulaDefect("fixed_amount_formula", formula);
}

/**
 * The first thing that keeps a discount from being saved, or null (reference service, discounts and
 * formulas): a formula that cannot be read, units without a product, a fixed price without a price.
 */
export function discountDefect(discount: Discount): DiscountDefect | null {
  switch (discount.type) {
    case "AMOUNT":
      return formulaDefect("amount_off_formula", discount.amount_off_formula);
    case "PERCENT":
      return formulaDefect("percent_off_formula", discount.percent_off_formula);
    case "FIXED":
      return fixedDefect(discount);
    case "UNIT":
      return manyDefect(discount);
  }
}
