import { load } from "../../../commit/load";
import { type Db, decode, insertRows, type Statement } from "../../../db/client";
import { assertChanged, readBatch } from "../../../db/commit";
import { dropErased, erasedAfter } from "../../../db/erased-customers";
import { pageOf } from "../../../db/page";
import { joined, raw, sql } from "../../../db/sql";
import {
  type BackupPartRow,
  type BackupRow,
  backupParts,
  backups,
  type RestoreRow,
  restores,
} from "../../../db/tables/backups";
import { type ProjectRow, projects } from "../../../db/tables/control";
import { type WebhookRow, webhooks } from "../../../db/tables/webhooks";
import { type AsyncActionRow, asyncActions } from "../../../db/tables/work";
import { type Hold, letGo } from "../../../db/transits";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import type { PlatformScope } from "../../../scope/scope";
import type { BackupQuery } from "./schema";

/** Nobody can page beyond this, so nothing is counted further. */
const MOST = 10_000;

const backupById = (id: string): Statement => sql`SELECT * FROM backups WHERE id = ${id}`;
const restoreById = (id: string): Statement => sql`SELECT * FROM restores WHERE id = ${id}`;

/** A backup that nobody has removed. */
export async function getBackup(scope: PlatformScope, id: string): Promise<BackupRow> {
  const { rows } = await load(scope, { rows: backupById(id) });
  const row = rows[0] && decode(backups, rows[0]);
  if (!row || row.status === "REMOVED") throw notFound("backup", id);
  return row;
}

/** A restore, and how many files its backup has; of one that is gone those that were read. */
export async function getRestore(
  scope: PlatformScope,
  id: string,
): Promise<{ restore: RestoreRow; total: number }> {
  const { rows, files } = await load(scope, {
    rows: restoreById(id),
    files: sql`SELECT b.parts FROM restores r CROSS JOIN backups b ON b.id = r.backup_id
      WHERE r.id = ${id}`,
  });
  if (!rows[0]) throw notFound("restore", id);
  const restore = decode(restores, rows[0]);
  return { restore, total: Number(files[0]?.parts ?? restore.parts) };
}

