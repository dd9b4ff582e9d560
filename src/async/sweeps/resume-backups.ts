import { readBatch } from "../../db/commit";
import { type Fragment, raw, sql } from "../../db/sql";
import { sendJobs } from "../../scope/send";
import type { Sweep } from "./sweep";

/** A backup or a restore that has not moved for so long has lost its message. */
const STUCK_MS = 30_000;
/** Messages of each kind that one sweep sends. */
const MOST = 20;
/**
 * They are drawn by chance from so many of those that stand still longest, so that what fails
 * whenever it is tried, such as in a place that is down, keeps no other back.
 */
const DRAWN_FROM = 500;

const drawn = (still: Fragment): Fragment =>
  sql`SELECT project_id, id FROM (${still} ORDER BY updated_at LIMIT ${raw(DRAWN_FROM)})
    ORDER BY random() LIMIT ${raw(MOST)}`;

/** Sends the messages anew of backups and restores that stand still, and of backups to remove. */
export const resumeBackups: Sweep = {
  name: "resume-backups",
  isControl: true,
  statements: 2,
  run: async ({ env, db, now }) => {
    const before = new Date(now - STUCK_MS).toISOString();
    const [backups = [], restores = []] = await readBatch(db, [
      drawn(sql`SELECT project_id, id FROM backups INDEXED BY backups_open
        WHERE status IN ('IN_PROGRESS', 'REMOVED') AND updated_at < ${before}`),
      drawn(sql`SELECT project_id, id FROM restores INDEXED BY restores_open
        WHERE status = 'IN_PROGRESS' AND updated_at < ${before}`),
    ]);
    await sendJobs(env, [
      ...backups.map(({ project_id, id }) => ({
        job: "backup" as const,
        project_id: String(project_id),
        backup_id: id,
      })),
      ...restores.map(({ project_id, id }) => ({
        job: "restore" as const,
        project_id: String(project_id),
        restore_id: id,
      })),
    ]);
  },
};
