import { viewCursorPage } from "../../../http/page";
import { platformRoute, route } from "../../../http/route";
import { listAudit, listPlatformAudit } from "./list";
import { AuditList, AuditQuery } from "./schema";
import { viewAuditEntry } from "./view";

export const auditLogs = [
  route(
    "GET",
    "/",
    {
      summary: "List who did what in a project, the newest first",
      query: AuditQuery,
      answer: AuditList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { query }) => viewCursorPage(await listAudit(scope, query), viewAuditEntry),
  ),
];

/** Calls that are of no project, for who opens all of them. */
export const platformAuditLog = [
  platformRoute(
    "GET",
    "/",
    {
      summary: "List who did what above all projects, the newest first",
      can: "deployment",
      query: AuditQuery,
      answer: AuditList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) =>
      viewCursorPage(await listPlatformAudit(scope, query), viewAuditEntry),
  ),
];
