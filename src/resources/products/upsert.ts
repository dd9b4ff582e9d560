import { checkMetadata } from "../../checks/metadata";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried, rowNamed } from "../../commit/retry";
import type { ProductRow } from "../../db/tables/catalogue";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { applyChange } from "./change";
import type { ProductInput } from "./schema";
import { byProductIdentity, decodeProduct, insertProduct, newProductRow } from "./store";
import { viewProduct } from "./view";

async function create(scope: Scope, input: ProductInput): Promise<Answer | null> {
  const row = newProductRow(scope, input);
  checkMetadata(scope, "product", row.metadata);
  const answer = viewProduct(row);
  const result = await commit(scope, {
    statements: [insertProduct(row)],
    tally: { products: 1 },
    answer,
  });
  return result.ok ? answer : null;
}

async function findNamed(scope: Scope, input: ProductInput): Promise<ProductRow | null> {
  if (!input.id && !input.source_id) return null;
  const { rows } = await load(scope, { rows: byProductIdentity(scope, input) });
  return rows[0] ? decodeProduct(rows[0]) : null;
}

/**
 * Creates the product, or updates the one that the id or the source id names (as the reference
 * service): an id goes before a source id and must be known; without either the product is new.
 */
export const upsertProduct = (scope: Scope, input: ProductInput): Promise<Answer> =>
  retried(
    scope,
    async () => {
      const found = await findNamed(scope, input);
      if (found) return applyChange(scope, found, input);
      if (input.id) throw notFound("product", input.id);
      return create(scope, input);
    },
    rowNamed("product", input),
  );
