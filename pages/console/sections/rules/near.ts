import { type NearMiss, nearMiss } from "../../../../src/engine/near-misses/near-miss";
import type { AssignedRules, RedeemableState } from "../../../../src/engine/stacking/snapshot";
import type { GoodsName } from "../../../../src/engine/targets/match";
import type { OrderItemInput } from "../../../../src/model/order";
import type { Sample } from "../../parts/cart/sample";
import { codeWith, type Known, sampleOrder, settingOf } from "../../parts/cart/trial";

export type Near = NearMiss<RedeemableState>;

/** A unit of goods that a rule names: at the price of the catalogue, else by its name alone. */
const unitOf =
  ({ goods }: Known) =>
  ({ object, id, source_id }: GoodsName): OrderItemInput | null => {
    const isCollection = object === "products_collection";
    for (const [each, collection] of goods) {
      const isIt = isCollection
        ? collection === id
        : [each.id, each.source_id].includes(id ?? null);
      if (isIt) return { product_id: each.id, price: each.price };
    }
    if (isCollection || !id) return isCollection ? null : { source_id: source_id ?? null };
    return object === "sku" ? { sku_id: id } : { product_id: id };
  };

/**
 * What the sample cart would need so that a new code with this rule counts: by the engine that
 * tells shoppers, and decided again on the completed cart. Null where no shopper could do it.
 */
export function nearOf(rules: AssignedRules, sample: Sample, known: Known): Near | null {
  const order = sampleOrder(sample);
  const setting = settingOf(order, sample, known);
  if (setting === null) return null;
  return nearMiss({
    setting,
    candidate: codeWith([rules], known),
    scenario: "ALL",
    order,
    withOrder: (completed) => settingOf(completed, sample, known),
    unitOf: unitOf(known),
    tellsSegments: true,
  });
}
