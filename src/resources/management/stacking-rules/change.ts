import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { StackingRulesRow } from "../../../db/tables/stacking";
import { ApiError, notFound } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type Scope } from "../../../scope/scope";
import { categoriesNamed } from "../../categories/store";
import { categoriesIn, ownRules, refuseUnknown } from "./define";
import type { StackingRulesInput } from "./schema";
import {
  decodeStackingRules,
  deleteStackingRules,
  insertStackingRules,
  stackingRulesOf,
  updateStackingRules,
} from "./store";
import { viewStackingRules } from "./view";

/**
 * What the project has set as it stands now; the categories of the body are held against those that
 * exist.
 */
async function loadRules(
  scope: Scope,
  input: StackingRulesInput,
): Promise<StackingRulesRow | null> {
  const ids = categoriesIn(input);
  const named = ids.map((id) => ({ category_id: id }));
  const { rows, categories } = await load(scope, {
    rows: stackingRulesOf(scope),
    categories: categoriesNamed(scope, named),
  });
  refuseUnknown(ids, categories);
  return decodeStackingRules(rows);
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
    const before = await loadRules(scope, input);
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

/** Changes the rules that the project has set: absent keeps, null goes back to the default. */
export const changeStackingRules = (scope: Scope, input: StackingRulesInput): Promise<Answer> =>
  retried(scope, async () => {
    const before = await loadRules(scope, input);
    if (!before) throw notFound("stacking_rules", scope.project.id);
    const after: StackingRulesRow = {
      ...before,
      rules: ownRules(before.rules, input),
      updated_at: nextUpdate(scope, before),
    };
    const answer = viewStackingRules(after);
    const result = await commit(scope, {
      statements: updateStackingRules(before, after),
      answer,
    });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Goes back to the defaults; where nothing is set they hold already. */
export async function removeStackingRules(scope: Scope): Promise<Answer> {
  await commit(scope, { statements: [deleteStackingRules(scope)], answer: DONE });
  forgetProject(scope.project.id);
  return DONE;
}
