import type { Section } from "../http/mount";
import { consentSettings } from "../resources/consents/routes";
import { locationsWritten } from "../resources/locations/management-routes";
import { apiKeys } from "../resources/management/api-keys/routes";
import { auditLogs, platformAuditLog } from "../resources/management/audit-log/routes";
import { backups, restores } from "../resources/management/backups/routes";
import { branding } from "../resources/management/branding/routes";
import { customEventSchemas } from "../resources/management/custom-event-schemas/routes";
import { deadJobs } from "../resources/management/dead-jobs/routes";
import { health } from "../resources/management/health/routes";
import { metadataSchemas } from "../resources/management/metadata-schemas/routes";
import { metrics } from "../resources/management/metrics/routes";
import { moves } from "../resources/management/moves/routes";
import { places } from "../resources/management/places/routes";
import { projects } from "../resources/management/projects/routes";
import { stackingRules } from "../resources/management/stacking-rules/routes";
import { projectSummary } from "../resources/management/summary/routes";
import { invitations, users } from "../resources/management/users/routes";
import { templatesOfProject } from "../resources/templates/management-routes";
import { deliveries } from "../resources/webhooks/deliveries/routes";
import { webhooks } from "../resources/webhooks/routes";

/** Administration of the deployment and its projects. */
export const management: Section = {
  family: "management",
  base: "/management/v1",
  lists: [
    ["/health", health],
    ["/metrics", metrics],
    ["/places", places],
    ["/backups", backups],
    ["/restores", restores],
    ["/projects/users/invite", invitations],
    ["/projects", projects],
    ["/audit-log", platformAuditLog],
    ["/projects/:projectId/api-keys", apiKeys],
    ["/projects/:projectId/metadata-schemas", metadataSchemas],
    ["/projects/:projectId/custom-event-schemas", customEventSchemas],
    ["/projects/:projectId/move", moves],
    ["/projects/:projectId/stacking-rules", stackingRules],
    ["/projects/:projectId/audit-log", auditLogs],
    ["/projects/:projectId/branding", branding],
    ["/projects/:projectId/consents", consentSettings],
    ["/projects/:projectId/dead-jobs", deadJobs],
    ["/projects/:projectId/locations", locationsWritten],
    ["/projects/:projectId/summary", projectSummary],
    ["/projects/:projectId/templates/campaigns", templatesOfProject],
    ["/projects/:projectId/users", users],
    ["/projects/:projectId/webhooks", webhooks],
    ["/projects/:projectId/webhooks", deliveries],
  ],
};
