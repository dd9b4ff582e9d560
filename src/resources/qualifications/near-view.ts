import type { Step, UnitsStep } from "../../engine/near-misses/steps";
import { inlineList } from "../../model/list";
import type { OrderItemInput } from "../../model/order";
import { goodsOfLine, type Shelf } from "../orders/goods";
import type { NearOne } from "./near-misses";
import type { Missing } from "./schema";
import { type EntryView, viewQualified } from "./view";

interface Named {
  id: string | null;
  source_id: string | null;
  name: string | null;
}

const named = ({ id, source_id, name }: Named) => ({
  ...(id !== null && { id }),
  ...(source_id !== null && { source_id }),
  ...(name !== null && { name }),
});

/** The goods of a line: as the catalogue knows them, else as they were sent. */
function goodsOf(item: OrderItemInput, shelf: Shelf) {
  const { product, sku } = goodsOfLine(shelf, item);
  const sent = { source_id: item.source_id ?? null, name: null };
  const isSku = sku !== null || Boolean(item.sku_id) || item.related_object === "sku";
  return {
    ...((product || item.product_id || !isSku) && {
      product: named(product ?? { ...sent, id: item.product_id ?? null }),
    }),
    ...(isSku && {
      sku: named(sku ? { ...sku, name: sku.sku } : { ...sent, id: item.sku_id ?? null }),
    }),
  };
}

/** A collection or a segment that a rule of the redeemable names, as it was read to decide. */
function groupOf({ found }: NearOne, kind: "collections" | "segments", id: string) {
  const named: { id: string; name: string }[] = found.redeemable.rules.flatMap(
    (rule): { id: string; name: string }[] => rule[kind],
  );
  const name = named.find((each) => each.id === id)?.name;
  return { id, ...(name !== undefined && { name }) };
}

function viewUnits(step: UnitsStep, near: NearOne, shelf: Shelf): Missing {
  const { fact, present, needed, line, goods } = step;
  const item = near.order?.items?.[line];
  return {
    fact,
    present,
    needed,
    more: needed - present,
    ...(item && goodsOf(item, shelf)),
    ...(goods?.object === "products_collection" && {
      collection: groupOf(near, "collections", String(goods.id)),
    }),
  };
}

/** One thing that is missing. Amounts in minor units. */
function viewMissing(step: Step, near: NearOne, shelf: Shelf): Missing {
  if (step.kind === "date") return { fact: "date", from: new Date(step.from).toISOString() };
  if (step.kind === "segment") {
    return { fact: "customer.segment", segment: groupOf(near, "segments", step.segment) };
  }
  if (step.kind === "units") return viewUnits(step, near, shelf);
  const { fact, present, needed } = step;
  return { fact, present, needed, more: needed - present };
}

/** Near misses as an answer lists them: entries of the completed cart, with what is missing. */
export const viewNear = (near: readonly NearOne[], shelf: Shelf, view: EntryView) =>
  inlineList(
    near.map((each) => ({
      ...viewQualified({ ...each.qualified, found: each.found }, view),
      missing: each.steps.map((step) => viewMissing(step, each, shelf)),
    })),
  );
