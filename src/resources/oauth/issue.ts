import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { withSecretAnswer } from "../../commit/secret-answer";
import type { OAuthTokenRow } from "../../db/tables/oauth";
import { ApiError, tooManyRequests } from "../../errors";
import { assert } from "../../lib/assert";
import { randomBase62 } from "../../lib/id";
import { tokenHash } from "../../lib/token-hash";
import { isoNow, type Scope } from "../../scope/scope";
import { missing } from "./missing";
import type { TokenRequest } from "./schema";
import { scopesOf } from "./scopes";
import { firstExpiry, insertToken } from "./store";
import { viewToken } from "./view";

/** 50 characters of base62 carry 297 bits. */
const TOKEN_LENGTH = 50;
/** A token lives for a quarter of an hour (reference service, OAuth). */
const LIVES_SECONDS = 900;

/** What grants no token: something is missing, or it is not the one grant that there is. */
function scopeAsked({ grant_type, scope }: TokenRequest): string {
  if (!grant_type) throw missing("grant_type");
  if (!scope?.trim()) throw missing("scope");
  if (grant_type !== "client_credentials") throw new ApiError("invalid_grant_type");
  return scope;
}

/** The project has as many tokens as it may: there is room once the first one is over. */
async function refuseMore(scope: Scope): Promise<never> {
  const first = (await firstExpiry(scope)) ?? 0;
  const wait = Math.max(1, first - Math.floor(scope.now / 1000));
  throw tooManyRequests(wait, scope.now, "A project has at most 1000 tokens at a time");
}

/**
 * Gives the calling key a token for the scopes that it asks for, of those that it has itself. The
 * token is in this answer and nowhere after it.
 */
export const issueToken = (scope: Scope, input: TokenRequest): Promise<Answer> =>
  withSecretAnswer(scope, async (stored) => {
    const { actor } = scope;
    const scopes = scopesOf(scopeAsked(input), actor.permissions);
    const token = randomBase62(TOKEN_LENGTH, scope.random);
    const row: OAuthTokenRow = {
      token_hash: tokenHash(token),
      project_id: scope.project.id,
      key_id: actor.key_id,
      client_id: actor.app_id,
      scope: scopes,
      expires_at: Math.floor(scope.now / 1000) + LIVES_SECONDS,
      created_at: isoNow(scope),
    };
    const answer = viewToken(row, token, scope.now);
    const result = await commit(scope, {
      statements: insertToken(scope, row),
      answer: stored(answer),
    });
    if (!result.ok && result.error.constraint === "oauth_tokens_most") return refuseMore(scope);
    if (!result.ok && result.error.constraint === "oauth_key_gone")
      throw new ApiError("unauthorized");
    assert(result.ok, "a random token exists already");
    return answer;
  });
