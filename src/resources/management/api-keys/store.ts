import { load } from "../../../commit/load";
import { decode, insertRows, type Statement, statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { totalOf } from "../../../db/page";
import { type ApiKeyRow, apiKeys } from "../../../db/tables/control";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import type { ApiKeyQuery } from "./schema";

export const insertApiKeys = (rows: readonly ApiKeyRow[]): Statement => insertRows(apiKeys, rows);

export async function getApiKey(scope: Scope, id: string): Promise<ApiKeyRow> {
  const [rows = []] = await load(scope, [
    statement("SELECT * FROM api_keys WHERE project_id = ?1 AND id = ?2", scope.project.id, id),
  ]);
  if (!rows[0]) throw notFound("api_key", id.slice(0, 100));
  return decode(apiKeys, rows[0]);
}

/** A page of the project's keys, the newest first; they are few, so they are counted. */
export async function listApiKeys(
  scope: Scope,
  { limit, page }: ApiKeyQuery,
): Promise<Page<ApiKeyRow>> {
  const [rows = [], total] = await load(scope, [
    statement(
      "SELECT * FROM api_keys WHERE project_id = ?1 ORDER BY id DESC LIMIT ?2 OFFSET ?3",
      scope.project.id,
      limit,
      (page - 1) * limit,
    ),
    statement("SELECT count(*) AS total FROM api_keys WHERE project_id = ?1", scope.project.id),
  ]);
  return { items: rows.map((row) => decode(apiKeys, row)), total: totalOf(total) };
}

/** What a rotation, a block and new permissions change of a key. */
export type ApiKeyChange = Pick<
  ApiKeyRow,
  "token_hash" | "blocked_at" | "permissions" | "updated_at"
>;

/** Sets what changes of the key that was read; aborts where another change came between. */
export const updateApiKey = (row: ApiKeyRow, change: ApiKeyChange): Statement[] => [
  statement(
    `UPDATE api_keys SET token_hash = ?4, blocked_at = ?5, updated_at = ?6, permissions = ?7
     WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3`,
    row.project_id,
    row.id,
    row.updated_at,
    change.token_hash,
    change.blocked_at,
    change.updated_at,
    change.permissions && JSON.stringify(change.permissions),
  ),
  assertChanged("api_key_moved"),
];

export const deleteApiKey = (scope: Scope, id: string): Statement[] => [
  statement("DELETE FROM api_keys WHERE project_id = ?1 AND id = ?2", scope.project.id, id),
  assertChanged("api_key_gone"),
];
