import { load } from "../../commit/load";
import type { SegmentRow } from "../../db/tables/catalogue";
import { isVouchedFor } from "../../engine/believed";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import type { Page } from "../../http/page";
import { countedClock, type Scope } from "../../scope/scope";
import { byCustomerName, theCustomer } from "../customers/store";
import { filteredCustomer } from "../customers/view";
import { decodeSegment, segmentsAround } from "./store";

/** The segments a customer is in, oldest first. */
export async function listSegmentsOf(scope: Scope, name: string): Promise<Page<SegmentRow>> {
  const { customers, around } = await load(scope, {
    customers: byCustomerName(scope, name),
    around: segmentsAround(scope, name),
  });
  const row = theCustomer(customers, name);
  const customer = filteredCustomer(row);
  const clock = countedClock(scope);
  const items = around
    .map(decodeSegment)
    .filter(
      ({ filter }) =>
        filter === null || (isVouchedFor(row) && meets(CUSTOMER_FIELDS, filter, customer, clock)),
    )
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return { items, total: items.length };
}
