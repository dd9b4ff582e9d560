import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { ApiError } from "../../errors";
import { tokenHash } from "../../lib/token-hash";
import { forgetProject } from "../../scope/credentials";
import type { Scope } from "../../scope/scope";
import { missing } from "./missing";
import type { Introspection, NamedToken } from "./schema";
import { deleteToken, findToken } from "./store";
import { viewToken } from "./view";

function tokenOf({ access_token, token }: NamedToken): string {
  const named = token || access_token;
  if (!named) throw missing("access_token");
  return named;
}

/** What a token of the project is good for; one that does not live is told apart from none. */
export async function introspectToken(scope: Scope, input: NamedToken): Promise<Introspection> {
  const token = tokenOf(input);
  const row = await findToken(scope, tokenHash(token));
  return row ? { ...viewToken(row, token, scope.now), active: true } : { active: false };
}

const unknownToken = () =>
  new ApiError("not_found", {
    details: "Cannot find an access token like this one",
    resource_type: "oauth_token",
  });

/** Ends a token of the project before its time. */
export async function revokeToken(scope: Scope, input: NamedToken): Promise<Answer> {
  const row = await findToken(scope, tokenHash(tokenOf(input)));
  if (!row) throw unknownToken();
  const result = await commit(scope, { statements: deleteToken(row), answer: DONE });
  forgetProject(scope.project.id);
  if (!result.ok) throw unknownToken();
  return DONE;
}
