import { rowJson } from "../../../db/row-json";
import { type Fragment, nothing, param, raw, type Slot, sql } from "../../../db/sql";
import { campaigns } from "../../../db/tables/campaigns";
import type { About } from "../../../deciding/sql/about";
import { collectionsNamed, ruleSetsOfOwn } from "../../../deciding/sql/rule-sets";
import { assignmentsJson } from "../../campaigns/promotions/tiers/sql";

/** What every read of earning rules selects, under the alias `e`. */
export const EARNING_COLUMNS = sql`e.*, ${assignmentsJson("e")} AS assignments`;

const PROGRAM = sql`campaigns c ON c.project_id = e.project_id AND c.id = e.campaign_id
    AND c.active = 1 AND c.deleted_at IS NULL`;

/** Rules with all that decides whether and what they give: validation rules, goods, program. */
const candidates = (about: About, from: Fragment): Fragment =>
  sql`SELECT ${EARNING_COLUMNS}, ${ruleSetsOfOwn(about, "e")},
    ${collectionsNamed(about, "e", raw("json_tree(e.loyalty, '$.order_items') n"))} AS collections,
    ${rowJson(campaigns, "c")} AS program FROM ${from}`;

/** An event that may earn points, by its name, its natural key and its instant (ISO). */
export interface EarningEventKey {
  event: string;
  key: string;
  at: string;
  orderId: string | null;
  /** The change of a tier of a program: rules of any program may name that tier. */
  tier: { campaign_id: string; id: string } | null;
  segment: { id: string } | null;
  /** The schema that a custom event was sent by. */
  custom: { schema: { id: string } } | null;
}

/** Which rules of the event's name are of this event. */
function ofEvent({ tier, segment, custom }: EarningEventKey): Fragment {
  if (segment) return sql`AND e.segment_id = ${segment.id}`;
  if (custom) return sql`AND e.custom_event_schema_id = ${custom.schema.id}`;
  if (!tier) return nothing;
  return sql`AND (e.loyalty_tier_id = ${tier.id}
    OR (e.loyalty_tier_id = '__ANY__' AND e.campaign_id = ${tier.campaign_id}))`;
}

/** What was given for it: by the rule, or for an order by any, as all it earns comes at once. */
const given = ({ project }: About, { key, orderId }: EarningEventKey): Fragment =>
  orderId === null
    ? sql`loyalty_awards w WHERE w.project_id = ${project} AND w.rule_id = e.id
        AND w.event_key = ${key}`
    : sql`loyalty_awards w INDEXED BY loyalty_awards_order
        WHERE w.project_id = ${project} AND w.order_id = ${orderId}`;

/** The active rules for an event that were there when it happened and have not given for it. */
export const rulesForEvent = (about: About, happened: EarningEventKey): Fragment =>
  candidates(
    about,
    sql`earning_rules e INDEXED BY earning_rules_event CROSS JOIN ${PROGRAM}
    WHERE e.project_id = ${about.project} AND e.event = ${happened.event} AND e.active = 1
      AND e.created_at <= ${happened.at} ${ofEvent(happened)}
      AND NOT EXISTS (SELECT 1 FROM ${given(about, happened)})`,
  );

/** Those of some names of events for which the project has active rules. */
export function eventsWithRules(project: Slot, events: readonly string[]): Fragment {
  return sql`SELECT j.value AS event FROM json_each(${JSON.stringify(events)}) j
    WHERE EXISTS (SELECT 1 FROM earning_rules e INDEXED BY earning_rules_event
      WHERE e.project_id = ${project} AND e.event = j.value AND e.active = 1)`;
}

/** Whether the project has active rules for anything but paid orders, as a condition. */
export function hasOtherRules(project: Slot): Fragment {
  const rule = (than: string) =>
    sql`EXISTS (SELECT 1 FROM earning_rules e INDEXED BY earning_rules_event
      WHERE e.project_id = ${project} AND e.event ${raw(than)} 'order.paid' AND e.active = 1)`;
  return sql`(${rule("<")} OR ${rule(">")})`;
}

/** The active rules of one program for paid orders. */
export const rulesForOrders = (about: About, campaignId: Fragment): Fragment =>
  candidates(
    about,
    sql`earning_rules e INDEXED BY earning_rules_campaign CROSS JOIN ${PROGRAM}
    WHERE e.project_id = ${about.project} AND e.campaign_id = ${campaignId}
      AND e.event = 'order.paid' AND e.active = 1`,
  );

/** Ids of the programs that have rules for an event. */
export const programsOf = (project: Slot, event: string): Fragment =>
  sql`SELECT campaign_id FROM earning_rules INDEXED BY earning_rules_event
    WHERE project_id = ${project} AND event = ${param(event)} AND active = 1`;
