import { load } from "../../commit/load";
import { factsOfHappening } from "../../deciding/happening";
import { aboutOf } from "../../deciding/sql/about";
import { evaluateRules } from "../../engine/rules/evaluate";
import { customerAsLeft } from "../../events/as-left";
import { type Heard, isTrusted, type Listener } from "../../events/listeners";
import { countedClock, type Scope } from "../../scope/scope";
import { customersByIds, decodeCustomer } from "../customers/store";
import { publish } from "../publications/publish";
import { triggeredBy } from "./sql";
import { distributedBy } from "./store";
import { decodeTriggered, type Triggered } from "./triggered";

type Event = Heard<"customer.custom_event">;

/** One code for the event and the distribution, under a source id that is taken once. */
const distribute = (
  scope: Scope,
  { id, campaignId, isOnceOnly }: Triggered,
  event: { id: string; customerId: string },
): Promise<unknown> =>
  publish(scope, {
    source: { kind: "campaign", name: campaignId, count: 1 },
    customer: { id: event.customerId },
    channel: "Automation",
    metadata: {},
    source_id: `${id}:${event.id}`,
    // Whoever has a code already is given no second one, which is no failure to be recorded.
    join_once: isOnceOnly || null,
    mayReplay: true,
    failsForGood: true,
  });

/** One after the other; what fails unforeseen is tried again, and keeps no other one back. */
async function distributeAll(
  scope: Scope,
  [next, ...left]: readonly Triggered[],
  event: { id: string; customerId: string },
): Promise<void> {
  if (!next) return;
  try {
    await distribute(scope, next, event);
  } finally {
    await distributeAll(scope, left, event);
  }
}

/** Leaves those that some distribution waits for: most projects have none for most events. */
async function sift(scope: Scope, events: readonly Event[]): Promise<Event[]> {
  const ids = new Set(events.map(({ data }) => data.event_schema.id));
  const { rows } = await load(scope, { rows: distributedBy(scope, [...ids]) });
  const wanted = new Set(rows.map(({ event_schema_id: id }) => id));
  return events.filter(({ data }) => wanted.has(data.event_schema.id));
}

const aboutOfEvent = ({ project, now }: Scope, customerId: string) =>
  aboutOf(project.id, {
    subjects: [],
    customer_id: customerId,
    source_id: null,
    session_key: null,
    now,
    goods: { ids: [], sources: [], order: null },
  });

/** The distributions that the event triggers and whose rules are met; none of who is gone. */
async function loadMet(scope: Scope, event: Event, customerId: string): Promise<Triggered[]> {
  const named = { schemaId: event.data.event_schema.id, at: event.created_at };
  const { rows, customers } = await load(scope, {
    rows: triggeredBy(aboutOfEvent(scope, customerId), named),
    customers: customersByIds(scope, [customerId]),
  });
  const [customer] = customers.map((row) => customerAsLeft(decodeCustomer(row), event));
  if (!customer) return [];
  const triggered = rows.map(decodeTriggered);
  const at = Date.parse(event.created_at);
  const happened = { customer, custom_event: event.data.event };
  const clock = countedClock({ now: at, project: scope.project });
  const facts = factsOfHappening(clock, happened, triggered, { order: null });
  return triggered.filter(({ rules }) =>
    rules.every((set) => evaluateRules(set, facts).verdict === "matched"),
  );
}

/** Gives codes by events of callers: one for each distribution and event. */
export const eventDistributions: Listener<"customer.custom_event"> = {
  name: "distributions.custom-events",
  kinds: ["customer.custom_event"],
  // Ten distributions at most, each a publication.
  statements: 300,
  together: { of: "project", most: 200, statements: 1, react: sift },
  react: async (scope: Scope, event) => {
    const { id, customer_id: customerId } = event;
    if (customerId === null || !isTrusted(scope, event)) return;
    await distributeAll(scope, await loadMet(scope, event, customerId), { id, customerId });
  },
};
