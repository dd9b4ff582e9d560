import { load } from "../../commit/load";
import {
  decode,
  insertRows,
  type RawRow,
  type Statement,
  setColumns,
  statement,
} from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type CategoryRow, categories } from "../../db/tables/catalogue";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export const decodeCategory = (raw: RawRow): CategoryRow => decode(categories, raw);

export const byCategoryId = (scope: Scope, id: string): Statement =>
  statement("SELECT * FROM categories WHERE project_id = ?1 AND id = ?2", scope.project.id, id);

/** The category among the rows that a read gave; throws not-found where there is none. */
export function theCategory(rows: readonly RawRow[] | undefined, id: string): CategoryRow {
  const [row] = rows ?? [];
  if (!row) throw notFound("category", id);
  return decodeCategory(row);
}

export async function getCategory(scope: Scope, id: string): Promise<CategoryRow> {
  const [rows] = await load(scope, [byCategoryId(scope, id)]);
  return theCategory(rows, id);
}

/** How others name a category: by its id or, without one, by its name. */
interface CategoryNames {
  category_id?: string | null | undefined;
  category?: string | null | undefined;
}

/** Whether a body says anything of a category. */
export const namesCategory = ({ category_id, category }: CategoryNames): boolean =>
  Boolean(category_id || category);

/** The category that a body names; no row where it names none. */
export const categoryNamed = (scope: Scope, { category_id, category }: CategoryNames): Statement =>
  statement(
    `SELECT * FROM categories WHERE project_id = ?1 AND id = ?2
     UNION ALL SELECT * FROM categories WHERE project_id = ?1 AND name = ?3`,
    scope.project.id,
    category_id || null,
    category_id ? null : category || null,
  );

/** The categories that several bodies name. */
export const categoriesNamed = (scope: Scope, bodies: readonly CategoryNames[]): Statement => {
  const ids = bodies.flatMap(({ category_id: id }) => id || []);
  const names = bodies.flatMap(({ category_id: id, category }) => (id ? [] : category || []));
  return statement(
    `SELECT * FROM categories WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))
     UNION ALL SELECT * FROM categories WHERE project_id = ?1 AND name IN (SELECT value FROM json_each(?3))`,
    scope.project.id,
    JSON.stringify(ids),
    JSON.stringify(names),
  );
};

/** The columns of what a body gives a category: an unknown id is refused, an unknown name is kept as text. */
export function categoryColumns(rows: readonly RawRow[] | undefined, sent: CategoryNames) {
  const [found] = (rows ?? []).map(decodeCategory);
  if (!found && sent.category_id) throw notFound("category", sent.category_id);
  return { category: found?.name ?? sent.category ?? null, category_id: found?.id ?? null };
}

/** Categories newest first, from a place on; `limit` may be one more than are shown. */
export const categoriesAfter = (
  scope: Scope,
  at: { before: string | null; limit: number; offset: number },
): Statement =>
  statement(
    `SELECT * FROM categories WHERE project_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3 OFFSET ?4`,
    scope.project.id,
    // Every id of a category begins with letters, which come before this.
    at.before ?? "~",
    at.limit,
    at.offset,
  );

export const insertCategory = (row: CategoryRow): Statement => insertRows(categories, [row]);

export type CategoryChange = Partial<
  Pick<CategoryRow, "name" | "hierarchy" | "stacking_rules_type">
> & { updated_at: string };

/** Sets columns of the category that was read; aborts where another update came between. */
export const updateCategory = (row: CategoryRow, change: CategoryChange): Statement[] => [
  statement(
    `UPDATE categories SET ${setColumns(change, "?4")}
     WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3`,
    row.project_id,
    row.id,
    row.updated_at,
    JSON.stringify(change),
  ),
  assertChanged("category_moved"),
];

export const deleteCategory = (row: CategoryRow): Statement[] => [
  statement("DELETE FROM categories WHERE project_id = ?1 AND id = ?2", row.project_id, row.id),
  assertChanged("category_moved"),
];
