import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { SegmentRow } from "../../db/tables/catalogue";
import type { CustomerRow } from "../../db/tables/customers";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { decodeCustomer } from "../customers/store";
import { filteredCustomer, viewCustomer } from "../customers/view";
import { customerIsAsRead, enter, leave, standingReads } from "./standing-store";
import { decodeSegment } from "./store";
import { viewSegmentName } from "./view";

/** What a customer is in by now, and what it was last told to be in. */
interface Looked {
  customer: CustomerRow;
  entered: SegmentRow[];
  left: SegmentRow[];
  /** Segments that were deleted since: nobody is told of those. */
  gone: string[];
}

async function look(scope: Scope, customerId: string): Promise<Looked | null> {
  const found = await load(scope, standingReads(scope, customerId));
  const [customer] = found.customers.map(decodeCustomer);
  if (!customer) return null;
  const segments = found.segments.map(decodeSegment);
  const clock = { now: scope.now, timeZone: scope.project.timezone };
  const thing = filteredCustomer(customer);
  const isIn = ({ filter }: SegmentRow) =>
    filter !== null && meets(CUSTOMER_FIELDS, filter, thing, clock);
  const told = new Set(found.standing.map(({ segment_id }) => String(segment_id)));
  const [inside, outside] = [segments.filter(isIn), segments.filter((each) => !isIn(each))];
  const known = new Set(segments.map(({ id }) => id));
  return {
    customer,
    entered: inside.filter(({ id }) => !told.has(id)),
    left: outside.filter(({ id }) => told.has(id)),
    gone: [...told].filter((id) => !known.has(id)),
  };
}

const segmentEvent = (
  kind: "customer.segment.entered" | "customer.segment.left",
  customer: CustomerRow,
  segment: SegmentRow,
): DomainEvent => ({
  kind,
  entity_id: customer.id,
  customer_id: customer.id,
  data: { customer: viewCustomer(customer), segment: viewSegmentName(segment) },
});

async function followOnce(scope: Scope, customerId: string): Promise<Answer | null> {
  const looked = await look(scope, customerId);
  if (!looked) return DONE;
  const { customer, entered, left, gone } = looked;
  const taken = [...left.map(({ id }) => id), ...gone];
  if (entered.length + taken.length === 0) return DONE;
  const added = entered.map(({ id }) => id);
  const result = await commit(scope, {
    statements: [
      customerIsAsRead(customer),
      ...(taken.length > 0 ? leave(customer, taken) : []),
      ...(added.length > 0 ? [enter(customer, added)] : []),
    ],
    events: [
      ...left.map((segment) => segmentEvent("customer.segment.left", customer, segment)),
      ...entered.map((segment) => segmentEvent("customer.segment.entered", customer, segment)),
    ],
    answer: DONE,
  });
  return result.ok ? DONE : null;
}

/**
 * Tells which segments the customer entered and left since it was last looked at, each once: what
 * was told is written with the event, so that it may be asked for at any time and by many at once.
 */
export const followSegments = (scope: Scope, customerId: string): Promise<Answer> =>
  retried(scope, () => followOnce(scope, customerId), [`standing ${customerId}`]);
