import type { CustomerRow } from "../db/tables/customers";
import type { Facts } from "../engine/rules/facts";
import { clockOf, type Scope } from "../scope/scope";
import type { LoadedRules } from "./ruled";
import { segmentsOf } from "./segments";

/** Something that happened to a customer; `at` in epoch milliseconds. */
interface Happening {
  at: number;
  customer: CustomerRow | null;
  /** What the caller sent with an event. */
  custom_event: { metadata: Record<string, unknown> } | null;
}

/**
 * What rules of `candidates` look at of something that happened: nothing is redeemed by it, and
 * nothing counts as used.
 */
export const factsOfHappening = (
  scope: Scope,
  { at, customer, custom_event }: Happening,
  candidates: readonly { rules: readonly LoadedRules[] }[],
  { order }: Pick<Facts, "order">,
): Facts => ({
  ...clockOf({ now: at, project: scope.project }),
  customer: customer && {
    metadata: customer.metadata,
    segments: segmentsOf(scope, candidates, customer),
  },
  order,
  redemption: { metadata: {}, gift_amount: null, api_key: null },
  usage: null,
  custom_event,
});
