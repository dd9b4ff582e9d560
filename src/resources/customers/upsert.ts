import { checkMetadata } from "../../checks/metadata";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried, rowNamed } from "../../commit/retry";
import type { CustomerRow } from "../../db/tables/customers";
import type { CustomerInput } from "../../model/customer";
import type { Scope } from "../../scope/scope";
import { applyChange } from "./change";
import { customerEvent } from "./event";
import { byIdentity, decodeCustomer, insertCustomer, isNamed, newCustomer } from "./store";
import { refuseNobody } from "./stranger";
import { viewCustomer } from "./view";

async function create(scope: Scope, input: CustomerInput): Promise<Answer | null> {
  const row = newCustomer(scope, input);
  checkMetadata(scope, "customer", row.metadata);
  const answer = viewCustomer(row);
  const result = await commit(scope, {
    statements: [insertCustomer(row)],
    tally: { customers: 1 },
    events: [customerEvent("customer.created", answer)],
    answer,
  });
  return result.ok ? answer : null;
}

async function findNamed(scope: Scope, input: CustomerInput): Promise<CustomerRow | null> {
  const { rows } = await load(scope, { rows: byIdentity(scope, input) });
  return rows[0] ? decodeCustomer(rows[0]) : null;
}

/**
 * Creates the customer, or updates the one that the id or the source id names (as the reference
 * service): a known id goes before a source id, and an unknown one is refused without one; without
 * either the customer is always new.
 */
export const upsertCustomer = (scope: Scope, input: CustomerInput): Promise<Answer> =>
  retried(
    scope,
    async () => {
      const found = isNamed(input) ? await findNamed(scope, input) : null;
      if (found) return applyChange(scope, found, input);
      refuseNobody(input, found);
      return create(scope, input);
    },
    rowNamed("customer", input),
  );
