import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { StackingRulesRow } from "../../../db/tables/stacking";
import { ApiError } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type Scope } from "../../../scope/scope";
import { categoriesNamed } from "../../categories/store";
import { categoriesIn, ownRules, refuseUnknown } from "./define";
import type { StackingRulesInput } from "./schema";
import {
  decodeStackingRules,
  deleteStackingRules,
  getStackingRules,
  insertStackingRules,
  stackingRulesOf,
  theStackingRules,
  updateStackingRules,
} from "./store";
import { viewStackingRules } from "./view";

/**
 * What the project has set as it stands now; the categories of the body are held against those that
 * exist.
 */
async function loadRules(scope: Scope, input: StackingRulesInput) {
  const ids = categoriesIn(input);
  const named = ids.map((id) => ({ category_id: id }));
  const { rows, categories } = await load(scope, {
    rows: stackingRulesOf(scope),
    categories: categoriesNamed(scope, named),
  });
  refuseUnknown(ids, categories);
  return rows;
}

const exists = ({ project, ...row }: { project: string; id: string }) =>
  new ApiError("stacking_rules_exist", {
    details: `Project ${project} has stacking rules`,
    resource_id: row.id,
    resource_type: "stacking_rules",
  });

/** Sets the project's stacking rules; what the body leaves out keeps its default. */
export const createStackingRules = (scope: Scope, input: StackingRulesInput): Promise<Answer> =>
  retried(scope, async () => {
    const before = decodeStackingRules(await loadRules(scope, input));
    if (before) throw exists({ project: scope.project.id, id: before.id });
    const row: StackingRulesRow = {
      project_id: scope.project.id,
      id: scope.newId("stk"),
      rules: ownRules({}, input),
      created_at: isoNow(scope),
      updated_at: null,
    };
    const answer = viewStackingRules(row);
    const result = await commit(scope, { statements: [insertStackingRules(row)], answer });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Changes the rules that hold in the project: absent keeps, null goes back to the default. */
export const changeStackingRules = (
  scope: Scope,
  id: string,
  input: StackingRulesInput,
): Promise<Answer> =>
  retried(scope, async () => {
    const rows = await loadRules(scope, input);
    const before = theStackingRules(scope, id, rows);
    const after: StackingRulesRow = {
      ...before,
      rules: ownRules(before.rules, input),
      updated_at: nextUpdate(scope, before),
    };
    if (changesNothing(before, after)) return viewStackingRules(before);
    const answer = viewStackingRules(after);
    const result = await commit(scope, {
      statements:
        rows.length > 0 ? updateStackingRules(before, after) : [insertStackingRules(after)],
      answer,
    });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Goes back to the defaults. */
export async function removeStackingRules(scope: Scope, id: string): Promise<Answer> {
  await getStackingRules(scope, id);
  await commit(scope, { statements: [deleteStackingRules(scope, id)], answer: DONE });
  forgetProject(scope.project.id);
  return DONE;
}
