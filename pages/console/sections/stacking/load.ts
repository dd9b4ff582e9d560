import { answerOf } from "../../../../clients/typescript/src";
import { management } from "../../session";
import { bodyOf, type Draft, draftOf, type Rules } from "./draft";

const PATH = "/management/v1/projects/{projectId}/stacking-rules" as const;
const ONE = "/management/v1/projects/{projectId}/stacking-rules/{stackingRulesId}" as const;

/** The rules that hold in a project; those without id are nobody's but the service's. */
export async function load(projectId: string): Promise<Rules> {
  const list = await answerOf(management().GET(PATH, { params: { path: { projectId } } }));
  const [rules] = list.data;
  if (!rules) throw new Error("No stacking rules hold");
  return rules;
}

/** Sets all of the rules, whether the project had some of its own or not. */
export async function save(projectId: string, draft: Draft): Promise<Rules> {
  const { id } = await load(projectId);
  const body = bodyOf(draft);
  if (id === undefined) {
    return answerOf(management().POST(PATH, { params: { path: { projectId } }, body }));
  }
  const params = { path: { projectId, stackingRulesId: id } };
  return answerOf(management().PUT(ONE, { params, body }));
}

/** Goes back to the defaults. */
export async function reset(projectId: string): Promise<true> {
  const { id } = await load(projectId);
  if (id === undefined) return true;
  const params = { path: { projectId, stackingRulesId: id } };
  await answerOf(management().DELETE(ONE, { params }));
  return true;
}

/** As it was before: the same rules, or none of the project's own. */
export const putBack = (projectId: string, before: Rules): Promise<unknown> =>
  before.id === undefined ? reset(projectId) : save(projectId, draftOf(before));
