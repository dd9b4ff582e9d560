import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { assertAll } from "../../db/commit";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { Loaded } from "../../deciding/load";
import type { RuledRedeemable } from "../../deciding/ruled";
import { trackingOf } from "../../deciding/tracking";
import type { Decision, Refused } from "../../engine/stacking/decide";
import { ApiError, errorBody } from "../../errors";
import { refusalError } from "../../errors/refusal";
import type { DecideRequest } from "../../model/redeemable";
import { movesMoney, type Scope } from "../../scope/scope";
import { moveCustomer } from "../customers/moves-store";
import { customerStands } from "../customers/store";
import { failedCounters } from "./campaign-counters";
import { about, ledgerEvents } from "./events";
import { blankEntry, namesOf } from "./parts";
import { insertRedemptions } from "./store";

type Refusals = Refused<RuledRedeemable>[];

/** Why something was refused: an entry of the table of errors with its facts. */
type Cause = ReturnType<typeof refusalError>;

/** A redeemable that was not redeemed, and why. */
interface Failed extends Pick<Refused<RuledRedeemable>, "candidate"> {
  cause: Cause;
}

type Outcomes = Decision<RuledRedeemable>["outcomes"];

/** What kept each redeemable out, as the request calls it. */
const reasonsOf = (outcomes: Outcomes): string =>
  outcomes
    .map((outcome) => {
      const { id } = outcome.candidate;
      if (outcome.status === "APPLICABLE") return id;
      return `${id}: ${outcome.status === "SKIPPED" ? outcome.reason : outcome.refusal.reason}`;
    })
    .join(", ");

/**
 * Why the whole was refused: by the first refusal, which ends it in mode ALL, of several
 * redeemables with the one that it is about; else that none of several applies, with the reason of
 * each.
 */
function causeOf({ stacking }: Scope, refusals: Refusals, outcomes: Outcomes): Cause {
  const [first] = refusals;
  const isAll = stacking.redeemables_application_mode === "ALL";
  if (!first || !(isAll || outcomes.length === 1)) {
    return { key: "no_applicable_redeemables", facts: { details: reasonsOf(outcomes) } };
  }
  const { key, facts } = refusalError(first.refusal);
  const { id, object } = first.candidate;
  if (outcomes.length === 1) return { key, facts };
  return { key, facts: { ...facts, related_object_ids: [id], related_object_type: object } };
}

function failedRow(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  { candidate, cause: { key, facts } }: Failed,
): RedemptionRow {
  const { message } = errorBody(key, facts, scope.request_id);
  return {
    ...blankEntry(scope, request, scope.newId("rf")),
    result: "FAILURE",
    status: "FAILED",
    effects: movesMoney(scope) ? {} : { uncounted: true },
    ...namesOf(candidate.redeemable, loaded.stack),
    customer_id: loaded.customer?.id ?? null,
    order_id: loaded.order?.id ?? null,
    tracking_id: trackingOf(scope, request, loaded),
    failure_code: key,
    failure_message: facts.error?.message ?? message,
  };
}

/**
 * Records what was refused and answers why. Limits and balances stay; only the customer's own count
 * of failures moves. A code that does not exist leaves no record: it is a plain 404.
 */
async function record(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  { failed, cause: { key, facts } }: { failed: readonly Failed[]; cause: Cause },
): Promise<Answer | null> {
  const { customer } = loaded;
  const recorded = failed.flatMap((each) => {
    const { redeemable } = each.candidate;
    if (!redeemable) return [];
    const row = failedRow(scope, request, loaded, each);
    return [{ row, redeemable, ...about(loaded, redeemable), customer }];
  });
  if (recorded.length === 0) throw new ApiError(key, facts);
  const rows = recorded.map(({ row }) => row);
  const resource = { resource_id: rows[0]?.id, resource_type: "redemption" };
  const answer = new ApiError(key, { ...facts, ...resource });
  const moved = movesMoney(scope) ? customer : null;
  const failures = { total_redeemed: rows.length, total_failed: rows.length };
  const result = await commit(scope, {
    statements: [
      ...(moved ? assertAll([customerStands(scope, moved.id)]) : []),
      ...(moved ? [moveCustomer(scope, moved.id, failures)] : []),
    ],
    keeping: insertRedemptions(rows, null),
    tally: { redemptions: rows.length },
    days: failedCounters(recorded.map(({ redeemable }) => redeemable)),
    events: ledgerEvents(scope, recorded),
    apart: customer ? [customer.id] : [],
    answer,
  });
  return result.ok ? answer : null;
}

/** Records what a decision refused. */
export function fail(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  { outcomes }: Decision<RuledRedeemable>,
): Promise<Answer | null> {
  const refusals = outcomes.filter((outcome) => outcome.status === "INAPPLICABLE");
  const failed = refusals.map(({ candidate, refusal }) => ({
    candidate,
    cause: refusalError(refusal),
  }));
  return record(scope, request, loaded, { failed, cause: causeOf(scope, refusals, outcomes) });
}

/** Records what could be redeemed, but for nothing: what it pays for is not to be had. */
export const failForNothing = (
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  { decision, cause }: { decision: Decision<RuledRedeemable>; cause: Cause },
): Promise<Answer | null> =>
  record(scope, request, loaded, {
    failed: decision.outcomes.map(({ candidate }) => ({ candidate, cause })),
    cause,
  });
