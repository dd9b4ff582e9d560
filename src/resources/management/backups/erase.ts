import type { Db } from "../../../db/client";
import type { BackupRow, RestoreRow, RestoreState } from "../../../db/tables/backups";
import type { ProjectRow } from "../../../db/tables/control";
import type { AsyncActionRow } from "../../../db/tables/work";
import type { Places } from "../../../scope/places";
import { findErased, findOpenAction, firstThere } from "./store";

// Who was deleted for good since a backup was made is deleted for good in what a restore has
// brought, before anybody can read it.

/** Deletes customers for good in a project that is not there for anybody yet. */
export interface Erasure {
  begin: (project: ProjectRow, customerId: string) => Promise<void>;
  /** Makes some steps of a deletion that was going on when the backup was made. */
  goOn: (project: ProjectRow, action: AsyncActionRow) => Promise<void>;
}

/**
 * Takes the next of those out who were deleted for good; answers where it goes on, null where
 * nobody is left.
 */
export async function eraseNext(
  { places, erasure }: { places: Places; erasure: Erasure },
  db: Db,
  { restore, backup }: { restore: RestoreRow; backup: BackupRow },
): Promise<Partial<RestoreState> | null> {
  const { project, project_id, state } = restore;
  const open = await findOpenAction(db, project_id, "CUSTOMER_PERMANENT_DELETION");
  if (open) {
    await erasure.goOn(project, open);
    return {};
  }
  const ids = await findErased(places.control, backup.project_id, state.after ?? "");
  const last = ids.at(-1);
  if (last === undefined) return null;
  const there = await firstThere(db, project_id, ids);
  if (there === null) return { after: last, counted: state.counted + ids.length };
  await erasure.begin(project, there);
  return {};
}
