import { shownAs, viewList } from "../../../http/page";
import { platformRoute, route } from "../../../http/route";
import { changeProject } from "./change";
import { createProject } from "./create";
import { removeProject } from "./remove";
import { rotateWebhookSecret } from "./rotate-secret";
import {
  Project,
  ProjectCreate,
  ProjectList,
  ProjectQuery,
  ProjectUpdate,
  ProjectWithSecrets,
  WebhookSecret,
} from "./schema";
import { getProject, listProjects } from "./store";
import { viewProject } from "./view";

/** Projects themselves are control rows. */
const isControl = true;

export const projects = [
  platformRoute(
    "POST",
    "/",
    {
      summary: "Create a project; the answer alone shows its keys and webhook token",
      can: "deployment",
      body: ProjectCreate,
      example: { name: "Second shop", currency: "EUR" },
      answer: ProjectWithSecrets,
      errors: ["no_place_open", "not_found", "duplicate_found"],
    },
    (scope, { body }) => createProject(scope, body),
  ),
  platformRoute(
    "GET",
    "/",
    {
      summary: "List projects",
      query: ProjectQuery,
      answer: ProjectList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      return viewList("data", shownAs(await listProjects(scope, query), viewProject));
    },
  ),
  route(
    "GET",
    "/:projectId",
    { isControl, summary: "Get a project", answer: Project, errors: ["not_found"] },
    async (scope, { params }) => viewProject(await getProject(scope, params.projectId)),
  ),
  route(
    "PUT",
    "/:projectId",
    {
      isControl,
      summary: "Update a project's settings",
      body: ProjectUpdate,
      answer: Project,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { body }) => changeProject(scope, body),
  ),
  route(
    "DELETE",
    "/:projectId",
    {
      isControl,
      summary: "Delete a project with its keys; what it had goes in the background",
      can: "deployment",
      answer: null,
      errors: ["not_found", "move_going_on", "backup_going_on"],
    },
    (scope) => removeProject(scope),
  ),
  route(
    "POST",
    "/:projectId/webhook-secret/rotate",
    {
      isControl,
      summary: "Sign webhooks with a new secret, which the answer alone shows",
      answer: WebhookSecret,
      errors: ["not_found", "multiple_requests"],
    },
    (scope) => rotateWebhookSecret(scope),
  ),
];
