import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { Incomplete } from "./exits.ts";
import { until } from "./following.ts";
import { nothing, paging, word } from "./parameters.ts";
import { type Admin, type Verb, verb } from "./verb.ts";

const one = z.object({ id: word.describe("the backup's id, bak_...") });

const isOver = ({ status }: { status: string }): boolean => status !== "IN_PROGRESS";

/** Follows a backup until it is whole, with a bar. */
async function taken(admin: Admin, backupId: string): Promise<Schemas["Backup"]> {
  const { connection, progress, signal } = admin;
  const params = { path: { backupId } };
  const bar = progress("Backing up", "rows");
  const ask = async () => {
    const path = "/management/v1/backups/{backupId}";
    const backup = await answerOf(connection.management.GET(path, { params }));
    bar.to(backup.rows);
    return backup;
  };
  const backup = await until(signal, ask, isOver).finally(bar.end);
  if (backup.status === "DONE") return backup;
  throw new Incomplete(`${backup.error} (${backup.id})`);
}

/** Follows a restore to its end, with a bar. */
async function restored(admin: Admin, restoreId: string): Promise<Schemas["Restore"]> {
  const { connection, progress, signal } = admin;
  const params = { path: { restoreId } };
  const bar = progress("Restoring", "files");
  const ask = async () => {
    const path = "/management/v1/restores/{restoreId}";
    const restore = await answerOf(connection.management.GET(path, { params }));
    bar.to(restore.progress.done, restore.progress.total);
    return restore;
  };
  const restore = await until(signal, ask, isOver).finally(bar.end);
  if (restore.status === "DONE") return restore;
  throw new Incomplete(`${restore.error} (${restore.id})`);
}

/** Verbs on backups of projects, all with the deployment's own pair. */
export const BACKUP_VERBS: readonly Verb[] = [
  verb({
    name: "backups create",
    summary: "Back a project up, and wait until that is whole",
    args: z.object({ project: word.describe("the project's id, proj_...") }),
    options: nothing,
    run: async (admin, { project: project_id }) => {
      const { management } = admin.connection;
      const begun = await answerOf(
        management.POST("/management/v1/backups", { body: { project_id } }),
      );
      const backup = await taken(admin, begun.id);
      const { id, rows, files } = backup;
      admin.show.said(backup, `Backup ${id} has ${rows} rows in ${files} files.`);
    },
  }),
  verb({
    name: "backups list",
    summary: "List backups, the latest first",
    args: nothing,
    options: paging.extend({ of: word.optional().describe("only those of a project, proj_...") }),
    run: async ({ connection, show }, { limit, page, of }) => {
      const query = { limit, page, ...(of !== undefined && { project_id: of }) };
      const answer = await answerOf(
        connection.management.GET("/management/v1/backups", { params: { query } }),
      );
      show.list(answer, answer.data, {
        Id: ({ id }) => id,
        Project: ({ project_id }) => project_id,
        Name: ({ project_name }) => project_name,
        Status: ({ status }) => status,
        Taken: ({ taken_at }) => taken_at,
        Rows: ({ rows }) => rows,
        Bytes: ({ size_bytes }) => size_bytes,
      });
    },
  }),
  verb({
    name: "backups restore",
    summary: "Make a new project of a backup, and wait until it is there",
    args: one,
    options: z.object({
      name: word.optional().describe("its name; else that of the old one"),
      place: word.optional().describe("where it is to live, for instance DB_1"),
    }),
    run: async (admin, { id: backupId, name, place }) => {
      const begun = await answerOf(
        admin.connection.management.POST("/management/v1/backups/{backupId}/restore", {
          params: { path: { backupId } },
          body: { ...(name !== undefined && { name }), ...(place !== undefined && { place }) },
        }),
      );
      const restore = await restored(admin, begun.id);
      const { project_id, rows } = restore;
      admin.show.said(restore, `Project ${project_id} is there, with ${rows} rows and no keys.`);
    },
  }),
  verb({
    name: "backups delete",
    summary: "Delete a backup with its files",
    args: one,
    options: nothing,
    run: async ({ connection, confirm, show }, { id: backupId }) => {
      if (!(await confirm(`Delete backup ${backupId} with its files?`))) return;
      const params = { path: { backupId } };
      await answerOf(connection.management.DELETE("/management/v1/backups/{backupId}", { params }));
      show.said({ deleted: backupId }, `Backup ${backupId} is deleted.`);
    },
  }),
];
