import { MOST_DAYS, type TtlUnit, ttlMilliseconds } from "../../engine/session-ttl";
import { ApiError } from "../../errors";
import type { Scope } from "../../http/scope";
import { randomBase62 } from "../../lib/id";
import type { SessionInput } from "../../model/redeemable";

/** A session as the answer tells it. */
export interface Session {
  key: string;
  type: "LOCK";
  ttl: number;
  ttl_unit: TtlUnit;
}

/** A session that a request asks for; what is held for it lapses at `expires_at` (epoch milliseconds). */
export interface AskedSession {
  session: Session;
  expires_at: number;
}

const DAYS = 7;
const DAY_MS = 86_400_000;

/**
 * The session of a request, or null where it asks for none. Only `type` means 7 days; the key is
 * made where none is sent (contract, "Limits"). Refuses a time to live of more than ten years, of more
 * than 7 days for a shopper, and shoppers where they may not redeem: they could only keep stock away.
 */
export function askedSession(
  scope: Scope,
  input: SessionInput | null | undefined,
): AskedSession | null {
  if (!input?.type) return null;
  const isShopper = scope.actor.family === "client";
  if (isShopper && !scope.project.client_redeem_enabled) {
    throw new ApiError("forbidden", { details: "Client-side redemption is switched off" });
  }
  const { key, type, ttl, ttl_unit } = input;
  const asked = { ttl: ttl ?? DAYS, ttl_unit: ttl ? (ttl_unit ?? "DAYS") : ("DAYS" as const) };
  const length = ttlMilliseconds(asked.ttl, asked.ttl_unit);
  const mostDays = isShopper ? DAYS : MOST_DAYS;
  if (!length.ok || length.value > mostDays * DAY_MS) {
    const details = `Property .session.ttl must not be longer than ${mostDays} days`;
    throw new ApiError("invalid_payload", { details });
  }
  const made = key ?? `ssn_${randomBase62(32, scope.random)}`;
  return { session: { key: made, type, ...asked }, expires_at: scope.now + length.value };
}
