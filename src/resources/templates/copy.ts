import type { Answer } from "../../commit/answer";
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
 * there is no other one.
 */
async function destinationOf(scope: Scope, id: string): Promise<Scope> {
  if (id === scope.project.id) return scope;
  if (scope.actor.project_id !== null) throw notFound("project", id);
  const { places } = scope;
  const project = await getProject({ ...scope, db: places.control }, id);
  await opened(project);
  return { ...scope, project, db: places.at(project.place) };
}

/** Copies a template as it stands; its rule names segments and goods by the ids they have here. */
export const copyTemplate = (scope: Scope, id: string, sent: TemplateCopy): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getTemplate(scope, id);
    const { name, description = row.description, destination_project_id: to } = sent;
    const there = await destinationOf(scope, to || scope.project.id);
    return addTemplate(there, row, { name: name || row.name, description });
  });
