// Decides what a discount of free units must say, and what it says where it is silent.
import type { FormulaFacts } from "../formula/facts";
import { unitsBy } from "../formula/field";
import { type DiscountDefect, firstDefect, formulaDefect, isRequired } from "./define";
import type { DiscountOf, DiscountType } from "./effect";
import { freeUnits } from "./free-units";

type Units = DiscountOf<"UNIT">;

function unitDefect(unit: Omit<Units, "type">, at: string): DiscountDefect | null {
  if (unit.effect !== "ADD_SAME_ITEMS" && unit.unit_type === undefined) {
    return isRequired(`${at}unit_type`);
  }
  const isCounted = unit.unit_off !== undefined || unit.unit_off_formula !== undefined;
  if (!isCounted && unit.effect !== "REPLACE_ITEMS") return isRequired(`${at}unit_off`);
  return formulaDefect(`${at}unit_off_formula`, unit.unit_off_formula);
}

/** What says of one product what `units` say of several. */
const OF_ONE = ["unit_off", "unit_off_formula", "unit_type"] as const;

function defectOf({ units, ...rest }: Units): DiscountDefect | null {
  const isMany = rest.effect === "ADD_MANY_ITEMS" || (rest.effect === undefined && units);
  if (!isMany) {
    return units
      ? { path: "units", reason: `must NOT be sent with ${rest.effect}` }
      : unitDefect(rest, "");
  }
  if (!units) return isRequired("units");
  const alone = OF_ONE.find((name) => rest[name] !== undefined);
  return alone
    ? { path: alone, reason: "must NOT be sent with units" }
    : firstDefect(units.map((unit, at) => unitDefect(unit, `units[${at}].`)));
}

type UnitFields = { unit_off?: number | undefined; unit_off_formula?: string | undefined };

const counted = <U extends UnitFields>(unit: U, facts: () => FormulaFacts): U =>
  unit.unit_off_formula === undefined
    ? unit
    : { ...unit, unit_off: unitsBy(unit.unit_off_formula, unit.unit_off ?? 0, facts()) };

/** Free units of a product or SKU, or of several (reference service, discounts and effects). */
export const unitDiscount: DiscountType<"UNIT"> = {
  taken: freeUnits,
  defectOf,
  resolved: (discount, facts) => ({
    ...counted(discount, facts),
    ...(discount.units && { units: discount.units.map((unit) => counted(unit, facts)) }),
  }),
  withUsualEffect: (discount) => ({
    ...discount,
    effect: discount.units ? "ADD_MANY_ITEMS" : "ADD_MISSING_ITEMS",
  }),
  coversMore: () => true,
  givesGoods: true,
  needsLines: ({ effect }) => effect === "ADD_SAME_ITEMS" || effect === "REPLACE_ITEMS",
  worthOf: ({ unit_off }) => unit_off ?? null,
};
