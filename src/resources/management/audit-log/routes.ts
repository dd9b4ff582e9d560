import { viewCursorPage } from "../../../http/page";
import { route } from "../../../http/route";
import { listAudit } from "./list";
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
