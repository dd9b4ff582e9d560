import type { Db } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import { raw, sql } from "../../db/sql";
import { AUDIT_DAYS } from "../../db/tables/audit";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import { timeId } from "../../lib/id";
import { deleted } from "./deleted";
import type { Sweep } from "./sweep";

const DAY_MS = 86_400_000;

/** Projects of one sweep; the next one goes on behind them, and then from the first one again. */
const PROJECTS = 50;
/** Entries that one sweep deletes at most. */
const FORGOTTEN = 2_000;

const NAME = "audit-log";

/** What the trigger lets go, by the database's own clock: nothing else stops a sweep. */
const UNGUARDED = raw("a.created_at < strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-399 days')");

/** What a sweep looks at: each project by the first entry of its log, in the log's own order. */
async function nextProjects(db: Db): Promise<string[]> {
  const after = sql`coalesce((SELECT after FROM rounds WHERE name = ${NAME}), '')`;
  const [rows = []] = await readBatch(db, [
    sql`WITH RECURSIVE p (id, place) AS (
        SELECT (SELECT min(project_id) FROM audit_log WHERE project_id > ${after}), 1
        UNION ALL
        SELECT (SELECT min(project_id) FROM audit_log WHERE project_id > p.id), place + 1
        FROM p WHERE p.id IS NOT NULL AND place < ${raw(PROJECTS)})
      SELECT id FROM p WHERE id IS NOT NULL`,
  ]);
  return rows.map(({ id }) => String(id));
}

async function forget(db: Db, projects: readonly string[], now: number): Promise<boolean> {
  const oldest = timeId("aud", now - AUDIT_DAYS * DAY_MS, (length) => new Uint8Array(length));
  const count = await deleted(db, [
    sql`DELETE FROM audit_log WHERE (project_id, id) IN (
      SELECT a.project_id, a.id FROM json_each(${JSON.stringify(["", ...projects])}) p
      CROSS JOIN audit_log a ON a.project_id = p.value AND a.id < ${oldest}
        AND a.created_at < ${new Date(now - AUDIT_DAYS * DAY_MS).toISOString()}
        AND ${UNGUARDED} AND ${isAtWork("p.value")}
      LIMIT ${raw(FORGOTTEN)})`,
  ]);
  return count === FORGOTTEN;
}

/** The round goes on behind a full piece of projects, and else begins anew. */
async function remember(db: Db, projects: readonly string[]): Promise<void> {
  const last = projects.length === PROJECTS ? projects.at(-1) : "";
  const done = await writeBatch(db, [
    sql`INSERT INTO rounds (name, after) VALUES (${NAME}, ${last ?? ""})
      ON CONFLICT (name) DO UPDATE SET after = excluded.after
      WHERE rounds.after <> excluded.after`,
  ]);
  assert(done.ok, "a round goes on");
}

/**
 * Deletes entries of the audit log that are older than AUDIT_DAYS. No index tells their age, which
 * would cost a row with each change: entries of a project are in the order of their time, and the
 * projects are gone round, some each minute. Where much is due in some, it stays with them.
 */
export const forgetAudit: Sweep = {
  name: "forget-audit_log",
  statements: 4,
  run: async ({ db, now }) => {
    const projects = await nextProjects(db);
    const isMore = await forget(db, projects, now);
    if (!isMore) await remember(db, projects);
  },
};
