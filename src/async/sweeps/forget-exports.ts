import type { Db } from "../../db/client";
import { readBatch, writeBatch } from "../../db/commit";
import { param, raw, sql } from "../../db/sql";
import { isAtWork } from "../../db/transits";
import { assert } from "../../lib/assert";
import { deleteFiles } from "../../lib/delete-files";
import { folderOf, type Owner } from "../../resources/exports/pieces";
import type { Sweep } from "./sweep";

const DAY_MS = 86_400_000;
/** An export and its file are there for so long. */
const EXPORT_DAYS = 30;
/** Thousands of pieces of files that one sweep deletes at most, and exports. */
const ROUNDS = 10;

/** Deletes an export with the tally that counts it, unless somebody else just did. */
async function forget(db: Db, { project_id, id }: Owner): Promise<void> {
  const project = param(project_id);
  const row = sql`FROM exports WHERE project_id = ${project} AND id = ${id}`;
  const written = await writeBatch(db, [
    sql`UPDATE tallies SET exports = exports - (SELECT count(*) ${row})
      WHERE project_id = ${project}`,
    sql`DELETE ${row}`,
  ]);
  assert(written.ok, "deleting an export breaks no constraint");
}

/** Deletes exports of long ago; the row goes once all pieces of its file have. */
export const forgetExports: Sweep = {
  name: "forget-exports",
  statements: 1 + 2 * ROUNDS,
  run: async ({ env, db, now }) => {
    const before = new Date(now - EXPORT_DAYS * DAY_MS).toISOString();
    const [old = []] = await readBatch(db, [
      sql`SELECT project_id, id FROM exports INDEXED BY exports_age
        WHERE created_at < ${before} AND ${isAtWork("exports.project_id")}
        ORDER BY created_at LIMIT ${raw(ROUNDS)}`,
    ]);
    const owners = old.map((row) => ({ project_id: String(row.project_id), id: String(row.id) }));
    for (let [round, at] = [0, 0]; round < ROUNDS && at < owners.length; round++) {
      const owner = owners[at];
      assert(owner, "it is one of those found");
      if (await deleteFiles(env.EXPORTS, folderOf(owner))) continue;
      await forget(db, owner);
      at += 1;
    }
  },
};
