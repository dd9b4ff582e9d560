import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { SegmentRow } from "../../db/tables/catalogue";
import type { CustomerRow } from "../../db/tables/customers";
import { customerAsLeft } from "../../events/as-left";
import type { Heard } from "../../events/listeners";
import type { DomainEvent } from "../../events/outbox";
import type { AsLeft } from "../../model/as-left";
import { countedClock, type Scope } from "../../scope/scope";
import { segmentTest } from "../customers/in-segment";
import { decodeCustomer } from "../customers/store";
import { viewCustomer } from "../customers/view";
import {
  customersAreAsRead,
  enter,
  leave,
  noteTold,
  type Stands,
  standingReads,
} from "./standing-store";
import { decodeSegment } from "./store";
import { viewSegmentName } from "./view";

/** A moment at which a customer is looked at. */
export interface Moment {
  customerId: string;
  /** The event that left them so; null for now. */
  sequence: number | null;
  heard: Pick<Heard, "as_left" | "data"> | null;
}

/** The customer at a moment: what it has entered and left since the one before. */
interface Step {
  customer: CustomerRow;
  as_left: AsLeft | null;
  entered: SegmentRow[];
  left: SegmentRow[];
}

/** What is to be told of a customer. */
interface Looked {
  customer: CustomerRow;
  steps: Step[];
  /** The last event that this covers. */
  sequence: number;
  /** Whether how they are now counts, and not only how events left them. */
  isNow: boolean;
  /** What they were told to be in, and what they are in once all is told. */
  told: ReadonlySet<string>;
  inside: ReadonlySet<string>;
}

type Found = Awaited<ReturnType<typeof read>>;

/** Everything that tells what customers are in, and how far events were heard. */
async function read(scope: Scope, customerIds: readonly string[]) {
  const found = await load(scope, standingReads(scope, customerIds));
  const [position] = found.position;
  return {
    segments: found.segments.map(decodeSegment),
    customers: found.customers.map(decodeCustomer),
    standing: Map.groupBy(found.standing, ({ customer_id }) => String(customer_id)),
    passed: Number(position?.passed ?? 0),
    last: Number(position?.last ?? 0),
  };
}

/**
 * The moments of a customer that are still to be looked at, in their order. One that events have
 * passed already is tried again: how the customer is now comes behind it.
 */
function momentsLeft(
  { segments_told }: CustomerRow,
  moments: readonly Moment[],
  { passed, last }: Found,
): (Moment & { sequence: number })[] {
  // A project that was brought back from a backup may count its events anew.
  const told = segments_told > last ? 0 : segments_told;
  const numbered = moments.map((each) => ({ ...each, sequence: each.sequence ?? last }));
  const left = numbered
    .filter(({ sequence, heard }) => heard === null || sequence > told)
    .sort((a, b) => a.sequence - b.sequence);
  const [first] = left;
  if (!first || first.heard === null || first.sequence > passed) return left;
  return [...left, { customerId: first.customerId, sequence: last, heard: null }];
}

const ofOne = ({ as_left }: Pick<Heard, "as_left">, id: string): AsLeft | null => {
  const left = as_left?.[id];
  return left ? { [id]: left } : null;
};

/** What a customer has entered and left by these moments; null where that is nothing. */
function lookAt(
  scope: Scope,
  now: CustomerRow,
  moments: readonly Moment[],
  found: Found,
): Looked | null {
  const { segments } = found;
  const told = new Set((found.standing.get(now.id) ?? []).map((row) => String(row.segment_id)));
  const known = new Set(segments.map(({ id }) => id));
  const steps: Step[] = [];
  // Segments that were deleted since: nobody is told of those.
  let inside = new Set([...told].filter((id) => known.has(id)));
  const left = momentsLeft(now, moments, found);
  for (const { heard } of left) {
    const customer = heard ? customerAsLeft(now, heard) : now;
    const isIn = segmentTest(customer, countedClock(scope));
    const next = new Set(segments.filter(({ filter }) => isIn(filter)).map(({ id }) => id));
    const before = inside;
    steps.push({
      customer,
      as_left: heard ? ofOne(heard, now.id) : null,
      entered: segments.filter(({ id }) => next.has(id) && !before.has(id)),
      left: segments.filter(({ id }) => before.has(id) && !next.has(id)),
    });
    inside = next;
  }
  const moved = steps.filter(({ entered, left }) => entered.length + left.length > 0);
  const isGone = [...told].some((id) => !known.has(id));
  const end = left.at(-1);
  if (!end || (moved.length === 0 && !isGone)) return null;
  const isNow = left.some(({ heard }) => !heard?.as_left?.[now.id]);
  return { customer: now, steps: moved, sequence: end.sequence, isNow, told, inside };
}

const segmentEvent = (
  kind: "customer.segment.entered" | "customer.segment.left",
  { customer, as_left }: Step,
  segment: SegmentRow,
): DomainEvent => ({
  kind,
  entity_id: customer.id,
  customer_id: customer.id,
  data: { customer: viewCustomer(customer), segment: viewSegmentName(segment) },
  ...(as_left && { as_left }),
});

const eventsOf = (step: Step): DomainEvent[] => [
  ...step.left.map((segment) => segmentEvent("customer.segment.left", step, segment)),
  ...step.entered.map((segment) => segmentEvent("customer.segment.entered", step, segment)),
];

const standsOf = ({ project_id, id }: CustomerRow, segmentIds: Iterable<string>): Stands[] =>
  [...segmentIds].map((segment_id) => ({ project_id, customer_id: id, segment_id }));

const lacking = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((id) => !other.has(id));

async function followOnce(scope: Scope, moments: readonly Moment[]): Promise<true | null> {
  const byCustomer = Map.groupBy(moments, ({ customerId }) => customerId);
  const found = await read(scope, [...byCustomer.keys()]);
  const all = found.customers.flatMap(
    (customer) => lookAt(scope, customer, byCustomer.get(customer.id) ?? [], found) ?? [],
  );
  if (all.length === 0) return true;
  const left = all.flatMap((each) => standsOf(each.customer, lacking(each.told, each.inside)));
  const entered = all.flatMap((each) => standsOf(each.customer, lacking(each.inside, each.told)));
  const now = all.filter(({ isNow }) => isNow).map(({ customer }) => customer);
  const result = await commit(scope, {
    statements: [
      ...(now.length > 0 ? [customersAreAsRead(scope, now)] : []),
      ...noteTold(scope, all),
      ...leave(scope, left),
      ...enter(entered),
    ],
    events: all.flatMap(({ steps }) => steps.flatMap(eventsOf)),
    answer: DONE,
  });
  return result.ok ? true : null;
}

/**
 * Tells which segments customers have entered and left by these moments, each once: what was told
 * is written with the event, so that it may be asked for at any time and by many at once.
 */
export async function followMoments(scope: Scope, moments: readonly Moment[]): Promise<void> {
  const rows = [...new Set(moments.map(({ customerId }) => `standing ${customerId}`))];
  await retried(scope, () => followOnce(scope, moments), rows);
}

/** The same of how customers are now. */
export const followSegments = (scope: Scope, customerIds: readonly string[]): Promise<void> =>
  followMoments(
    scope,
    customerIds.map((customerId) => ({ customerId, sequence: null, heard: null })),
  );
