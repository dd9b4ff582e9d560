import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { withDefaults } from "../../../db/kept-rows";
import { type BackupRow, RESTORE_START, type RestoreRow } from "../../../db/tables/backups";
import { type ProjectRow, projects } from "../../../db/tables/control";
import { ApiError, notFound } from "../../../errors";
import { isoNow, type PlatformScope } from "../../../scope/scope";
import { placeForNew, refuseClosed } from "../places/choose";
import { getProject } from "../projects/store";
import { newWebhookSecret, sealWebhookSecret } from "../projects/webhook-secret";
import type { Backup, BackupCreate, Restore, RestoreCreate } from "./schema";
import {
  BACKUP_GOING_ON,
  BEING_RESTORED,
  getBackup,
  insertBackup,
  insertRestore,
  markRemoved,
  withoutSecrets,
} from "./store";
import { viewBackup, viewRestore } from "./view";

const START = { phase: "WATCH", table: 0, after: null, file: null, tables: {} } as const;

/**
 * Begins a backup of a project, which goes on meanwhile. Refuses an unknown one (not_found), and
 * one of which a backup is being made (backup_going_on).
 */
export async function beginBackup(
  scope: PlatformScope,
  { project_id }: BackupCreate,
): Promise<Backup> {
  const project = await getProject(scope, project_id);
  const now = isoNow(scope);
  const row: BackupRow = {
    id: scope.newId("bak"),
    project_id,
    project: withoutSecrets(project),
    status: "IN_PROGRESS",
    state: START,
    cursor: 0,
    parts: 0,
    rows: 0,
    bytes: 0,
    unpacked: 0,
    counts: null,
    taken_at: null,
    error: null,
    created_at: now,
    updated_at: now,
  };
  const answer = viewBackup(row);
  const result = await commit(scope, {
    statements: insertBackup(row),
    jobs: [{ job: "backup", project_id, backup_id: row.id }],
    answer,
  });
  if (result.ok) return answer;
  if (result.error.constraint === BACKUP_GOING_ON) throw new ApiError("backup_going_on");
  throw notFound("project", project_id);
}

/** What rows take in a database of what they come to as text: so much codes and their kin do. */
const TAKEN = 0.6;
const roomFor = ({ unpacked }: BackupRow): number => Math.ceil(unpacked * TAKEN);

const notReady = (details: string) => new ApiError("backup_not_ready", { details });

/**
 * Begins to make a new project of a backup, with settings of the old one and without keys. Refuses
 * a backup that is not whole (backup_not_ready), and a place that takes no projects or has no room.
 */
export async function beginRestore(
  scope: PlatformScope,
  backupId: string,
  input: RestoreCreate,
): Promise<Restore> {
  const backup = await getBackup(scope, backupId);
  if (backup.status !== "DONE") throw notReady(`The backup is ${backup.status}`);
  const place = input.place
    ? await refuseClosed(scope, input.place, roomFor(backup))
    : await placeForNew(scope, roomFor(backup));
  const now = isoNow(scope);
  const id = scope.newId("proj");
  const secret = newWebhookSecret(scope.random);
  const { signingSecret } = scope.settings;
  const project: ProjectRow = {
    ...withDefaults(projects, backup.project),
    id,
    place,
    // The old one may have been on its way when the backup was made.
    is_moving: false,
    opens_at: null,
    name: input.name ?? backup.project.name,
    webhook_secret: sealWebhookSecret(signingSecret, id, secret, scope.random),
    created_at: now,
    updated_at: null,
  };
  const row: RestoreRow = {
    id: scope.newId("rst"),
    backup_id: backup.id,
    project_id: id,
    project,
    status: "IN_PROGRESS",
    cursor: 0,
    parts: 0,
    rows: 0,
    state: RESTORE_START,
    error: null,
    created_at: now,
    updated_at: now,
  };
  const answer = viewRestore(row, backup.parts);
  const result = await commit(scope, {
    statements: insertRestore(row),
    jobs: [{ job: "restore", project_id: id, restore_id: row.id }],
    answer,
  });
  if (!result.ok) throw notFound("backup", backupId);
  return answer;
}

/**
 * Removes a backup, also one that is being made; its files go after that. Refuses one that is being
 * restored (backup_not_ready).
 */
export async function removeBackup(scope: PlatformScope, id: string): Promise<Answer> {
  const backup = await getBackup(scope, id);
  const result = await commit(scope, {
    statements: markRemoved(backup, isoNow(scope)),
    jobs: [{ job: "backup", project_id: backup.project_id, backup_id: id }],
    answer: DONE,
  });
  if (result.ok) return DONE;
  if (result.error.constraint === BEING_RESTORED) throw notReady("The backup is being restored");
  throw notReady("Another request has removed the backup, or it has just come to its end");
}
