import { type Decision, decide } from "../../engine/stacking/decide";
import { type CampaignMove, periodsNow } from "../../events/campaign-days";
import type { Scope } from "../../http/scope";
import { randomBase62 } from "../../lib/id";
import type { DecideRequest, SessionInput } from "../../model/redeemable";
import { viewCart } from "../orders/view";
import { snapshotOf } from "./decide";
import { loadDecision, type RuledVoucher } from "./load";
import { trackingOf } from "./tracking";
import { orderIdentity, totalApplied, viewOutcomes } from "./view";

/** Only `type` means 7 days; the key is made where none is sent (contract, "Limits"). */
function viewSession(scope: Scope, session: SessionInput) {
  return {
    key: session.key ?? `ssn_${randomBase62(32, scope.random)}`,
    type: "LOCK" as const,
    ttl: session.ttl ?? 7,
    ttl_unit:
      session.ttl === undefined || session.ttl === null ? "DAYS" : (session.ttl_unit ?? "DAYS"),
  };
}

/** Every redeemable of a campaign that had its turn counts for the campaign's summary. */
const countersOf = ({ outcomes }: Decision<RuledVoucher>): CampaignMove[] =>
  outcomes.flatMap(({ status, candidate: { voucher } }) =>
    !voucher?.campaign_id || status === "SKIPPED"
      ? []
      : [
          {
            campaign_id: voucher.campaign_id,
            counters:
              status === "APPLICABLE" ? { validations_succeeded: 1 } : { validations_failed: 1 },
          },
        ],
  );

/**
 * Says what the redeemables do to the order: one round trip, no effect. An answer that says "not
 * valid" is a 200 all the same; only a request that cannot be understood is refused.
 */
export async function validate(scope: Scope, request: DecideRequest) {
  const loaded = await loadDecision(scope, request);
  const snapshot = snapshotOf(scope, request, loaded, "validate");
  const decision = decide(snapshot);
  const identity = orderIdentity(request, loaded);
  const expand = request.options?.expand ?? [];
  const tracking = trackingOf(scope, request, loaded);
  const counted = countersOf(decision);
  if (counted.length > 0) scope.countLater(periodsNow(scope).day, counted);
  const mode = snapshot.stacking.redeemables_application_mode;
  return {
    id: scope.newId("valid"),
    valid: decision.valid,
    ...viewOutcomes(scope, decision, mode, { identity, expand, categories: loaded.categories }),
    ...(decision.valid && { order: viewCart(decision.cart, totalApplied(decision), identity) }),
    ...(tracking && { tracking_id: tracking }),
    ...(request.session?.type && { session: viewSession(scope, request.session) }),
    stacking_rules: snapshot.stacking,
  };
}
