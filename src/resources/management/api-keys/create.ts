import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { withSecretAnswer } from "../../../commit/secret-answer";
import type { ApiKeyRow } from "../../../db/tables/control";
import { ApiError } from "../../../errors";
import { assert } from "../../../lib/assert";
import { randomBase62 } from "../../../lib/id";
import { tokenHash } from "../../../lib/token-hash";
import { MANAGEMENT_PERMISSIONS } from "../../../model/permission-names";
import { mayCall, type Permission } from "../../../model/permissions";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type PlatformScope, type Scope } from "../../../scope/scope";
import { type ApiKeyCreate, type ApiKeyWithToken, foreignTo, type KeyKind } from "./schema";
import { insertApiKeys } from "./store";
import { viewApiKey } from "./view";

/** 43 characters of base62 carry 256 bits. */
const TOKEN_LENGTH = 43;

/** A key's row, and the token of which the row keeps only the hash. */
export interface IssuedKey {
  row: ApiKeyRow;
  token: string;
}

export function newToken(scope: PlatformScope): { token: string; hash: string } {
  const token = randomBase62(TOKEN_LENGTH, scope.random);
  return { token, hash: tokenHash(token) };
}

/** A UUID of version 4, as clients of the reference service expect app ids to look. */
function newAppId(scope: PlatformScope): string {
  const hex = Array.from(scope.random(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab".charAt(Number.parseInt(hex.charAt(16), 16) % 4);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`];
  return [...parts, variant + hex.slice(17, 20), hex.slice(20)].join("-");
}

/** Makes a key of the project, not yet written. */
export async function issueKey(
  scope: PlatformScope,
  projectId: string,
  { kind, name, permissions = null }: ApiKeyCreate,
): Promise<IssuedKey> {
  const { token, hash } = newToken(scope);
  const row: ApiKeyRow = {
    project_id: projectId,
    id: scope.newId("key"),
    kind,
    app_id: newAppId(scope),
    token_hash: hash,
    name: name ?? null,
    blocked_at: null,
    created_at: isoNow(scope),
    updated_at: null,
    permissions,
  };
  return { row, token };
}

/** A key is given what keys of its kind can do. */
export function refuseForeign(kind: KeyKind, permissions: readonly Permission[] | null = null) {
  const [foreign] = foreignTo(kind, permissions ?? []);
  if (foreign === undefined) return;
  throw new ApiError("invalid_payload", {
    details: `Property .permissions has '${foreign}', which a ${kind} key cannot be given`,
  });
}

/**
 * Who has not all permissions of a management key gives none that it lacks, nor the token of a key
 * that has them; keys of other kinds are for whoever may write.
 */
export function refuseWider(
  { actor }: Scope,
  { kind, permissions = null }: Pick<ApiKeyCreate, "kind" | "permissions">,
): void {
  if (kind !== "management") return;
  const given = permissions ?? MANAGEMENT_PERMISSIONS;
  if (given.every((each) => mayCall(actor.permissions, each))) return;
  throw new ApiError("missing_required_permission", {
    details: "A key can give no permission to a management key that it lacks itself",
  });
}

/** Adds a key to the project; its token is in this answer and nowhere after it. */
export const createApiKey = (scope: Scope, input: ApiKeyCreate): Promise<Answer> =>
  withSecretAnswer(scope, async (stored) => {
    refuseForeign(input.kind, input.permissions);
    refuseWider(scope, input);
    const { row, token } = await issueKey(scope, scope.project.id, input);
    const answer: ApiKeyWithToken = { ...viewApiKey(row), app_token: token };
    const result = await commit(scope, {
      statements: [insertApiKeys([row])],
      answer: stored(answer),
    });
    assert(result.ok, "a random app id exists already");
    forgetProject(scope.project.id);
    return answer;
  });
