import { personsOf, SEGMENT_KINDS, type SegmentKind } from "../../events/as-left";
import type { Heard, Listener } from "../../events/listeners";
import type { Scope } from "../../scope/scope";
import { followMoments, type Moment } from "./follow";
import { mayFollow, SEGMENTS_LISTENER } from "./standing-store";

/** Whom the event moved; of the events of a commit that tell of one customer the last one says. */
function momentsOf(event: Heard<SegmentKind>): Moment[] {
  const { as_left, sequence } = event;
  const isLeft = (id: string): boolean => !as_left || as_left[id] !== undefined;
  return personsOf(event)
    .filter(isLeft)
    .map((customerId) => ({ customerId, sequence, heard: event }));
}

async function follow(scope: Scope, events: readonly Heard<SegmentKind>[]): Promise<void> {
  const moments = events.flatMap(momentsOf);
  if (moments.length > 0) await followMoments(scope, moments);
}

/**
 * Looks whether a customer has entered or left segments, after whatever moves what filters name.
 * They are judged as the event left them, so that who entered and left is told of both, however
 * late it is heard; an event that comes again after a later one has told something tells nothing.
 */
export const segmentMembership: Listener<SegmentKind> = {
  name: SEGMENTS_LISTENER,
  kinds: SEGMENT_KINDS,
  statements: 14,
  sift: {
    ask: mayFollow,
    keeps: (event) => momentsOf(event).length > 0,
  },
  // The events of segments carry the request that moved the customer.
  together: { of: "request", most: 100, statements: 14, react: follow },
  react: (scope, event) => follow(scope, [event]),
};
