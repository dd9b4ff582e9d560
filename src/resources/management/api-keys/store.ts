import { load } from "../../../commit/load";
import { getRow } from "../../../commit/read";
import { decode, insertRows, type Statement } from "../../../db/client";
import { pageOf } from "../../../db/page";
import { deleteRow, updateRow } from "../../../db/rows";
import { param, sql } from "../../../db/sql";
import { type ApiKeyRow, apiKeys } from "../../../db/tables/control";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import type { ApiKeyQuery } from "./schema";

export const insertApiKeys = (rows: readonly ApiKeyRow[]): Statement => insertRows(apiKeys, rows);

export const getApiKey = (scope: Scope, id: string): Promise<ApiKeyRow> =>
  getRow(scope, apiKeys, id, "api_key");

/** A page of the project's keys, the newest first; they are few, so they are counted. */
export async function listApiKeys(scope: Scope, query: ApiKeyQuery): Promise<Page<ApiKeyRow>> {
  const project = param(scope.project.id);
  const { limit, page } = query;
  const found = await load(scope, {
    rows: sql`SELECT * FROM api_keys WHERE project_id = ${project}
      ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    total: sql`SELECT count(*) AS total FROM api_keys WHERE project_id = ${project}`,
  });
  return pageOf(found, (row) => decode(apiKeys, row), query);
}

/** What a rotation, a block and new permissions change of a key. */
export type ApiKeyChange = Pick<
  ApiKeyRow,
  "token_hash" | "blocked_at" | "permissions" | "updated_at"
>;

/** Sets what changes of the key that was read; aborts where another change came between. */
export const updateApiKey = (row: ApiKeyRow, change: ApiKeyChange): Statement[] =>
  updateRow(apiKeys, row, change, "api_key_moved");

export const deleteApiKey = (scope: Scope, id: string): Statement[] =>
  deleteRow(apiKeys, { project_id: scope.project.id, id }, "api_key_gone");
