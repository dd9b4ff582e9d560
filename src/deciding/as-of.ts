import { ApiError } from "../errors";
import type { DecideRequest } from "../model/redeemable";
import type { Scope } from "../scope/scope";

type Asked = Pick<DecideRequest, "options" | "session">;

/**
 * The scope at the instant that a dry run names: windows and formulas are worked out then. Refuses
 * a session beside it, since a dry run holds nothing (docs/deciding.md, "Dry runs").
 */
export function scopeAsOf(scope: Scope, { options, session }: Asked): Scope {
  if (!options?.as_of) return scope;
  if (session?.type) {
    throw new ApiError("invalid_payload", {
      details: "Property .session cannot be sent with .options.as_of",
    });
  }
  return { ...scope, now: Date.parse(options.as_of) };
}

/** Whether the request only asks what would be: nothing is counted or held then. */
export const isDryRun = ({ options }: Asked): boolean => Boolean(options?.as_of);

/** Refuses an instant in a request that takes effect, which it does now. */
export function refuseAsOf({ options }: Asked): void {
  if (!options?.as_of) return;
  throw new ApiError("invalid_payload", {
    details: "Property .options.as_of can only be sent to validate or to qualify",
  });
}
