import type { RuledRedeemable } from "../../deciding/ruled";
import type { Decision } from "../../engine/stacking/decide";
import { type LaterEvent, reasonsOf } from "../../model/told-validation";
import { isoNow, type Scope } from "../../scope/scope";

interface Seen {
  /** The validation's id. */
  id: string;
  customerId: string;
  decision: Decision<RuledRedeemable>;
  session: string | undefined;
}

/** A validation as it stands in its customer's activity (reference service, activity kinds). */
export function validationEvent(
  scope: Scope,
  { id, customerId, decision, session }: Seen,
): LaterEvent {
  const those = (status: string) =>
    decision.outcomes
      .filter((outcome) => outcome.status === status)
      .map(({ candidate: { id: named, object } }) => ({ id: named, type: object }));
  const reasons = decision.outcomes.flatMap((outcome) =>
    outcome.status === "INAPPLICABLE" ? [{ key: outcome.refusal.reason, count: 1 }] : [],
  );
  return {
    kind: decision.valid ? "customer.validation.succeeded" : "customer.validation.failed",
    entity_id: id,
    customer_id: customerId,
    data: {
      validation: {
        id,
        ...(session !== undefined && { session_id: session }),
        status: decision.valid ? "VALID" : "INVALID",
        created_at: isoNow(scope),
        customer_id: customerId,
        redeemables: those("APPLICABLE"),
        skipped_redeemables: those("SKIPPED"),
        inapplicable_redeemables: those("INAPPLICABLE"),
        ...(reasons.length > 0 && { reasons: reasonsOf(reasons) }),
      },
    },
  };
}
