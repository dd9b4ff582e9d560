import type { Statement } from "../../db/client";
import { sql, valuesOf } from "../../db/sql";
import type { Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "./sql";

/**
 * Vouchers of an import that is not through, by the keys of their codes; `mark` names the import.
 */
export interface Marked {
  keys: readonly string[];
  mark: string;
}

/**
 * Vouchers of the import in any order: sorted by their ids SQLite would walk all of the project.
 */
export const markedVouchers = (scope: Scope, { keys, mark }: Marked): Statement =>
  sql`${WITH_ASSIGNMENTS} WHERE v.project_id = ${scope.project.id} AND v.deleted_at = ${mark}
    AND v.code_key IN (${valuesOf(keys)})`;

/** Takes the mark off the vouchers, so that everybody sees them. */
export const showMarked = (scope: Scope, { keys, mark }: Marked): Statement =>
  sql`UPDATE vouchers SET deleted_at = NULL
    WHERE project_id = ${scope.project.id} AND deleted_at = ${mark}
      AND code_key IN (${valuesOf(keys)})`;

export const deleteMarked = (scope: Scope, { keys, mark }: Marked): Statement =>
  sql`DELETE FROM vouchers
    WHERE project_id = ${scope.project.id} AND deleted_at = ${mark}
      AND code_key IN (${valuesOf(keys)})`;

/** Which of the keys are taken, also by deleted vouchers and by other imports. */
export const takenKeys = (scope: Scope, keys: readonly string[]): Statement =>
  sql`SELECT code_key FROM vouchers
    WHERE project_id = ${scope.project.id} AND code_key IN (${valuesOf(keys)})`;
