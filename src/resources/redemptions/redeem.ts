import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried, rowNamed } from "../../commit/retry";
import type { RedemptionRow } from "../../db/tables/redemptions";
import { refuseAsOf } from "../../deciding/as-of";
import { loadDecision } from "../../deciding/load";
import type { RuledVoucher } from "../../deciding/ruled";
import { snapshotOf } from "../../deciding/snapshot";
import { decide } from "../../engine/stacking/decide";
import { ApiError } from "../../errors";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { releasedBy } from "../sessions/hold";
import { viewOutcomes } from "../validations/view";
import { fail } from "./fail";
import { refuseOrderOfOthers } from "./order";
import { planSuccess, type Success } from "./redeem-plan";
import { shownTier } from "./tiers";
import { type ViewedRedemption, viewRedemption } from "./view";
import { answerAsCommitted } from "./voucher-moves";

/** The parts of a redemption's answer, before the caller's family shapes it. */
export interface Redeemed {
  redemptions: ViewedRedemption[];
  parent_redemption?: ViewedRedemption;
  order?: RedemptionRow["order"];
  inapplicable_redeemables?: unknown[];
  skipped_redeemables?: unknown[];
}

/** Turns what happened into the body that the caller's family and route show. */
export type Shape = (redeemed: Redeemed) => Answer;

function viewSuccess(
  scope: Scope,
  success: Success,
  vouchers: readonly RuledVoucher[],
  others: Partial<Redeemed>,
): Redeemed {
  const { customer, children, parent, uses } = success;
  const last = parent ?? children.at(-1);
  const nothing = { voucher: null, tier: null, customer };
  return {
    redemptions: children.map((row, at) => {
      const applied = uses[at]?.applied;
      const voucher = vouchers.find(({ id }) => id === row.voucher_id) ?? null;
      const tier = applied ? shownTier(applied.redeemable) : null;
      return viewRedemption(scope, row, {
        voucher,
        tier,
        customer,
        ...(applied && { effect: applied.effect }),
      });
    }),
    ...(parent && { parent_redemption: viewRedemption(scope, parent, nothing) }),
    ...(last?.order && { order: last.order }),
    ...others,
  };
}

async function attempt(scope: Scope, request: DecideRequest, shape: Shape): Promise<Answer | null> {
  const loaded = await loadDecision(scope, request);
  refuseOrderOfOthers(scope, loaded);
  const snapshot = snapshotOf(scope, request, loaded, "redeem");
  const decision = decide(snapshot);
  if (!decision.valid) return fail(scope, request, loaded, decision);
  const success = planSuccess({ scope, request, loaded, decision });
  const identity = { customer_id: success.customer?.id ?? null };
  const view = { identity, expand: [], categories: [] };
  const { redeemables: _, ...others } = viewOutcomes(scope, decision, view);
  const show = (vouchers: readonly RuledVoucher[]): Answer =>
    shape(viewSuccess(scope, success, vouchers, others));
  const { taken, ledger, events, tally, days, vouchers } = success;
  const { corrections } = ledger;
  const released = releasedBy(scope, request, decision);
  const statements = {
    released,
    taken,
    ledger: ledger.statements,
    others: success.statements,
  };
  const answer = show(vouchers);
  const result = await commit(scope, { statements, events, corrections, tally, days, answer });
  if (!result.ok) return null;
  const moved = [...result.value.taken.flat(), ...result.value.ledger.flat()];
  return answerAsCommitted(scope, { answer, vouchers, show }, moved);
}

/**
 * Redeems 1 to 30 redeemables on one order, all in one batch: two round trips. What does not apply
 * is recorded as a failure; a race lost to another redemption is decided anew (docs/behaviour.md).
 */
export function redeem(scope: Scope, request: DecideRequest, shape: Shape): Promise<Answer> {
  refuseAsOf(request);
  const rows = [...rowNamed("customer", request.customer), ...rowNamed("order", request.order)];
  return retried(scope, () => attempt(scope, request, shape), rows.length > 0 ? rows : undefined);
}

/**
 * Refuses a browser unless the project lets browsers redeem, and a caller without origin: apps,
 * which send none, redeem through their back end.
 */
export function refuseUnlessOpen(scope: Scope, origin: string | undefined): void {
  if (!scope.project.client_redeem_enabled) {
    throw new ApiError("forbidden", { details: "Client-side redemption is switched off" });
  }
  if (origin === undefined) {
    throw new ApiError("forbidden", { details: "Header origin is required to redeem" });
  }
}
