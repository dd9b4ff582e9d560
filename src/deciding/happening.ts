import type { CustomerRow } from "../db/tables/customers";
import { believed } from "../engine/believed";
import type { Clock, Facts } from "../engine/rules/facts";
import type { LoadedRules } from "./ruled";
import { segmentsOf } from "./segments";

/** Something that happened to a customer. */
interface Happening {
  customer: CustomerRow | null;
  /** What the caller sent with an event. */
  custom_event: { metadata: Record<string, unknown> } | null;
}

/**
 * What rules of `candidates` look at of something that happened: nothing is redeemed by it, and
 * nothing counts as used. `clock` is that of the moment at which it happened.
 */
export const factsOfHappening = (
  clock: Clock,
  { customer, custom_event }: Happening,
  candidates: readonly { rules: readonly LoadedRules[] }[],
  { order }: Pick<Facts, "order">,
): Facts => ({
  ...clock,
  customer: customer && {
    metadata: believed(customer).metadata,
    segments: segmentsOf(clock, candidates, customer),
  },
  order,
  redemption: { metadata: {}, gift_amount: null, api_key: null },
  usage: null,
  custom_event,
});
