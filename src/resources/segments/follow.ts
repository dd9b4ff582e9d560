import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { SegmentRow } from "../../db/tables/catalogue";
import type { CustomerRow } from "../../db/tables/customers";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { meets } from "../../engine/filters/filter";
import type { DomainEvent } from "../../events/outbox";
import { countedClock, type Scope } from "../../scope/scope";
import { decodeCustomer } from "../customers/store";
import { filteredCustomer, viewCustomer } from "../customers/view";
import { customersAreAsRead, enter, leave, type Stands, standingReads } from "./standing-store";
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

function lookAt(
  scope: Scope,
  customer: CustomerRow,
  { segments, told }: { segments: readonly SegmentRow[]; told: ReadonlySet<string> },
): Looked {
  const clock = countedClock(scope);
  const thing = filteredCustomer(customer);
  const isIn = ({ filter }: SegmentRow) =>
    filter !== null && meets(CUSTOMER_FIELDS, filter, thing, clock);
  const [inside, outside] = [segments.filter(isIn), segments.filter((each) => !isIn(each))];
  const known = new Set(segments.map(({ id }) => id));
  return {
    customer,
    entered: inside.filter(({ id }) => !told.has(id)),
    left: outside.filter(({ id }) => told.has(id)),
    gone: [...told].filter((id) => !known.has(id)),
  };
}

/** Those of the customers who are not in the segments that they were told to be in. */
async function look(scope: Scope, customerIds: readonly string[]): Promise<Looked[]> {
  const found = await load(scope, standingReads(scope, customerIds));
  const segments = found.segments.map(decodeSegment);
  const standing = Map.groupBy(found.standing, ({ customer_id }) => String(customer_id));
  return found.customers.map(decodeCustomer).flatMap((customer) => {
    const told = (standing.get(customer.id) ?? []).map(({ segment_id }) => String(segment_id));
    const looked = lookAt(scope, customer, { segments, told: new Set(told) });
    return looked.entered.length + looked.left.length + looked.gone.length > 0 ? [looked] : [];
  });
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

const eventsOf = ({ customer, left, entered }: Looked): DomainEvent[] => [
  ...left.map((segment) => segmentEvent("customer.segment.left", customer, segment)),
  ...entered.map((segment) => segmentEvent("customer.segment.entered", customer, segment)),
];

const idsOf = (segments: readonly SegmentRow[]): string[] => segments.map(({ id }) => id);

const standsOf = ({ project_id, id }: CustomerRow, segmentIds: readonly string[]): Stands[] =>
  segmentIds.map((segment_id) => ({ project_id, customer_id: id, segment_id }));

async function followOnce(scope: Scope, customerIds: readonly string[]): Promise<true | null> {
  const all = await look(scope, customerIds);
  if (all.length === 0) return true;
  const left = all.flatMap(({ customer, left, gone }) =>
    standsOf(customer, [...idsOf(left), ...gone]),
  );
  const entered = all.flatMap(({ customer, entered }) => standsOf(customer, idsOf(entered)));
  const customers = all.map(({ customer }) => customer);
  const result = await commit(scope, {
    statements: [customersAreAsRead(scope, customers), ...leave(scope, left), ...enter(entered)],
    events: all.flatMap(eventsOf),
    answer: DONE,
  });
  return result.ok ? true : null;
}

/**
 * Tells which segments customers entered and left since they were last looked at, each once: what
 * was told is written with the event, so that it may be asked for at any time and by many at once.
 */
export async function followSegments(scope: Scope, customerIds: readonly string[]): Promise<void> {
  const rows = customerIds.map((id) => `standing ${id}`);
  await retried(scope, () => followOnce(scope, customerIds), rows);
}
