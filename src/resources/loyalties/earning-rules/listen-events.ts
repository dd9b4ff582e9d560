import { load } from "../../../commit/load";
import { param } from "../../../db/sql";
import { type Heard, isTrusted, type Listener } from "../../../events/listeners";
import type { Scope } from "../../../scope/scope";
import { award } from "./award";
import { type Happening, OF_NOTHING } from "./load-award";
import { eventsWithRules, hasOtherRules } from "./sql";

const KINDS = [
  "customer.loyalty.tier.joined",
  "customer.loyalty.tier.left",
  "customer.loyalty.tier.upgraded",
  "customer.loyalty.tier.downgraded",
  "customer.loyalty.tier.prolonged",
  "customer.segment.entered",
  "customer.custom_event",
] as const;
type Kind = (typeof KINDS)[number];
type TierChange = Exclude<Kind, "customer.segment.entered" | "customer.custom_event">;

/** What rules look for in an event; nothing where its tier or program is gone. */
type Told = Partial<Happening> & Pick<Happening, "event">;

/** The tier that a change is of: the one that it leads into, or that was left. */
function ofTier({ kind, data }: Heard<TierChange>): Told | null {
  const tier = "loyalty_tier_to" in data ? data.loyalty_tier_to : data.loyalty_tier;
  return tier && data.campaign ? { event: kind, tier } : null;
}

function ofCustom({ data }: Heard<"customer.custom_event">): Told {
  const { event, event_schema: schema, loyalty } = data;
  return { event: event.type, custom: { event, schema, cardId: loyalty?.voucher.id ?? null } };
}

function toldBy(heard: Heard<Kind>): Told | null {
  if (heard.kind === "customer.custom_event") return ofCustom(heard);
  if (heard.kind !== "customer.segment.entered") return ofTier(heard);
  return { event: heard.kind, segment: heard.data.segment };
}

/** Leaves those for which some rule may give points: most projects have none for most events. */
async function sift(scope: Scope, events: readonly Heard<Kind>[]): Promise<Heard<Kind>[]> {
  const names = new Set(events.flatMap((heard) => toldBy(heard)?.event ?? []));
  const { rows } = await load(scope, {
    rows: eventsWithRules(param(scope.project.id), [...names]),
  });
  const wanted = new Set(rows.map(({ event }) => event));
  return events.filter((heard) => wanted.has(toldBy(heard)?.event) && isTrusted(scope, heard));
}

/**
 * Gives the points that changes of a customer's tier, segments that it enters and events of callers
 * earn, once for each rule and event.
 */
export const eventPoints: Listener<Kind> = {
  name: "loyalties.event-points",
  kinds: KINDS,
  statements: 21,
  sift: { ask: hasOtherRules },
  together: { of: "project", most: 200, statements: 1, react: sift },
  react: async (scope: Scope, heard) => {
    const { id: key, kind: type, customer_id: customerId, entity_id, group_id } = heard;
    const told = toldBy(heard);
    if (!told || customerId === null || !isTrusted(scope, heard)) return;
    const at = heard.created_at;
    const cause = { id: key, type, entity_id, group_id, created_at: at };
    await award(scope, { ...OF_NOTHING, ...told, key, at, customerId, heard }, cause);
  },
};
