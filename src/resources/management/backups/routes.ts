import { shownAs, viewList } from "../../../http/page";
import { platformRoute } from "../../../http/route";
import { beginBackup, beginRestore, removeBackup } from "./begin";
import { Backup, BackupCreate, BackupList, BackupQuery, Restore, RestoreCreate } from "./schema";
import { getBackup, getRestore, listBackups } from "./store";
import { viewBackup, viewRestore } from "./view";

const can = "deployment";

export const backups = [
  platformRoute(
    "POST",
    "/",
    {
      summary: "Begin a backup of a project, which goes on meanwhile",
      can,
      body: BackupCreate,
      answer: Backup,
      status: 202,
      errors: ["not_found", "backup_going_on"],
    },
    (scope, { body }) => beginBackup(scope, body),
  ),
  platformRoute(
    "GET",
    "/",
    {
      summary: "List backups, also of projects that were deleted",
      can,
      query: BackupQuery,
      answer: BackupList,
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) =>
      viewList("data", shownAs(await listBackups(scope, query), viewBackup)),
  ),
  platformRoute(
    "GET",
    "/:backupId",
    { summary: "Say how far a backup is", can, answer: Backup, errors: ["not_found"] },
    async (scope, { params }) => viewBackup(await getBackup(scope, params.backupId)),
  ),
  platformRoute(
    "DELETE",
    "/:backupId",
    {
      summary: "Delete a backup with its files; one that is being made ends",
      can,
      answer: null,
      errors: ["not_found", "backup_not_ready"],
    },
    (scope, { params }) => removeBackup(scope, params.backupId),
  ),
  platformRoute(
    "POST",
    "/:backupId/restore",
    {
      summary: "Make a new project of a backup",
      can,
      body: RestoreCreate,
      answer: Restore,
      status: 202,
      errors: ["not_found", "backup_not_ready", "no_place_open"],
    },
    (scope, { params, body }) => beginRestore(scope, params.backupId, body),
  ),
];

export const restores = [
  platformRoute(
    "GET",
    "/:restoreId",
    { summary: "Say how far a restore is", can, answer: Restore, errors: ["not_found"] },
    async (scope, { params }) => {
      const { restore, total } = await getRestore(scope, params.restoreId);
      return viewRestore(restore, total);
    },
  ),
];
