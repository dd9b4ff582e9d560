import { refuseStrangeKeys } from "../../checks/shopper-keys";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried, rowNamed } from "../../commit/retry";
import { ApiError } from "../../errors";
import { present } from "../../lib/assert";
import type { CustomerInput } from "../../model/customer";
import type { Scope } from "../../scope/scope";
import { planCustomer } from "./named";
import { byIdentity, decodeCustomer } from "./store";
import { notTheirs, refuseStranger } from "./stranger";
import { viewSimpleCustomer } from "./view";

/**
 * Whom the body means: an id proves nobody without the token of that customer, and would be told
 * the source id.
 */
function meant({ shopper }: Scope, sent: CustomerInput): CustomerInput {
  if (shopper !== null) {
    if (sent.id && sent.id !== shopper) throw notTheirs();
    return { ...sent, id: shopper };
  }
  if (!sent.id) return sent;
  throw new ApiError("invalid_payload", { details: "Property .id needs an X-Customer-Token" });
}

/**
 * Creates a customer from a shopper's device, where the project has switched that on (forbidden).
 * One who is stored already is answered, and changed only by a token of their own; that token is of
 * nobody else.
 */
export function createForShopper(scope: Scope, sent: CustomerInput): Promise<Answer> {
  if (!scope.project.client_create_customer_enabled) {
    throw new ApiError("forbidden", { details: "Client-side customers are switched off" });
  }
  refuseStrangeKeys(scope, sent);
  const identity = meant(scope, sent);
  return retried(scope, () => tryToCreate(scope, identity), rowNamed("customer", identity));
}

async function tryToCreate(scope: Scope, identity: CustomerInput): Promise<Answer | null> {
  const { rows } = await load(scope, { rows: byIdentity(scope, identity) });
  const customer = rows[0] ? decodeCustomer(rows[0]) : null;
  refuseStranger(scope, identity, customer);
  const part = present(planCustomer(scope, { identity, customer }), "the customer of an identity");
  const answer = viewSimpleCustomer(part.customer);
  const result = await commit(scope, {
    statements: part.statements,
    tally: { customers: part.isNew ? 1 : 0 },
    events: part.events,
    answer,
  });
  return result.ok ? answer : null;
}
