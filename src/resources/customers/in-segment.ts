import type { RawRow } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import { isVouchedFor } from "../../engine/believed";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import type { Clock } from "../../engine/rules/facts";
import { isRecord } from "../../lib/json-value";
import type { Decide } from "../../listing/walk";
import type { Filter } from "../../model/filter";
import { countedClock, type Scope } from "../../scope/scope";
import { columnsAsJson } from "./segment-store";
import { decodeCustomer } from "./store";
import { filteredCustomer } from "./view";

/** Whether a customer is in segments, as it stands. Filters take in nobody whom browsers made. */
export function segmentTest(
  customer: CustomerRow,
  clock: Clock,
): (filter: Filter | null) => boolean {
  const thing = filteredCustomer(customer);
  const isVouched = isVouchedFor(customer);
  return (filter) => filter !== null && isVouched && meets(CUSTOMER_FIELDS, filter, thing, clock);
}

/** Whether a customer meets a segment's filter, which is decided on the whole of it. */
export const meetsSegment = (scope: Scope, filter: Filter): Decide => ({
  evidence: columnsAsJson(),
  meets: (parts) => {
    const row: RawRow = Object.assign({}, ...parts.filter(isRecord));
    return segmentTest(decodeCustomer(row), countedClock(scope))(filter);
  },
});
