import { controlOwner } from "../../commit/stored-answer";
import { DELETED, deleteSome } from "../../db/clear-rows";
import { readBatch, writeBatch } from "../../db/commit";
import { FOLDERS, type ProjectTable, TABLES } from "../../db/project-tables";
import { sql } from "../../db/sql";
import { assert } from "../../lib/assert";
import { deleteFiles } from "../../lib/delete-files";
import { deleted } from "./deleted";
import type { Sweep, Visit } from "./sweep";

/** Isolates remember keys for a minute: until then somebody may still write. */
const AGE_MS = 5 * 60_000;
/** The same as `TABLES` of the control tables, but for what goes at once with the project. */
export const CONTROL_TABLES: readonly ProjectTable[] = [
  ["users", "id"],
  ["oauth_tallies", "project_id"],
];

const ALL = [...TABLES, ...CONTROL_TABLES];

/**
 * Rounds of one sweep; the next one goes on where it ends. They are enough for all tables, or else
 * none would ever find that nothing is left.
 */
const ROUNDS = ALL.length + 10;

async function deleteRows(
  { db, control }: Visit,
  projectId: string,
  place: number,
): Promise<number> {
  const table = ALL[place];
  assert(table, "a place is a table");
  return deleted(place < TABLES.length ? db : control, [deleteSome(table, projectId)]);
}

/** Whether all files of the project are gone. */
async function clearFiles(files: R2Bucket, projectId: string): Promise<boolean> {
  const left = await Promise.all(
    FOLDERS.map((folder) => deleteFiles(files, `${folder}/${projectId}/`)),
  );
  return !left.includes(true);
}

/** Goes over the tables from where the last sweep ended; says where this one did, and what went. */
async function deleteTables(visit: Visit, projectId: string, from: number) {
  let [place, rows] = [from, 0];
  for (let round = 0; round < ROUNDS && place < ALL.length; round++) {
    const deleted = await deleteRows(visit, projectId, place);
    rows += deleted;
    if (deleted < DELETED) place += 1;
  }
  return { place, rows };
}

/**
 * It is done once a sweep that went over all tables has found nothing: what was written meanwhile,
 * or stands in a table that a later version has added, goes too.
 */
async function removeOne(visit: Visit, projectId: string, from: number): Promise<void> {
  const { env, db, control } = visit;
  const { place: end, rows } = await deleteTables(visit, projectId, from);
  const isThrough = end === ALL.length;
  const isClear = isThrough && (await clearFiles(env.EXPORTS, projectId));
  const isDone = isClear && from === 0 && rows === 0;
  // A restore that failed has left it aside.
  const aside = sql`DELETE FROM transits WHERE project_id = ${projectId} AND state = 'ASIDE'`;
  if (isDone) await deleted(db, [aside]);
  const place = isThrough ? 0 : end;
  const written = await writeBatch(
    control,
    isDone
      ? [
          sql`DELETE FROM removed_projects WHERE project_id = ${projectId}`,
          // A sweep forgets what is left of very many.
          deleteSome(["idempotency_keys", "family, key"], controlOwner(projectId)),
        ]
      : [sql`UPDATE removed_projects SET place = ${place} WHERE project_id = ${projectId}`],
  );
  assert(written.ok, "the place breaks no constraint");
}

/** Takes away what a project of the place had that was deleted, one at a time, table by table. */
export const removeProjects: Sweep = {
  name: "remove-projects",
  statements: 2 * ROUNDS + 4,
  run: async (visit) => {
    const before = new Date(visit.now - AGE_MS).toISOString();
    const [[row] = []] = await readBatch(visit.control, [
      sql`SELECT project_id, place FROM removed_projects
        WHERE home = ${visit.place} AND removed_at < ${before}
        ORDER BY project_id LIMIT 1`,
    ]);
    if (row) await removeOne(visit, String(row.project_id), Number(row.place));
  },
};
