import { load } from "../../commit/load";
import type { SegmentRow } from "../../db/tables/catalogue";
import type { Page } from "../../http/page";
import { wholeList } from "../../lib/whole-list";
import { countedClock, type Scope } from "../../scope/scope";
import { segmentTest } from "../customers/in-segment";
import { byCustomerName, theCustomer } from "../customers/store";
import { decodeSegment, segmentsAround } from "./store";

/** The segments a customer is in, oldest first. */
export async function listSegmentsOf(scope: Scope, name: string): Promise<Page<SegmentRow>> {
  const { customers, around } = await load(scope, {
    customers: byCustomerName(scope, name),
    around: segmentsAround(scope, name),
  });
  const isIn = segmentTest(theCustomer(customers, name), countedClock(scope));
  const items = around
    .map(decodeSegment)
    .filter(({ filter }) => filter === null || isIn(filter))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return wholeList(items);
}
