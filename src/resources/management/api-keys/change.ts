import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import { withSecretAnswer } from "../../../commit/secret-answer";
import { notFound } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import type { Scope } from "../../../scope/scope";
import { deleteTokensOf } from "../../oauth/store";
import { newToken, refuseForeign, refuseWider } from "./create";
import type { ApiKeyUpdate, ApiKeyWithToken } from "./schema";
import { deleteApiKey, getApiKey, updateApiKey } from "./store";
import { viewApiKey } from "./view";

/** Gives the key a new token under its app id; the old token stops at once. */
export const rotateApiKey = (scope: Scope, id: string): Promise<Answer> =>
  withSecretAnswer(scope, (stored) =>
    retried(scope, async () => {
      const row = await getApiKey(scope, id);
      refuseWider(scope, row);
      const { token, hash } = newToken(scope);
      const changed = { ...row, token_hash: hash, updated_at: nextUpdate(scope, row) };
      const answer: ApiKeyWithToken = { ...viewApiKey(changed), app_token: token };
      const result = await commit(scope, {
        statements: updateApiKey(row, changed),
        answer: stored(answer),
      });
      forgetProject(scope.project.id);
      return result.ok ? answer : null;
    }),
  );

/**
 * Blocks a key, which ends its tokens, or lets it in again; doing it twice changes nothing more.
 */
export const setBlocked = (scope: Scope, id: string, blocked: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getApiKey(scope, id);
    if ((row.blocked_at !== null) === blocked) return viewApiKey(row);
    const updated_at = nextUpdate(scope, row);
    const changed = { ...row, blocked_at: blocked ? updated_at : null, updated_at };
    const answer = viewApiKey(changed);
    const ended = blocked ? [deleteTokensOf(scope, id)] : [];
    const statements = [...updateApiKey(row, changed), ...ended];
    const result = await commit(scope, { statements, answer });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Gives the key other permissions; what it is no longer given it cannot do any more. */
export const changeApiKey = (scope: Scope, id: string, input: ApiKeyUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getApiKey(scope, id);
    refuseForeign(row.kind, input.permissions);
    refuseWider(scope, { ...row, ...input });
    if (changesNothing(row, input)) return viewApiKey(row);
    const changed = { ...row, ...input, updated_at: nextUpdate(scope, row) };
    const answer = viewApiKey(changed);
    const result = await commit(scope, { statements: updateApiKey(row, changed), answer });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Deletes a key and its tokens; whoever holds them is out at once. */
export async function removeApiKey(scope: Scope, id: string): Promise<Answer> {
  const result = await commit(scope, {
    statements: [...deleteApiKey(scope, id), deleteTokensOf(scope, id)],
    answer: DONE,
  });
  if (!result.ok) throw notFound("api_key", id.slice(0, 100));
  forgetProject(scope.project.id);
  return DONE;
}
