/** What a rule names; `type` as the reference service sends it beside `object`. */
type Goods = { id: string; object?: string; type?: string; source_id?: string | null };

/** One bundle rule: so many units of any of these. */
export const rule = (units: unknown, ...goods: Goods[]) => ({
  name: "order.items.any",
  conditions: { $is: goods },
  rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [units] } } },
});

export const product = (id: string): Goods => ({ id, object: "product", type: "product_or_sku" });
export const sku = (id: string): Goods => ({ id, object: "sku", type: "product_or_sku" });
export const collection = (id: string): Goods => ({
  id,
  object: "products_collection",
  type: "products_collection",
});
