import { metadataError } from "../../checks/metadata";
import { load } from "../../commit/load";
import { nextUpdate } from "../../commit/next-update";
import type { ProductRow } from "../../db/tables/catalogue";
import type { Scope } from "../../scope/scope";
import { type BulkPart, bulkAction, failed } from "../async-actions/bulk";
import type { Action } from "../async-actions/define";
import type { BulkResult } from "../async-actions/schema";
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

/** A product as it was read, or null where it is new, and as it will be. */
interface Written {
  before: ProductRow | null;
  after: ProductRow;
}

/** Writes one entry over what is stored and over what entries before it said. */
function apply(scope: Scope, known: Map<string, Written>, entry: BulkProduct): BulkResult {
  const { source_id } = entry;
  const written = known.get(source_id);
  const found = written !== undefined;
  const after = written
    ? { ...written.after, ...productChange(written.after, entry) }
    : newProductRow(scope, entry);
  const refusal =
    entry.metadata !== undefined || !found ? metadataError(scope, "product", after.metadata) : null;
  if (refusal) {
    const error = failed(scope, refusal);
    return { source_id, found, updated: false, ...(error && { error }) };
  }
  known.set(source_id, { before: written?.before ?? null, after });
  return { source_id, found, updated: true };
}

/** What writes products by their source ids; unknown ones are created. */
async function planProducts(scope: Scope, entries: readonly BulkProduct[]): Promise<BulkPart> {
  const ids = entries.map(({ source_id }) => source_id);
  const { rows } = await load(scope, { rows: productsBySourceIds(scope, ids) });
  const known = new Map(
    rows
      .map(decodeProduct)
      .map((row): [string, Written] => [row.source_id ?? "", { before: row, after: row }]),
  );
  const results = entries.map((entry) => apply(scope, known, entry));
  const all = [...known.values()];
  const created = all.flatMap(({ before, after }) => (before === null ? [after] : []));
  const changed = all.flatMap(({ before, after }) =>
    before === null || before === after
      ? []
      : [{ before, after: { ...after, updated_at: nextUpdate(scope, before) } }],
  );
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
