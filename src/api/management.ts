import { Hono } from "hono";
import { managementAuth } from "../http/auth";
import { jsonBody } from "../http/body";
import { idempotency } from "../http/idempotency";
import { keyRate } from "../http/rate";
import type { AppEnv } from "../http/scope";
import { apiKeys } from "../resources/management/api-keys/routes";
import { projects } from "../resources/management/projects/routes";

/** Administration of the deployment and its projects. */
export const management = new Hono<AppEnv>()
  .use(managementAuth, keyRate, jsonBody, idempotency)
  .route("/projects", projects)
  .route("/projects/:projectId/api-keys", apiKeys);
