import * as z from "zod";
import { ApplicableEntry } from "./applicable-to";
import { inlineListOf } from "./list";

const { shape: goods } = ApplicableEntry;

/**
 * The goods that a discount reaches, or leaves out, with the lines and units it found of them.
 * Field by field, for browsers are told it too: what is added to a rule's entry is not shown by
 * itself.
 */
export const Reach = inlineListOf(
  z.object({
    object: goods.object,
    id: goods.id,
    source_id: goods.source_id,
    product_id: goods.product_id,
    product_source_id: goods.product_source_id,
    strict: goods.strict,
    price: goods.price,
    price_formula: goods.price_formula,
    effect: goods.effect,
    quantity_limit: goods.quantity_limit,
    aggregated_quantity_limit: goods.aggregated_quantity_limit,
    amount_limit: goods.amount_limit,
    aggregated_amount_limit: goods.aggregated_amount_limit,
    skip_initially: goods.skip_initially,
    repeat: goods.repeat,
    target: goods.target,
    order_item_indices: z.array(z.int()).optional(),
    order_item_units: z
      .array(
        z.object({
          index: z.int(),
          units: z.array(z.int()).optional(),
          units_limit_exceeded: z.literal(true).optional(),
        }),
      )
      .optional(),
  }),
).meta({ id: "Reach" });
