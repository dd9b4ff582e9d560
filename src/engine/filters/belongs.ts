// Decides whether goods belong to a collection.
import type { Filter } from "../../model/filter";
import type { Clock } from "../rules/facts";
import { GOODS_FIELDS } from "./fields";
import { meets } from "./filter";

/** A collection: its filter, or the ids of the products and SKUs that it lists. */
export interface Collected {
  filter: Filter | null;
  members: readonly string[];
}

/** A line's product and SKU: the ids that they go by, and how the catalogue shows each. */
export interface LineGoods {
  ids: readonly (string | null | undefined)[];
  things: readonly (object | null)[];
}

/**
 * Whether a line belongs to a collection: a static one lists its SKU or product, any other has a
 * filter that one of them meets (reference service, product collections).
 */
export function belongs({ filter, members }: Collected, goods: LineGoods, clock: Clock): boolean {
  if (filter === null) return members.some((member) => goods.ids.includes(member));
  return goods.things.some((thing) => thing !== null && meets(GOODS_FIELDS, filter, thing, clock));
}
