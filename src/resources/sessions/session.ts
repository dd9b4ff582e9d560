import { MOST_DAYS, type TtlUnit, ttlMilliseconds } from "../../engine/session-ttl";
import { ApiError } from "../../errors";
import { randomBase62 } from "../../lib/id";
import type { SessionInput } from "../../model/redeemable";
import { isBrowser, type Scope } from "../../scope/scope";

/** A session as the answer tells it. */
export interface Session {
  key: string;
  type: "LOCK";
  ttl: number;
  ttl_unit: TtlUnit;
}

/**
 * A session that a request asks for; what is held for it lapses at `expires_at` (epoch
 * milliseconds).
 */
export interface AskedSession {
  session: Session;
  expires_at: number;
}

/** How long something is held where only `type` is sent, and at most. */
interface Term {
  usual: Pick<Session, "ttl" | "ttl_unit">;
  mostMs: number;
  most: string;
}

const FOR_BACK_ENDS: Term = {
  usual: { ttl: 7, ttl_unit: "DAYS" },
  mostMs: MOST_DAYS * 86_400_000,
  most: `${MOST_DAYS} days`,
};

/** Shoppers hold as long as the project lets them, and no longer. */
const forShoppers = ({ client_hold_max_minutes: minutes }: Scope["project"]): Term => ({
  usual: { ttl: minutes, ttl_unit: "MINUTES" },
  mostMs: minutes * 60_000,
  most: `${minutes} minutes`,
});

/**
 * The session of a request, or null where it asks for none. Only `type` means 7 days, for a shopper
 * as long as the project allows; the key is made where none is sent (contract, "Limits"). Refuses a
 * time to live of more than ten years, of more than the project's minutes for a shopper, and
 * shoppers where they may not redeem: they could only keep stock away.
 */
export function askedSession(
  scope: Scope,
  input: SessionInput | null | undefined,
): AskedSession | null {
  if (!input?.type) return null;
  const isShopper = isBrowser(scope);
  if (isShopper && !scope.project.client_redeem_enabled) {
    throw new ApiError("forbidden", { details: "Client-side redemption is switched off" });
  }
  const { key, type, ttl, ttl_unit } = input;
  const { usual, mostMs, most } = isShopper ? forShoppers(scope.project) : FOR_BACK_ENDS;
  const asked = ttl ? { ttl, ttl_unit: ttl_unit ?? ("DAYS" as const) } : usual;
  const length = ttlMilliseconds(asked.ttl, asked.ttl_unit);
  if (!length.ok || length.value > mostMs) {
    const details = `Property .session.ttl must not be longer than ${most}`;
    throw new ApiError("invalid_payload", { details });
  }
  const made = key ?? `ssn_${randomBase62(32, scope.random)}`;
  return { session: { key: made, type, ...asked }, expires_at: scope.now + length.value };
}
