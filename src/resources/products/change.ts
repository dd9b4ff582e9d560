import { checkMetadata } from "../../checks/metadata";
import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { putIntoBin } from "../../commit/put-into-bin";
import { retried } from "../../commit/retry";
import { keepProduct } from "../../db/bin/goods";
import type { Statement } from "../../db/client";
import type { ProductRow } from "../../db/tables/catalogue";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { forgetProduct } from "./membership-store";
import type { ProductFields } from "./schema";
import { deleteSkusOf, skuIdsOf } from "./skus/store";
import { deleteProduct, getProduct, productChange, updateProduct } from "./store";
import { viewProduct } from "./view";

/** SKUs that go with their product in one commit. */
const MOST_SKUS = 1_000;
const MOST_NAMED = 100;

/**
 * Writes what the input changes of a product that was read; null where another update came between.
 */
export async function applyChange(
  scope: Scope,
  row: ProductRow,
  input: ProductFields,
): Promise<Answer | null> {
  const change = { ...productChange(row, input), updated_at: nextUpdate(scope, row) };
  if (changesNothing(row, change)) return viewProduct(row);
  if (change.metadata) checkMetadata(scope, "product", change.metadata);
  const answer = viewProduct({ ...row, ...change });
  const result = await commit(scope, { statements: updateProduct(row, change), answer });
  return result.ok ? answer : null;
}

/** Updates a product named by id or source id; its identity and SKUs stay. */
export const changeProduct = (scope: Scope, name: string, input: ProductFields): Promise<Answer> =>
  retried(scope, async () => applyChange(scope, await getProduct(scope, name), input), [
    `product ${name}`,
  ]);

const inUse = (row: ProductRow, skuIds: readonly string[]) =>
  new ApiError("resource_in_use", {
    details: `Resource product with id ${row.id} has more than ${MOST_SKUS} SKUs; delete some of them first`,
    resource_id: row.id,
    resource_type: "product",
    related_object_ids: skuIds.slice(0, MOST_NAMED),
    related_object_type: "sku",
  });

/** Puts the product into the bin, with its SKUs and their places in collections. */
const binned = (scope: Scope, row: ProductRow): Statement[] => [
  putIntoBin(scope, {
    resource_id: row.id,
    resource_type: "product",
    resource_name: row.name ?? row.source_id ?? row.id,
  }),
  ...keepProduct(row),
];

/**
 * Deletes a product with its SKUs and takes them out of collections; more SKUs than one commit
 * takes are refused. All of it goes into the bin, unless `isForced`.
 */
export const removeProduct = (scope: Scope, name: string, isForced: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getProduct(scope, name);
    const { found } = await load(scope, { found: skuIdsOf(row, MOST_SKUS + 1) });
    const skuIds = found.map(({ id }) => String(id));
    if (skuIds.length > MOST_SKUS) throw inUse(row, skuIds);
    const result = await commit(scope, {
      statements: [
        ...(isForced ? [] : binned(scope, row)),
        ...deleteProduct(row),
        forgetProduct(row),
        ...deleteSkusOf(row, skuIds.length),
      ],
      tally: {
        products: -1,
        ...(skuIds.length > 0 && { skus: -skuIds.length }),
        ...(!isForced && { trash_bin: 1 }),
      },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
