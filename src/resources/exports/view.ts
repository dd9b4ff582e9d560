import type { ExportRow } from "../../db/tables/work";
import type { Scope } from "../../scope/scope";
import { downloadToken } from "./link";
import { mayExport } from "./may-export";
import { type Export, ExportedObject } from "./schema";

function urlOf(scope: Scope, { project_id, id }: ExportRow): string {
  const signed = { secret: scope.settings.signingSecret, exportId: id, now: scope.now };
  const token = encodeURIComponent(
    downloadToken(signed, { projectId: project_id, keyId: scope.actor.key_id }),
  );
  return `${scope.base_url}/v1/exports/${id}/download?token=${token}`;
}

/**
 * An export as the contract shows it; its link is signed anew each time, for a caller who may read
 * what is in the file.
 */
export const viewExport = (scope: Scope, row: ExportRow): Export => ({
  id: row.id,
  object: "export",
  created_at: row.created_at,
  status: row.status,
  channel: row.channel,
  exported_object: row.exported_object,
  parameters: row.parameters,
  result:
    row.status === "DONE" && mayExport(scope, ExportedObject.parse(row.exported_object))
      ? { url: urlOf(scope, row) }
      : null,
  user_id: row.user_id,
  async_action_id: row.action_id,
});