/** A page of the backups, the newest first. */
export async function listBackups(
  scope: PlatformScope,
  query: BackupQuery,
): Promise<Page<BackupRow>> {
  const { limit, page, project_id } = query;
  const of = project_id === undefined ? [] : [sql`project_id = ${project_id}`];
  const visible = sql`FROM backups WHERE ${joined([...of, sql`status <> 'REMOVED'`], " AND ")}`;
  const found = await load(scope, {
    rows: sql`SELECT * ${visible} ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    total: sql`SELECT count(*) AS total FROM (SELECT 1 ${visible} LIMIT ${raw(MOST)})`,
  });
  return pageOf(found, (row) => decode(backups, row), query);
}

/** A backup, whatever became of it; null where there is none. */
export async function findBackup(control: Db, id: string): Promise<BackupRow | null> {
  const [[row] = []] = await readBatch(control, [backupById(id)]);
  return row ? decode(backups, row) : null;
}

/**
 * A restore with its backup, null where that is gone, and the part that it takes next, null behind
 * the last one.
 */
export async function findRestore(control: Db, id: string) {
  const own = sql`(SELECT backup_id FROM restores WHERE id = ${id})`;
  const [[row] = [], [of] = [], [next] = []] = await readBatch(control, [
    restoreById(id),
    sql`SELECT * FROM backups WHERE id = ${own}`,
    sql`SELECT p.* FROM restores r CROSS JOIN backup_parts p
      ON p.backup_id = r.backup_id AND p.part = r.parts WHERE r.id = ${id}`,
  ]);
  if (!row) return null;
  const part: BackupPartRow | null = next ? decode(backupParts, next) : null;
  return { restore: decode(restores, row), backup: of ? decode(backups, of) : null, part };
}

/** The project without what only it may know. */
export const withoutSecrets = (row: ProjectRow): ProjectRow => ({
  ...row,
  webhook_secret: "",
  previous_webhook_secret: null,
  previous_webhook_secret_until: null,
});

/** A project as a backup keeps it, as it stands now; null where it is gone. */
export async function findKept(control: Db, id: string): Promise<ProjectRow | null> {
  const [[row] = []] = await readBatch(control, [sql`SELECT * FROM projects WHERE id = ${id}`]);
  return row ? withoutSecrets(decode(projects, row)) : null;
}

export const BACKUP_GOING_ON = "backup_going_on";

/** Aborts where a backup of the project is being made. */
export const assertNoBackup = (projectId: string): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
      SELECT 1 FROM backups INDEXED BY backups_going_on
      WHERE project_id = ${projectId} AND status = 'IN_PROGRESS'), ${BACKUP_GOING_ON}`;

/** A new backup; aborts where one of the project is being made, or the project is gone. */
export const insertBackup = (row: BackupRow): Statement[] => [
  assertNoBackup(row.project_id),
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*), 'project_gone' FROM projects
    WHERE id = ${row.project_id}`,
  insertRows(backups, [row]),
];

/** A new restore; aborts where another request has removed its backup. */
export const insertRestore = (row: RestoreRow): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*), 'backup_gone' FROM backups
    WHERE id = ${row.backup_id} AND status = 'DONE'`,
  insertRows(restores, [row]),
];

export const insertParts = (rows: readonly BackupPartRow[]): Statement =>
  insertRows(backupParts, rows);

/** Writes a backup as a step leaves it; aborts where another worker has made the step. */
export const moveBackup = (before: BackupRow, after: BackupRow): Statement[] => [
  sql`UPDATE backups SET cursor = cursor + 1, status = ${after.status},
      project = ${JSON.stringify(after.project)},
      state = ${JSON.stringify(after.state)}, parts = ${after.parts}, rows = ${after.rows},
      bytes = ${after.bytes}, unpacked = ${after.unpacked},
      counts = ${after.counts && JSON.stringify(after.counts)},
      taken_at = ${after.taken_at}, error = ${after.error}, updated_at = ${after.updated_at}
    WHERE id = ${before.id} AND cursor = ${before.cursor} AND status = 'IN_PROGRESS'`,
  assertChanged("backup_moved"),
];

/** The same of a restore. */
export const moveRestore = (before: RestoreRow, after: RestoreRow): Statement[] => [
  sql`UPDATE restores SET cursor = cursor + 1, status = ${after.status}, parts = ${after.parts},
      rows = ${after.rows}, state = ${JSON.stringify(after.state)}, error = ${after.error},
      updated_at = ${after.updated_at}
    WHERE id = ${before.id} AND cursor = ${before.cursor} AND status = 'IN_PROGRESS'`,
  assertChanged("restore_moved"),
];

export const BEING_RESTORED = "being_restored";

/**
 * Marks a backup whose files are deleted after this; aborts where a restore still reads it, or
 * another request was first.
 */
export const markRemoved = ({ id, status }: BackupRow, now: string): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
      SELECT 1 FROM restores
      WHERE backup_id = ${id} AND status = 'IN_PROGRESS'), ${BEING_RESTORED}`,
  sql`UPDATE backups SET status = 'REMOVED', updated_at = ${now}
    WHERE id = ${id} AND status = ${status}`,
  assertChanged("backup_moved"),
];

/** Takes away what is left of a removed backup. */
export const deleteBackup = (id: string): Statement[] => [
  dropErased(id),
  sql`DELETE FROM backup_parts WHERE backup_id = ${id}`,
  sql`DELETE FROM backups WHERE id = ${id} AND status = 'REMOVED'`,
];

/** What a restore that failed has brought is taken away as that of a deleted project. */
export const discardRestored = ({ project }: RestoreRow, now: string): Statement =>
  sql`INSERT INTO removed_projects (project_id, home, removed_at, place)
    VALUES (${project.id}, ${project.place}, ${now}, 0)`;

/** The webhooks that a restore has brought; they are few. */
export async function findWebhooks(db: Db, projectId: string): Promise<WebhookRow[]> {
  const [rows = []] = await readBatch(db, [
    sql`SELECT * FROM webhooks WHERE project_id = ${projectId}`,
  ]);
  return rows.map((row) => decode(webhooks, row));
}

type OwnOfWebhook = Pick<WebhookRow, "id" | "mark" | "header_names" | "custom_headers">;

/**
 * Lets a project that has arrived be one, with marks and headers of webhooks that are its own.
 * Nobody is told by the webhooks of a copy before somebody wants it; once it has been let in, a
 * worker that is late changes them no more.
 */
export function comeForward(hold: Hold, own: readonly OwnOfWebhook[]): Statement[] {
  const isAside = sql`EXISTS (
      SELECT 1 FROM transits WHERE project_id = ${hold.project_id} AND owner = ${hold.owner})`;
  return [
    sql`UPDATE webhooks SET active = 0, inactive_because = 'REQUESTED'
      WHERE project_id = ${hold.project_id} AND active AND ${isAside}`,
    ...own.map(
      ({ id, mark, header_names, custom_headers }) => sql`UPDATE webhooks SET mark = ${mark},
          header_names = ${JSON.stringify(header_names)}, custom_headers = ${custom_headers}
        WHERE project_id = ${hold.project_id} AND id = ${id} AND ${isAside}`,
    ),
    ...letGo(hold),
  ];
}

/** The first background work of a type that goes on in a project. */
export async function findOpenAction(
  db: Db,
  projectId: string,
  type: string,
): Promise<AsyncActionRow | null> {
  const [[row] = []] = await readBatch(db, [
    sql`SELECT * FROM async_actions INDEXED BY async_actions_turns
      WHERE project_id = ${projectId} AND status = 'IN_PROGRESS' AND type = ${type}
      ORDER BY id LIMIT 1`,
  ]);
  return row ? decode(asyncActions, row) : null;
}

/** Ids that one look takes. */
const IDS = 100;

/** The next of those who were deleted for good in a project. */
export async function findErased(control: Db, projectId: string, after: string) {
  const [rows = []] = await readBatch(control, [erasedAfter(projectId, after, IDS)]);
  return rows.map((row) => String(row.customer_id));
}

/** The first of these customers who has come with a backup. */
export async function firstThere(db: Db, projectId: string, ids: readonly string[]) {
  const [[row] = []] = await readBatch(db, [
    sql`SELECT id FROM customers WHERE project_id = ${projectId}
      AND id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) ORDER BY id LIMIT 1`,
  ]);
  return row ? String(row.id) : null;
}
