import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";

/** A backup of a project (docs/operations.md, "Backups"). */
export const Backup = z
  .object({
    id: z.string(),
    project_id: z.string(),
    project_name: z.string(),
    status: z.enum(["IN_PROGRESS", "DONE", "FAILED"]),
    /** The moment that it shows; null while rows are still being read. */
    taken_at: z.iso.datetime().nullable(),
    files: z.int().nonnegative(),
    rows: z.int().nonnegative(),
    size_bytes: z.int().nonnegative(),
    error: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    object: z.literal("backup"),
  })
  .meta({ id: "Backup" });
export type Backup = z.infer<typeof Backup>;

export const BackupList = listOf("data", Backup);

export const BackupCreate = z.object({ project_id: z.string().min(1).max(100) });
export type BackupCreate = z.infer<typeof BackupCreate>;

export const BackupQuery = z.object({
  ...pageQuery,
  project_id: z.string().max(100).optional(),
});
export type BackupQuery = z.infer<typeof BackupQuery>;

/** Body of a restore: the new project's name and place, where they are not to be chosen for it. */
export const RestoreCreate = z.object({
  name: z.string().min(1).max(255).nullish(),
  place: z.string().max(20).nullish(),
});
export type RestoreCreate = z.infer<typeof RestoreCreate>;

/** A backup on its way into a new project, which is there once this is done. */
export const Restore = z
  .object({
    id: z.string(),
    backup_id: z.string(),
    project_id: z.string(),
    status: z.enum(["IN_PROGRESS", "DONE", "FAILED"]),
    /** Files of the backup that have been read, of how many. */
    progress: z.object({ done: z.int(), total: z.int() }),
    rows: z.int().nonnegative(),
    error: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    object: z.literal("restore"),
  })
  .meta({ id: "Restore" });
export type Restore = z.infer<typeof Restore>;
