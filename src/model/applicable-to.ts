import * as z from "zod";
import { isRecord } from "../lib/json-value";
import { Money } from "./discount";

const id = z.string().max(255).nullish();
const count = z.int().min(0).nullish();

/** A product, SKU or collection that a rule takes in or leaves out (as the reference service). */
export const ApplicableEntry = z
  .object({
    object: z.enum(["product", "sku", "products_collection"]),
    id,
    source_id: id,
    product_id: id,
    product_source_id: id,
    strict: z.boolean().nullish(),
    price: Money.nullish(),
    price_formula: z.string().max(1000).nullish(),
    effect: z
      .enum([
        "APPLY_TO_EVERY",
        "APPLY_TO_CHEAPEST",
        "APPLY_FROM_CHEAPEST",
        "APPLY_TO_MOST_EXPENSIVE",
        "APPLY_FROM_MOST_EXPENSIVE",
      ])
      .nullish(),
    quantity_limit: count,
    aggregated_quantity_limit: count,
    amount_limit: Money.nullish(),
    aggregated_amount_limit: Money.nullish(),
    skip_initially: count,
    repeat: z.int().min(1).nullish(),
    target: z.enum(["ITEM", "UNIT"]).nullish(),
  })
  .refine((entry) => Boolean(entry.id || entry.source_id), "must have 'id' or 'source_id'")
  .meta({ id: "ApplicableEntry" });
export type ApplicableEntry = z.infer<typeof ApplicableEntry>;

const CAP = /^product_.+_quantity_limit(_formula)?$/;

/** An entry as it is sent: caps that nothing counts here are refused rather than forgotten. */
export const EntryInput = z.preprocess((sent, { addIssue }) => {
  const entries = Object.entries(isRecord(sent) ? sent : {});
  for (const [name, input] of entries.filter(([each, cap]) => cap !== null && CAP.test(each))) {
    addIssue({ code: "custom", path: [name], input, message: "must NOT be sent: it is not known" });
  }
  return sent;
}, ApplicableEntry);

/** What a rule's discount may touch; nothing listed and not all means that nothing is narrowed. */
export const ApplicableTo = z.object({
  included: z.array(ApplicableEntry),
  excluded: z.array(ApplicableEntry),
  included_all: z.boolean(),
});
export type ApplicableTo = z.infer<typeof ApplicableTo>;
