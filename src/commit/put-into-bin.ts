import { insertEntries } from "../db/bin/entries";
import type { Statement } from "../db/client";
import type { BinEntryRow } from "../db/tables/trash-bin";
import { isoNow, type Scope } from "../scope/scope";

/** What is put into the bin, and the work that is still taking its vouchers away. */
type Binned = Pick<BinEntryRow, "resource_id" | "resource_type" | "resource_name"> &
  Partial<Pick<BinEntryRow, "resource_parent_id" | "action_id">>;

/** Puts something into the bin that the same batch deletes; the entry tells when that was. */
export const putIntoBin = (scope: Scope, binned: Binned): Statement =>
  insertEntries([
    {
      resource_parent_id: null,
      action_id: null,
      ...binned,
      project_id: scope.project.id,
      id: scope.newId("bin"),
      created_at: isoNow(scope),
    },
  ]);
