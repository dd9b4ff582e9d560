import { ApiError } from "../../errors";
import { CLIENT_PERMISSIONS, SERVER_PERMISSIONS } from "../../model/permission-names";
import { mayCall, type Permission } from "../../model/permissions";

/** What a token can be given; management has no tokens. */
const SCOPES: readonly Permission[] = [...SERVER_PERMISSIONS, ...CLIENT_PERMISSIONS];

/** Whoever asks for the whole of `api` gets what of it the key has. */
const mayGive = (ofKey: readonly string[] | null, scope: Permission): boolean =>
  scope === "api" || mayCall(ofKey, scope);

/**
 * The permissions that a scope names, each once, in the order of the request. Refuses with
 * `invalid_scope` what is no permission of back ends or browsers, and what the key itself was not
 * given (null is all).
 */
export function scopesOf(
  scope: string,
  ofKey: readonly string[] | null,
): [Permission, ...Permission[]] {
  const words = new Set(scope.split(" ").filter((word) => word !== ""));
  const known = SCOPES.filter((each) => words.has(each) && mayGive(ofKey, each));
  const foreign = [...words].filter((word) => known.every((each) => each !== word));
  const given = [...words].flatMap((word) => known.filter((each) => each === word));
  const [first, ...rest] = given;
  if (foreign.length === 0 && first) return [first, ...rest];
  throw new ApiError("invalid_scope", {
    message: `Invalid scope: ${foreign.join(" ").slice(0, 300)}`,
  });
}
