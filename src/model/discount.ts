import * as z from "zod";
import { isRecord, withoutNulls } from "../lib/json-value";
import { memoised } from "../lib/memoised";
import { IN_MINOR_UNITS } from "./issue";

/** Minor units of the currency: a safe integer, 0 and up (docs/rounding.md, rule 1). */
export const Money = z
  .int({ error: ({ expected }) => (expected === "int" ? IN_MINOR_UNITS : undefined) })
  .min(0);

/** Up to four decimals, 0 to 100. */
export const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((value) => Math.round(value * 10_000) / 10_000 === value, "up to 4 decimals");

/**
 * Held against the formula language by `engine/discounts/define`, which gives a refusal of its own.
 */
const Formula = z.string().max(1000).optional();
const Units = z.int().min(0).max(1_000_000_000);
const Named = z.string().trim().min(1).max(255);

const shared = { is_dynamic: z.boolean().optional(), aggregated_amount_limit: Money.optional() };

/** How an amount falls on the lines (reference service, discounts and effects). */
export const AmountEffect = z.enum([
  "APPLY_TO_ORDER",
  "APPLY_TO_ITEMS",
  "APPLY_TO_ITEMS_PROPORTIONALLY",
  "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY",
  "APPLY_TO_ITEMS_BY_QUANTITY",
]);
export type AmountEffect = z.infer<typeof AmountEffect>;

const OrderOrItems = z.enum(["APPLY_TO_ORDER", "APPLY_TO_ITEMS"]);

export const AmountDiscount = z
  .object({
    type: z.literal("AMOUNT"),
    amount_off: Money,
    amount_off_formula: Formula,
    effect: AmountEffect.optional(),
    ...shared,
  })
  .meta({ id: "AmountDiscount" });

export const PercentDiscount = z
  .object({
    type: z.literal("PERCENT"),
    percent_off: Percent,
    percent_off_formula: Formula,
    amount_limit: Money.optional(),
    effect: OrderOrItems.optional(),
    ...shared,
  })
  .meta({ id: "PercentDiscount" });

export const FixedDiscount = z
  .object({
    type: z.literal("FIXED"),
    fixed_amount: Money.optional(),
    fixed_amount_formula: Formula,
    effect: OrderOrItems.optional(),
    ...shared,
  })
  .meta({ id: "FixedDiscount" });

/** What a shopper is told of a product or SKU that is given for free. */
const FreeGoods = z
  .object({
    id: z.string().max(255).nullish(),
    source_id: z.string().max(255).nullish(),
    name: z.string().max(1000).nullish(),
    sku: z.string().max(1000).nullish(),
  })
  .nullish();

const UnitEffect = z.enum([
  "ADD_MISSING_ITEMS",
  "ADD_NEW_ITEMS",
  "ADD_SAME_ITEMS",
  "REPLACE_ITEMS",
  "ADD_MANY_ITEMS",
]);

/** Free units of one product or SKU; `unit_type` is its id, or that of free shipping. */
const unit = {
  unit_off: Units.optional(),
  unit_off_formula: Formula,
  unit_type: Named.optional(),
  product: FreeGoods,
  sku: FreeGoods,
};

export const UnitDiscount = z
  .object({
    type: z.literal("UNIT"),
    ...unit,
    effect: UnitEffect.optional(),
    units: z
      .array(
        z.object({
          ...unit,
          unit_type: Named,
          effect: z.enum(["ADD_MISSING_ITEMS", "ADD_NEW_ITEMS"]).optional(),
        }),
      )
      .min(1)
      .max(100)
      .optional(),
    is_dynamic: z.boolean().optional(),
  })
  .meta({ id: "UnitDiscount" });

/** What a code takes off. A new type is a member here and a function in `engine/discounts`. */
export const Discount = z.discriminatedUnion("type", [
  AmountDiscount,
  PercentDiscount,
  FixedDiscount,
  UnitDiscount,
]);
export type Discount = z.infer<typeof Discount>;

/** The names that a discount may have, by its type, and all of them. */
const namesIn = memoised(({ options }: typeof Discount) => {
  const own = new Map<unknown, readonly string[]>(
    options.map(({ shape }) => [shape.type.value, Object.keys(shape)]),
  );
  return { own, all: new Set([...own.values()].flat()) };
});

/**
 * A discount as it is sent: null stands for what is absent, at any depth. Refuses what only
 * discounts of another type have.
 */
export const DiscountInput = z.preprocess((sent, context) => {
  const discount = withoutNulls(sent);
  if (!isRecord(discount)) return discount;
  const names = namesIn(Discount);
  const own = names.own.get(discount.type);
  const strange = Object.keys(discount).find((name) => names.all.has(name) && !own?.includes(name));
  if (own && strange !== undefined) {
    const message = `must NOT be sent for a discount of type ${discount.type}`;
    context.addIssue({ code: "custom", path: [strange], input: sent, message });
  }
  return discount;
}, Discount);
