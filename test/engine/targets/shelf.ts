import type { ItemFacts } from "../../../src/engine/rules/facts";
import type { ApplicableEntry, ApplicableTo } from "../../../src/model/applicable-to";
import { goods, item } from "../rules/shop";

/** A line of one product, with its quantity and unit price. */
export const line = (
  product_id: string,
  quantity: number | null = 1,
  price: number | null = 100,
  more: Partial<ItemFacts> = {},
): ItemFacts => item({ product_id, quantity, price, ...more });

export const product = (id: string, more: Partial<ApplicableEntry> = {}): ApplicableEntry => ({
  object: "product",
  id,
  ...more,
});

export const sku = (id: string): ApplicableEntry => ({ object: "sku", id });

export const collection = (id: string, more: Partial<ApplicableEntry> = {}): ApplicableEntry => ({
  object: "products_collection",
  id,
  ...more,
});

export const reach = (
  included: ApplicableEntry[],
  excluded: ApplicableEntry[] = [],
  included_all = false,
): ApplicableTo => ({ included, excluded, included_all });

export const inAll = { collections: ["pc_all"] };
export { goods, item };
