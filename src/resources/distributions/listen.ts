import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import type { Heard, Listener } from "../../events/listeners";
import type { Scope } from "../../scope/scope";
import { customersByIds } from "../customers/store";
import { publish } from "../publications/publish";
import { distributionsBy } from "./store";

type Event = Heard<"customer.custom_event">;

/** One code for the event and the distribution, under a source id that is taken once. */
const distribute = (
  scope: Scope,
  { id, campaign_id, join_once }: RawRow,
  event: { id: string; customerId: string },
): Promise<unknown> =>
  publish(scope, {
    source: { kind: "campaign", name: String(campaign_id), count: 1 },
    customer: { id: event.customerId },
    channel: "Automation",
    metadata: {},
    source_id: `${id}:${event.id}`,
    // Whoever has a code already is given no second one, which is no failure to be recorded.
    join_once: join_once === 1,
    mayReplay: true,
    failsForGood: true,
  });

/** One after the other; what fails unforeseen is tried again, and keeps no other one back. */
async function distributeAll(
  scope: Scope,
  [row, ...left]: readonly RawRow[],
  event: { id: string; customerId: string },
): Promise<void> {
  if (!row) return;
  try {
    await distribute(scope, row, event);
  } finally {
    await distributeAll(scope, left, event);
  }
}

/** Leaves those that some distribution waits for: most projects have none for most events. */
async function sift(scope: Scope, events: readonly Event[]): Promise<Event[]> {
  const ids = new Set(events.map(({ data }) => data.event_schema.id));
  const { rows } = await load(scope, { rows: distributionsBy(scope, [...ids]) });
  const wanted = new Set(rows.map(({ event_schema_id: id }) => id));
  return events.filter(({ data }) => wanted.has(data.event_schema.id));
}

/** Gives codes by events of callers: one for each distribution and event. */
export const eventDistributions: Listener<"customer.custom_event"> = {
  name: "distributions.custom-events",
  kinds: ["customer.custom_event"],
  // Ten distributions at most, each a publication.
  statements: 300,
  together: { of: "project", most: 200, statements: 1, react: sift },
  react: async (scope: Scope, { id, customer_id: customerId, data }) => {
    if (customerId === null) return;
    const { rows, customers } = await load(scope, {
      rows: distributionsBy(scope, [data.event_schema.id]),
      customers: customersByIds(scope, [customerId]),
    });
    if (customers.length > 0) await distributeAll(scope, rows, { id, customerId });
  },
};
