import { answerOf } from "../../../../clients/typescript/src";
import { defaultRulesId } from "../../../../src/model/default-stacking-rules";
import { management } from "../../session";
import { bodyOf, type Draft, draftOf, type Rules } from "./draft";

const PATH = "/management/v1/projects/{projectId}/stacking-rules" as const;
const ONE = "/management/v1/projects/{projectId}/stacking-rules/{stackingRulesId}" as const;

/** The rules that hold in a project: its own, or the defaults. */
export async function load(projectId: string): Promise<Rules> {
  const list = await answerOf(management().GET(PATH, { params: { path: { projectId } } }));
  const [rules] = list.data;
  if (!rules) throw new Error("No stacking rules hold");
  return rules;
}

/** Whether nobody has changed them: they have the id of the defaults, and were never updated. */
export const areDefaults = (projectId: string, { id, updated_at }: Rules): boolean =>
  id === defaultRulesId(projectId) && !updated_at;

/** Sets all of the rules, whether the project had some of its own or not. */
export async function save(projectId: string, draft: Draft): Promise<Rules> {
  const { id } = await load(projectId);
  const params = { path: { projectId, stackingRulesId: id } };
  return answerOf(management().PUT(ONE, { params, body: bodyOf(draft) }));
}

/** Goes back to the defaults. */
export async function reset(projectId: string): Promise<true> {
  const { id } = await load(projectId);
  const params = { path: { projectId, stackingRulesId: id } };
  await answerOf(management().DELETE(ONE, { params }));
  return true;
}

/** As it was before: the same rules, or none of the project's own. */
export const putBack = (projectId: string, before: Rules): Promise<unknown> =>
  areDefaults(projectId, before) ? reset(projectId) : save(projectId, draftOf(before));
