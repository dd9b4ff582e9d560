import type { CustomerRow } from "../../db/tables/customers";
import type { RuledRedeemable } from "../../deciding/ruled";
import type { Decision } from "../../engine/stacking/decide";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../scope/scope";
import { viewSimpleCustomer } from "../customers/view";

interface Seen {
  /** The validation's id. */
  id: string;
  customer: CustomerRow;
  decision: Decision<RuledRedeemable>;
  session: string | undefined;
}

/** A validation as it stands in its customer's activity (reference service, activity kinds). */
export function validationEvent(
  scope: Scope,
  { id, customer, decision, session }: Seen,
): DomainEvent {
  const those = (status: string) =>
    decision.outcomes
      .filter((outcome) => outcome.status === status)
      .map(({ candidate: { id: named, object } }) => ({ id: named, type: object }));
  return {
    kind: decision.valid ? "customer.validation.succeeded" : "customer.validation.failed",
    entity_id: id,
    customer_id: customer.id,
    data: {
      customer: viewSimpleCustomer(customer),
      validation: {
        id,
        ...(session !== undefined && { session_id: session }),
        status: decision.valid ? "VALID" : "INVALID",
        created_at: isoNow(scope),
        customer_id: customer.id,
        redeemables: those("APPLICABLE"),
        skipped_redeemables: those("SKIPPED"),
        inapplicable_redeemables: those("INAPPLICABLE"),
      },
    },
  };
}
