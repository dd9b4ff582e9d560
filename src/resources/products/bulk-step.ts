import { load } from "../../commit/load";
import type { Scope } from "../../scope/scope";
import { type BulkPart, bulkAction } from "../async-actions/bulk";
import { planUpserts } from "../async-actions/bulk-upserts";
import type { Action } from "../async-actions/define";
import { BULK_PRODUCT_METADATA, BULK_PRODUCTS } from "./bulk";
import type { BulkProduct } from "./schema";
import {
  decodeProduct,
  insertProducts,
  newProductRow,
  productChange,
  productsBySourceIds,
  rewriteProducts,
} from "./store";

/** What writes products by their source ids; unknown ones are created. */
async function planProducts(scope: Scope, entries: readonly BulkProduct[]): Promise<BulkPart> {
  const ids = entries.map(({ source_id }) => source_id);
  const { rows } = await load(scope, { rows: productsBySourceIds(scope, ids) });
  const { results, created, changed } = planUpserts(scope, entries, {
    kind: "product",
    rows: rows.map(decodeProduct),
    merge: (row, entry) => ({ ...row, ...productChange(row, entry) }),
    make: (entry) => newProductRow(scope, entry),
  });
  return {
    results,
    statements: [...insertProducts(created), ...rewriteProducts(changed)],
    tally: { products: created.length },
  };
}

/** Both kinds of bulk update are written alike. */
export const PRODUCT_BULKS: readonly Action[] = [BULK_PRODUCTS, BULK_PRODUCT_METADATA].map((type) =>
  bulkAction(type, planProducts),
);
