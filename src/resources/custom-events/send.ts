import { checkEventMetadata } from "../../checks/metadata";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried, rowNamed } from "../../commit/retry";
import { assertAll } from "../../db/commit";
import { present } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { planCustomer } from "../customers/named";
import { customerStands } from "../customers/store";
import { loadEvent } from "./load";
import type { CustomEventInput } from "./schema";
import { tellSent } from "./told";
import { viewSent } from "./view";

async function send(scope: Scope, input: CustomEventInput): Promise<Answer | null> {
  const { customer: found, schema, ...named } = await loadEvent(scope, input);
  checkEventMetadata(scope, schema.schema.properties, input.metadata ?? {});
  const planned = planCustomer(scope, { identity: input.customer, customer: found });
  const { customer, isNew, statements, events } = present(planned, "the customer of an event");
  const answer = viewSent(input, customer);
  const result = await commit(scope, {
    statements:
      statements.length > 0 ? statements : assertAll([customerStands(scope, customer.id)]),
    tally: isNew ? { customers: 1 } : {},
    events: [
      ...events,
      {
        kind: "customer.custom_event",
        entity_id: customer.id,
        customer_id: customer.id,
        data: tellSent(scope, input, { customer, schema, ...named }),
      },
    ],
    answer,
  });
  return result.ok ? answer : null;
}

/**
 * Takes an event that happened to a customer, who is created or updated as on an order (reference
 * 1.10). What it brings about follows later. Two round trips.
 */
export const sendEvent = (scope: Scope, input: CustomEventInput): Promise<Answer> =>
  retried(scope, () => send(scope, input), rowNamed("customer", input.customer));
