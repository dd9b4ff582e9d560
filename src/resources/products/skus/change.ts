import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { putIntoBin } from "../../../commit/put-into-bin";
import { retried } from "../../../commit/retry";
import { keepSku } from "../../../db/bin/goods";
import type { Statement } from "../../../db/client";
import type { SkuRow } from "../../../db/tables/catalogue";
import { notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { forgetSku } from "../membership-store";
import { byProductName, theProduct } from "../store";
import type { SkuFields } from "./schema";
import { bySkuName, deleteSku, skuChange, theSku, updateSku } from "./store";
import { viewSku } from "./view";

interface Named {
  product: string;
  sku: string;
}

/** The SKU that a path under a product names; one of another product is not found. */
async function getSkuOf(scope: Scope, { product, sku }: Named): Promise<SkuRow> {
  const { products, skus } = await load(scope, {
    products: byProductName(scope, product),
    skus: bySkuName(scope, sku),
  });
  const { id } = theProduct(products, product);
  const row = theSku(skus, sku);
  if (row.product_id !== id) throw notFound("sku", sku);
  return row;
}

/** Writes what the input changes of a SKU that was read; null where another update came between. */
export async function applyChange(
  scope: Scope,
  row: SkuRow,
  input: SkuFields,
): Promise<Answer | null> {
  const change = { ...skuChange(row, input), updated_at: nextUpdate(scope, row) };
  if (changesNothing(row, change)) return viewSku(row);
  const answer = viewSku({ ...row, ...change });
  const result = await commit(scope, { statements: updateSku(row, change), answer });
  return result.ok ? answer : null;
}

/** Updates a SKU named by id or source id; its identity and its product stay. */
export const changeSku = (scope: Scope, named: Named, input: SkuFields): Promise<Answer> =>
  retried(scope, async () => applyChange(scope, await getSkuOf(scope, named), input), [
    `sku ${named.sku}`,
  ]);

/** Puts the SKU into the bin, with its places in collections. */
const binned = (scope: Scope, row: SkuRow): Statement[] => [
  putIntoBin(scope, {
    resource_id: row.id,
    resource_type: "sku",
    resource_name: row.sku ?? row.source_id ?? row.id,
    resource_parent_id: row.product_id,
  }),
  ...keepSku(row),
];

/** Deletes a SKU and takes it out of collections; it goes into the bin, unless `isForced`. */
export const removeSku = (scope: Scope, named: Named, isForced: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getSkuOf(scope, named);
    const result = await commit(scope, {
      statements: [...(isForced ? [] : binned(scope, row)), ...deleteSku(row), forgetSku(row)],
      tally: { skus: -1, ...(!isForced && { trash_bin: 1 }) },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
