import { getRow } from "../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type Fragment, param, sql, valuesOf } from "../../db/sql";
import { type CategoryRow, categories } from "../../db/tables/catalogue";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

export const decodeCategory = (raw: RawRow): CategoryRow => decode(categories, raw);

export const getCategory = (scope: Scope, id: string): Promise<CategoryRow> =>
  getRow(scope, categories, id, "category");

/** How others name a category: by its id or, without one, by its name. */
interface CategoryNames {
  category_id?: string | null | undefined;
  category?: string | null | undefined;
}

/** Whether a body says anything of a category. */
export const namesCategory = ({ category_id, category }: CategoryNames): boolean =>
  Boolean(category_id || category);

/** The category that a body names; no row where it names none. */
export function categoryNamed(scope: Scope, { category_id, category }: CategoryNames): Fragment {
  const project = param(scope.project.id);
  const name = category_id ? null : category || null;
  return sql`SELECT * FROM categories WHERE project_id = ${project} AND id = ${category_id || null}
    UNION ALL SELECT * FROM categories WHERE project_id = ${project} AND name = ${name}`;
}

/** The categories that several bodies name. */
export function categoriesNamed(scope: Scope, bodies: readonly CategoryNames[]): Fragment {
  const project = param(scope.project.id);
  const ids = bodies.flatMap(({ category_id: id }) => id || []);
  const names = bodies.flatMap(({ category_id: id, category }) => (id ? [] : category || []));
  return sql`SELECT * FROM categories WHERE project_id = ${project} AND id IN (${valuesOf(ids)})
    UNION ALL SELECT * FROM categories
    WHERE project_id = ${project} AND name IN (${valuesOf(names)})`;
}

/**
 * The columns of what a body gives a category: an unknown id is refused, an unknown name is kept as
 * text.
 */
export function categoryColumns(rows: readonly RawRow[] | undefined, sent: CategoryNames) {
  const [found] = (rows ?? []).map(decodeCategory);
  if (!found && sent.category_id) throw notFound("category", sent.category_id);
  return { category: found?.name ?? sent.category ?? null, category_id: found?.id ?? null };
}

/** Categories newest first, from a place on; `limit` may be one more than are shown. */
export const categoriesAfter = (
  scope: Scope,
  { before, limit, offset }: { before: string | null; limit: number; offset: number },
): Fragment =>
  // "~" sorts behind every id of a category, which begins with letters.
  sql`SELECT * FROM categories WHERE project_id = ${scope.project.id} AND id < ${before ?? "~"}
    ORDER BY id DESC LIMIT ${limit} OFFSET ${offset}`;

export const countCategories = (scope: Scope): Fragment =>
  sql`SELECT categories AS total FROM tallies WHERE project_id = ${scope.project.id}`;

export const insertCategory = (row: CategoryRow): Statement => insertRows(categories, [row]);

export type CategoryChange = Partial<
  Pick<CategoryRow, "name" | "hierarchy" | "stacking_rules_type">
> & { updated_at: string };

/** Sets columns of the category that was read; aborts where another update came between. */
export const updateCategory = (row: CategoryRow, change: CategoryChange): Statement[] =>
  updateRow(categories, row, change, "category_moved");

export const deleteCategory = (row: CategoryRow): Statement[] =>
  deleteRow(categories, row, "category_moved");
