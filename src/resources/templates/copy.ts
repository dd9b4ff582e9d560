import type { Answer } from "../../commit/answer";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { notFound } from "../../errors";
import { opened } from "../../scope/credentials";
import type { Scope } from "../../scope/scope";
import { getProject } from "../management/projects/store";
import type { TemplateCopy } from "./schema";
import { getTemplate } from "./store";
import { addTemplate } from "./write";

/**
 * The scope of the project that a copy goes to, which may live elsewhere; to a project's own key
 * there is no other one. The idempotency key stands beside what is written, under that project.
 */
async function destinationOf(scope: Scope, id: string): Promise<Scope> {
  if (id === scope.project.id) return scope;
  if (scope.actor.project_id !== null) throw notFound("project", id);
  const { places, claim } = scope;
  const project = await getProject({ ...scope, db: places.control, claim: null }, id);
  await opened(project);
  const there = { ...scope, project, db: places.at(project.place) };
  if (claim) {
    claim.project_id = project.id;
    await load(there, []);
  }
  return there;
}

/** Copies a template as it stands; its rule names segments and goods by the ids they have here. */
export const copyTemplate = (scope: Scope, id: string, sent: TemplateCopy): Promise<Answer> =>
  retried(scope, async () => {
    const there = await destinationOf(scope, sent.destination_project_id || scope.project.id);
    const own = there === scope ? scope : { ...scope, claim: null };
    const row = await getTemplate(own, id);
    const { name, description = row.description } = sent;
    return addTemplate(there, row, { name: name || row.name, description });
  });
