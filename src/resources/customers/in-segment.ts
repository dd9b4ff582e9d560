import type { RawRow } from "../../db/client";
import { isVouchedFor } from "../../engine/believed";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import { isRecord } from "../../lib/json-value";
import type { Decide } from "../../listing/walk";
import type { Filter } from "../../model/filter";
import { countedClock, type Scope } from "../../scope/scope";
import { columnsAsJson } from "./segment-store";
import { decodeCustomer } from "./store";
import { filteredCustomer } from "./view";

/** Whether a customer meets a segment's filter, which is decided on the whole of it. */
export const meetsSegment = (scope: Scope, filter: Filter): Decide => ({
  evidence: columnsAsJson(),
  meets: (parts) => {
    const row: RawRow = Object.assign({}, ...parts.filter(isRecord));
    const customer = decodeCustomer(row);
    const thing = filteredCustomer(customer);
    return isVouchedFor(customer) && meets(CUSTOMER_FIELDS, filter, thing, countedClock(scope));
  },
});
