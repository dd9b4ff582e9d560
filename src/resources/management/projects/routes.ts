import { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import * as z from "zod";
import { ApiError } from "../../../errors";
import { type AppEnv, platformOf, scopeOf } from "../../../http/app-env";
import { managementProject } from "../../../http/auth";
import { operation } from "../../../http/openapi";
import { viewList } from "../../../http/page";
import { respond } from "../../../http/respond";
import { body, params, query } from "../../../http/validate";
import { changeProject } from "./change";
import { createProject } from "./create";
import {
  Project,
  ProjectCreate,
  ProjectList,
  ProjectQuery,
  ProjectUpdate,
  ProjectWithSecrets,
} from "./schema";
import { getProject, listProjects } from "./store";
import { viewProject } from "./view";

const ByProject = z.object({ projectId: z.string() });

/** Lets in the deployment's own pair; 403 for the keys of a project. */
const deploymentOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (platformOf(c).actor.project_id !== null) throw new ApiError("missing_required_permission");
  await next();
});

export const projects = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a project; the answer alone shows its keys and webhook token",
      answer: ProjectWithSecrets,
      errors: ["missing_required_permission"],
    }),
    deploymentOnly,
    body(ProjectCreate),
    async (c) => respond(c, await createProject(platformOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List projects",
      answer: ProjectList,
      errors: ["invalid_query_params"],
    }),
    query(ProjectQuery),
    async (c) => {
      const { items, total } = await listProjects(platformOf(c), c.req.valid("query"));
      return c.json(viewList("projects", { items: items.map(viewProject), total }));
    },
  )
  .get(
    "/:projectId",
    operation({ summary: "Get a project", answer: Project, errors: ["not_found"] }),
    managementProject,
    params(ByProject),
    async (c) => c.json(viewProject(await getProject(scopeOf(c), c.req.valid("param").projectId))),
  )
  .put(
    "/:projectId",
    operation({
      summary: "Update a project's settings",
      answer: Project,
      errors: ["not_found", "multiple_requests"],
    }),
    managementProject,
    params(ByProject),
    body(ProjectUpdate),
    async (c) => respond(c, await changeProject(scopeOf(c), c.req.valid("json"))),
  );
