import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried, rowNamed } from "../../../commit/retry";
import type { SkuRow } from "../../../db/tables/catalogue";
import { ApiError, notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { assertProduct, byProductName, theProduct } from "../store";
import { applyChange } from "./change";
import type { SkuInput } from "./schema";
import { bySkuIdentity, decodeSku, insertSku, newSku } from "./store";
import { viewSku } from "./view";

/** A SKU never moves to another product. */
function refuseForeign(row: SkuRow, productId: string): void {
  if (row.product_id === productId) return;
  throw new ApiError("invalid_sku", {
    details: `SKU ${row.source_id ?? row.id} belongs to product ${row.product_id}`,
    resource_id: row.id,
    resource_type: "sku",
  });
}

/**
 * Creates a SKU of the product, or updates the one that the id or the source id names. Refuses an
 * unknown product, an unknown id, and a SKU of another product.
 */
export const upsertSku = (scope: Scope, productName: string, input: SkuInput): Promise<Answer> =>
  retried(
    scope,
    async () => {
      const [products, [raw] = []] = await load(scope, [
        byProductName(scope, productName),
        bySkuIdentity(scope, input),
      ]);
      const product = theProduct(products, productName);
      if (raw) {
        const found = decodeSku(raw);
        refuseForeign(found, product.id);
        return applyChange(scope, found, input);
      }
      if (input.id) throw notFound("sku", input.id);
      const row = newSku(scope, product, input);
      const answer = viewSku(row);
      const result = await commit(scope, {
        statements: [insertSku(row), assertProduct(product)],
        tally: { skus: 1 },
        answer,
      });
      return result.ok ? answer : null;
    },
    rowNamed("sku", input),
  );
