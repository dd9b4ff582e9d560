import { load } from "../../commit/load";
import { decode, insertRows, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { param, raw, sql } from "../../db/sql";
import { type OAuthTokenRow, oauthTokens } from "../../db/tables/oauth";
import type { Scope } from "../../scope/scope";

/** Tokens of one key at a time: no key takes all that its project may have. */
const MOST_OF_KEY = 100;

const seconds = ({ now }: Scope): number => Math.floor(now / 1000);

/**
 * The token of the calling key by its hash, as long as it lives: not past its time, and its key
 * neither blocked nor deleted.
 */
export async function findToken(scope: Scope, hash: string): Promise<OAuthTokenRow | null> {
  const { tokens } = await load(scope, {
    tokens: sql`SELECT t.* FROM oauth_tokens t
      JOIN api_keys k ON k.project_id = t.project_id AND k.id = t.key_id AND k.blocked_at IS NULL
      WHERE t.token_hash = ${hash} AND t.project_id = ${scope.project.id}
        AND t.key_id = ${scope.actor.key_id} AND t.expires_at > ${seconds(scope)}`,
  });
  return tokens[0] ? decode(oauthTokens, tokens[0]) : null;
}

/** When the first of the project's tokens is over (Unix seconds). */
export async function firstExpiry(scope: Scope): Promise<number | null> {
  const { tokens } = await load(scope, {
    tokens: sql`SELECT expires_at FROM oauth_tokens WHERE project_id = ${scope.project.id}
      ORDER BY expires_at LIMIT ${raw(1)}`,
  });
  return tokens[0] ? Number(tokens[0].expires_at) : null;
}

/**
 * Those that are over make room for the new one, and of a key that has its most the oldest; aborts
 * where the project has its most, and where its key was blocked or deleted since it was remembered.
 */
export const insertToken = (scope: Scope, row: OAuthTokenRow): Statement[] => [
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'oauth_key_gone' FROM api_keys
    WHERE project_id = ${row.project_id} AND id = ${row.key_id} AND blocked_at IS NULL`,
  sql`DELETE FROM oauth_tokens
    WHERE project_id = ${row.project_id} AND expires_at <= ${seconds(scope)}`,
  sql`DELETE FROM oauth_tokens WHERE token_hash IN (
      SELECT token_hash FROM oauth_tokens INDEXED BY oauth_tokens_key
      WHERE project_id = ${row.project_id} AND key_id = ${row.key_id}
      ORDER BY created_at DESC, token_hash LIMIT -1 OFFSET ${raw(MOST_OF_KEY - 1)})`,
  insertRows(oauthTokens, [row]),
];

export const deleteToken = ({ project_id, token_hash }: OAuthTokenRow): Statement[] => [
  sql`DELETE FROM oauth_tokens WHERE token_hash = ${token_hash} AND project_id = ${project_id}`,
  assertChanged("oauth_token_gone"),
];

/** The tokens of a key that goes. */
export const deleteTokensOf = (scope: Scope, keyId: string): Statement => {
  const project = param(scope.project.id);
  return sql`DELETE FROM oauth_tokens WHERE project_id = ${project} AND key_id = ${keyId}`;
};
