import { Hono } from "hono";
import type { AppEnv } from "../http/app-env";
import { managementAuth } from "../http/auth";
import { jsonBody } from "../http/body";
import { idempotency } from "../http/idempotency";
import { keyRate } from "../http/rate";
import { apiKeys } from "../resources/management/api-keys/routes";
import { customEventSchemas } from "../resources/management/custom-event-schemas/routes";
import { metadataSchemas } from "../resources/management/metadata-schemas/routes";
import { projects } from "../resources/management/projects/routes";
import { stackingRules } from "../resources/management/stacking-rules/routes";

/** Administration of the deployment and its projects. */
export const management: Hono<AppEnv> = new Hono<AppEnv>();

management.use(managementAuth, keyRate, jsonBody, idempotency);
management.route("/projects", projects);
management.route("/projects/:projectId/api-keys", apiKeys);
management.route("/projects/:projectId/metadata-schemas", metadataSchemas);
management.route("/projects/:projectId/custom-event-schemas", customEventSchemas);
management.route("/projects/:projectId/stacking-rules", stackingRules);
