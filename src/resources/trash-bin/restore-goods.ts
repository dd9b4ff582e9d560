import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { takeOut } from "../../db/bin/entries";
import { goodsBack } from "../../db/bin/goods";
import { countOf, countParts } from "../../db/bin/parts";
import type { Conflict } from "../../db/commit";
import type { BinEntryRow } from "../../db/tables/trash-bin";
import { ApiError, notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { assertProduct } from "../products/store";
import { viewEntry } from "./view";

const TAKEN = /^(products|skus)\.project_id, \1\.source_id$/;

function refuseTaken({ constraint }: Conflict, { resource_name }: BinEntryRow): void {
  const [, table] = TAKEN.exec(constraint) ?? [];
  if (!table) return;
  const type = table === "skus" ? "sku" : "product";
  throw new ApiError("duplicate_found", {
    details: `Cannot bring ${resource_name} back: the source id of a ${type} was given away meanwhile`,
    resource_type: type,
  });
}

/** Brings a product back with its SKUs; refuses source ids that were given away meanwhile. */
export async function restoreProduct(scope: Scope, entry: BinEntryRow): Promise<Answer | null> {
  const { project_id, resource_id: id } = entry;
  const { kept } = await load(scope, { kept: countParts(scope.project.id, id) });
  const answer = viewEntry(entry);
  const result = await commit(scope, {
    statements: [...takeOut(entry), ...goodsBack(project_id, id, ["products", "skus"])],
    tally: { trash_bin: -1, products: 1, skus: countOf(kept, "skus") },
    answer,
  });
  if (!result.ok) refuseTaken(result.error, entry);
  return result.ok ? answer : null;
}

/** Brings a SKU back; refuses one whose product is gone. */
export async function restoreSku(scope: Scope, entry: BinEntryRow): Promise<Answer | null> {
  const { project_id, resource_id, resource_parent_id } = entry;
  const product = resource_parent_id ?? "";
  const answer = viewEntry(entry);
  const result = await commit(scope, {
    statements: [
      assertProduct({ project_id, id: product }),
      ...takeOut(entry),
      ...goodsBack(project_id, resource_id, ["skus"]),
    ],
    tally: { trash_bin: -1, skus: 1 },
    answer,
  });
  if (result.ok) return answer;
  if (result.error.constraint === "product_moved") throw notFound("product", product);
  refuseTaken(result.error, entry);
  return null;
}
