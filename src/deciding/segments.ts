import type { CustomerRow } from "../db/tables/customers";
import { CUSTOMER_FIELDS } from "../engine/filters/fields";
import { meets } from "../engine/filters/filter";
import type { Clock } from "../engine/rules/facts";
import type { Filter } from "../model/filter";
import { filteredCustomer } from "../resources/customers/view";

/** A segment that a rule names: its filter, or without one whether it lists the stored customer. */
export interface RuleSegment {
  id: string;
  name: string;
  filter: Filter | null;
  is_member: boolean;
}

/**
 * Ids of the segments that the customer is in, of those that rules name. A filter is applied to the
 * customer as the request leaves it, stored or not; a list has stored customers only.
 */
export function segmentsOf(
  clock: Clock,
  redeemables: readonly { rules: readonly { segments: readonly RuleSegment[] }[] }[],
  customer: CustomerRow,
): string[] {
  const named = new Map<string, RuleSegment>();
  for (const { rules } of redeemables) {
    for (const { segments } of rules) for (const each of segments) named.set(each.id, each);
  }
  if (named.size === 0) return [];
  const thing = filteredCustomer(customer);
  return [...named.values()]
    .filter(({ filter, is_member }) =>
      filter === null ? is_member : meets(CUSTOMER_FIELDS, filter, thing, clock),
    )
    .map(({ id }) => id);
}
