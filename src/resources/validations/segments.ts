import type { CustomerRow } from "../../db/tables/customers";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import type { Scope } from "../../http/scope";
import type { Filter } from "../../model/filter";
import type { RuleSet } from "../../model/rule";
import { viewCustomer } from "../customers/view";

/** A segment that a rule names: its filter, or without one whether it lists the stored customer. */
export interface RuleSegment {
  id: string;
  filter: Filter | null;
  is_member: boolean;
}

/** A rule set with those of the segments it names that exist. */
export interface SegmentedRules extends RuleSet {
  segments: RuleSegment[];
}

/**
 * Ids of the segments that the customer is in, of those that rules name. Filters are asked of the
 * customer as the request leaves it, also of one that is not stored; a list knows stored ones only.
 */
export function segmentsOf(
  scope: Scope,
  vouchers: Iterable<{ rules: readonly SegmentedRules[] }>,
  customer: CustomerRow,
): string[] {
  const named = new Map<string, RuleSegment>();
  for (const { rules } of vouchers) {
    for (const { segments } of rules) for (const each of segments) named.set(each.id, each);
  }
  if (named.size === 0) return [];
  const clock = { now: scope.now, timeZone: scope.project.timezone };
  const thing = viewCustomer(customer);
  return [...named.values()]
    .filter(({ filter, is_member }) =>
      filter === null ? is_member : meets(CUSTOMER_FIELDS, filter, thing, clock),
    )
    .map(({ id }) => id);
}
