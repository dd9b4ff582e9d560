import { decode, insertRows, type RawRow, type Statement } from "../../../../db/client";
import { deleteRow, updateRow } from "../../../../db/rows";
import { sql, valuesOf } from "../../../../db/sql";
import { type PromotionStackRow, promotionStacks } from "../../../../db/tables/stacking";
import { notFound } from "../../../../errors";
import type { Category } from "../../../../model/category";
import type { Scope } from "../../../../scope/scope";
import { categoriesFrom, categoryJson } from "../tiers/sql";

/** A stack with its category. */
export interface StoredStack extends PromotionStackRow {
  categories: Category[];
}

/** What every read of stacks selects. */
export const STACK_COLUMNS = sql`s.*, ${categoryJson("s")} AS category_row`;

export function decodeStack({ category_row: text, ...columns }: RawRow): StoredStack {
  const categories = categoriesFrom(typeof text === "string" ? JSON.parse(text) : null);
  return { ...decode(promotionStacks, columns), categories };
}

export const stackById = (scope: Scope, id: string): Statement =>
  sql`SELECT ${STACK_COLUMNS} FROM promotion_stacks s
    WHERE s.project_id = ${scope.project.id} AND s.id = ${id}`;

/**
 * The stack of this campaign among the rows that a read gave; throws not-found where there is none.
 */
export function theStack(
  rows: readonly RawRow[] | undefined,
  campaignId: string,
  id: string,
): StoredStack {
  const found = (rows ?? []).map(decodeStack).find((row) => row.campaign_id === campaignId);
  if (!found) throw notFound("promotion_stack", id);
  return found;
}

/** Aborts where a tier that the stack names was deleted meanwhile, with its campaign or alone. */
const tiersStand = ({ project_id, campaign_id, tiers: { ids } }: PromotionStackRow): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${ids.length}, 'tiers_moved'
    FROM promotion_tiers
    WHERE project_id = ${project_id} AND campaign_id = ${campaign_id} AND id IN (${valuesOf(ids)})`;

export const insertStack = (row: StoredStack): Statement[] => [
  tiersStand(row),
  insertRows(promotionStacks, [row]),
];

export type StackChange = Partial<Pick<PromotionStackRow, "name" | "tiers" | "category_id">> & {
  updated_at: string;
};

/** Sets columns of the stack that was read; aborts where another update came between. */
export const updateStack = (row: StoredStack, change: StackChange): Statement[] => [
  tiersStand({ ...row, ...change }),
  ...updateRow(promotionStacks, row, change, "stack_moved"),
];

export const deleteStack = (row: StoredStack): Statement[] =>
  deleteRow(promotionStacks, row, "stack_moved");
