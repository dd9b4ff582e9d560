import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { Conflict } from "../../db/commit";
import type { CategoryRow } from "../../db/tables/catalogue";
import { USUAL_HIERARCHY } from "../../engine/stacking/order";
import { ApiError } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";
import type { CategoryCreate, CategoryUpdate } from "./schema";
import {
  type CategoryChange,
  deleteCategory,
  getCategory,
  insertCategory,
  updateCategory,
} from "./store";
import { viewCategory } from "./view";

/** Two categories of one name could not be told apart where a voucher shows the name alone. */
function refuseDuplicate({ constraint }: Conflict, name: string): void {
  if (constraint !== "categories.project_id, categories.name") return;
  throw new ApiError("duplicate_found", {
    details: `Duplicated category exists with name ${name}`,
    resource_type: "category",
  });
}

/** Creates a category; refuses a name that another one has. */
export const createCategory = (scope: Scope, input: CategoryCreate): Promise<Answer> =>
  retried(scope, async () => {
    const row: CategoryRow = {
      project_id: scope.project.id,
      id: scope.newId("cat"),
      name: input.name,
      hierarchy: input.hierarchy ?? USUAL_HIERARCHY,
      stacking_rules_type: input.stacking_rules_type ?? null,
      created_at: isoNow(scope),
      updated_at: null,
    };
    const answer = viewCategory(row);
    const result = await commit(scope, {
      statements: [insertCategory(row)],
      tally: { categories: 1 },
      answer,
    });
    if (!result.ok) refuseDuplicate(result.error, row.name);
    return result.ok ? answer : null;
  });

/** Name and hierarchy cannot be cleared: null keeps them as absent does. */
const changeOf = (scope: Scope, row: CategoryRow, input: CategoryUpdate): CategoryChange => ({
  ...(input.name && { name: input.name }),
  ...(typeof input.hierarchy === "number" && { hierarchy: input.hierarchy }),
  ...(input.stacking_rules_type !== undefined && {
    stacking_rules_type: input.stacking_rules_type,
  }),
  updated_at: nextUpdate(scope, row),
});

/** Updates a category; refuses a name that another one has. */
export const changeCategory = (scope: Scope, id: string, input: CategoryUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCategory(scope, id);
    const change = changeOf(scope, row, input);
    if (changesNothing(row, change)) return viewCategory(row);
    const changed = { ...row, ...change };
    const answer = viewCategory(changed);
    const result = await commit(scope, { statements: updateCategory(row, change), answer });
    if (!result.ok) refuseDuplicate(result.error, changed.name);
    return result.ok ? answer : null;
  });

/** Deletes a category; what it was given to belongs to none from then on (docs/behaviour.md). */
export const removeCategory = (scope: Scope, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCategory(scope, id);
    const result = await commit(scope, {
      statements: deleteCategory(row),
      tally: { categories: -1 },
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
