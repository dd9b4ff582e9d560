import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import type { Statement } from "../../db/client";
import { type Lapsed, ofKeyAndLapsed, releaseHolds } from "../../db/session-holds";
import { assertOwnSession } from "../../deciding/foreign-session";
import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import type { Decision } from "../../engine/stacking/decide";
import { takenOf } from "../../engine/stacking/effect";
import { type ApiError, tooManyRequests } from "../../errors";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import type { AskedSession } from "./session";
import { BLOCK_HOLDS, insertHolds, MOST_OF_BLOCK, type Want } from "./store";

/**
 * One use of each voucher that applies, and the credits or points that it gives. What the order's
 * own earlier redemptions took already is not held once more; tiers of promotions have no limit.
 */
const wantsOf = ({ outcomes }: Decision<RuledRedeemable>): Want[] =>
  outcomes.flatMap((outcome) => {
    if (outcome.status !== "APPLICABLE") return [];
    const { redeemable, effect } = outcome;
    const { own } = outcome.candidate;
    if (isTier(redeemable)) return [];
    const quantity = Math.max(0, 1 - own.quantity);
    const amount = Math.max(0, takenOf(effect) - own.credits);
    if (quantity + amount === 0) return [];
    return [{ voucher_id: redeemable.id, code_key: redeemable.code_key, quantity, amount }];
  });

const lapsedOf = ({ outcomes }: Decision<RuledRedeemable>): Lapsed[] =>
  outcomes.flatMap((outcome) => {
    if (outcome.status !== "APPLICABLE") return [];
    const { id, yielding } = outcome.redeemable;
    return yielding.until === null ? [] : [{ id, until: yielding.until }];
  });

/**
 * The refusal of an address block that holds too much, with the time by which all its holds have
 * lapsed.
 */
function tooManyHolds({ project, now }: Scope): ApiError {
  const details = `Only up to ${MOST_OF_BLOCK} holds at a time from one address block`;
  return tooManyRequests(project.client_hold_max_minutes * 60, now, details);
}

/**
 * Holds for a customer, if any, what a valid decision applies, in place of all that the key held,
 * with the answer in the same batch. Answers false where another request took the room meanwhile;
 * refuses an address block that holds enough already.
 */
export async function hold(
  scope: Scope,
  { session, expires_at }: AskedSession,
  { decision, customer_id }: { decision: Decision<RuledRedeemable>; customer_id: string | null },
  answer: Answer,
): Promise<boolean> {
  const { key, ttl, ttl_unit } = session;
  const wants = wantsOf(decision);
  if (wants.length > 0) {
    const voucher_ids = wants.map(({ voucher_id }) => voucher_id);
    await scope.leases.keep({ key, expires_at, voucher_ids });
  }
  const result = await commit(scope, {
    statements: [
      ...assertOwnSession(scope, key),
      ...releaseHolds(ofKeyAndLapsed(scope.project.id, key, lapsedOf(decision))),
      ...insertHolds(scope, wants, { session_key: key, customer_id, ttl, ttl_unit, expires_at }),
    ],
    answer,
  });
  if (!result.ok && result.error.constraint === BLOCK_HOLDS) throw tooManyHolds(scope);
  return result.ok;
}

/**
 * What a redemption releases before it takes: all that its session key holds, and lapsed holds of
 * its vouchers.
 */
export function releasedBy(
  scope: Scope,
  { session }: Pick<DecideRequest, "session">,
  decision: Decision<RuledRedeemable>,
): Statement[] {
  const key = session?.key ?? null;
  const lapsed = lapsedOf(decision);
  if (key === null && lapsed.length === 0) return [];
  return [
    ...assertOwnSession(scope, key),
    ...releaseHolds(ofKeyAndLapsed(scope.project.id, key, lapsed)),
  ];
}
