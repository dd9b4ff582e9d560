import type { Assertion } from "../../db/commit";
import { cellsApart, cellsOf } from "../../db/own-usage";
import { type Fragment, joining, joiningList, param, raw, type Slot, sql } from "../../db/sql";
import type { PromotionTierRow } from "../../db/tables/campaigns";
import { EITHER } from "../../db/voucher-halves";
import type { Periods } from "../../engine/periods";
import type { TierMapping } from "../../model/loyalty/tier";
import type { Scope } from "../../scope/scope";

/** What rules were decided on: whose assignments they are, and each assignment as it was read. */
export interface SeenRules {
  owners: readonly string[];
  /** Each is `[assignment id, the rule's last update]`. */
  versions: readonly (readonly [string, string | null])[];
}

/**
 * Fails where a rule that was decided on was changed since, or a rule was assigned or taken back: a
 * limit that was tightened holds for all that commit after it.
 */
export function rulesStand(scope: Scope, { owners, versions }: SeenRules): Assertion {
  // Who saw the same rules saw all that are assigned to any of their owners.
  const same = (value: string | number) => joining("same", value);
  const [project, count] = [same(scope.project.id), same(versions.length)];
  const holds = sql`SELECT count(*) = ${count} AND total(json_array(a.id, r.updated_at)
      IN (SELECT value FROM json_each(${same(JSON.stringify(versions))}))) = ${count}
    FROM json_each(${joiningList("set", owners)}) o
    CROSS JOIN validation_rules_assignments a
      ON a.project_id = ${project} AND a.related_object_id = o.value
    CROSS JOIN validation_rules r ON r.project_id = ${project} AND r.id = a.rule_id`;
  return { tag: "rules_moved", holds };
}

/**
 * Fails where a tier was changed or deleted since it was read, or it or its campaign was switched
 * off: tiers have no counter of their own whose constraint would say so.
 */
export function tiersStand(
  scope: Scope,
  tiers: readonly Pick<PromotionTierRow, "id" | "updated_at">[],
): Assertion[] {
  if (tiers.length === 0) return [];
  const project = param(scope.project.id);
  const seen = tiers.map(({ id, updated_at }) => ({ id, seen: updated_at }));
  const holds = sql`SELECT count(*) = ${tiers.length} FROM json_each(${JSON.stringify(seen)}) m
      CROSS JOIN promotion_tiers t ON t.project_id = ${project} AND t.id = m.value->>'$.id'
      CROSS JOIN campaigns c ON c.project_id = ${project} AND c.id = t.campaign_id
    WHERE t.active = 1 AND t.updated_at IS m.value->>'$.seen'
      AND c.active = 1 AND c.deleted_at IS NULL`;
  return [{ tag: "tier_moved", holds }];
}

/** A card's holder and program, and what the tier made of the price of an assigned reward. */
interface SeenPrice {
  customerId: string;
  campaignId: string;
  reward: { id: string; tier: { id: string; mapping: TierMapping | null } | null };
}

/**
 * Fails where the tier of a card's holder is another than its reward was priced by, or makes
 * another price of it by now.
 */
export function memberTierStands(
  scope: Scope,
  { customerId, campaignId, reward: { id, tier } }: SeenPrice,
): Assertion {
  const project = param(scope.project.id);
  const seen = tier && JSON.stringify([tier.id, tier.mapping]);
  const holds = sql`(SELECT json_array(t.id, json(coalesce(t.rewards->${`$.${id}`}, 'null')))
    FROM loyalty_members m CROSS JOIN loyalty_tiers t
      ON t.project_id = ${project} AND t.id = m.tier_id
    WHERE m.project_id = ${project} AND m.customer_id = ${customerId}
      AND m.campaign_id = ${campaignId}) IS ${seen}`;
  return { tag: "member_moved", holds };
}

/** A range of a stored counter, before the whole request. */
export interface UsageGuard {
  owner: string;
  subject: string;
  measure: string;
  lo: number;
  hi: number;
}

/** A counter's value now; a period that is over counts nothing (as `usageNow` of the engine). */
const countNow = ({ day, week, month }: Periods): Fragment =>
  sql`CASE x.measure WHEN 'count' THEN x.cells->>0
    WHEN 'day_count' THEN iif(x.cells->>3 >= ${joining("same", day)}, x.cells->>4, 0)
    WHEN 'week_count' THEN iif(x.cells->>5 >= ${joining("same", week)}, x.cells->>6, 0)
    WHEN 'month_count' THEN iif(x.cells->>7 >= ${joining("same", month)}, x.cells->>8, 0)
    WHEN 'orders_amount' THEN x.cells->>1 ELSE x.cells->>2 END`;

const [OWNER, SUBJECT] = [raw("(g.value->>'$.owner')"), raw("(g.value->>'$.subject')")];

/** The counters of guards, in the row of their voucher or customer, or by themselves. */
function cellsOfGuards(project: Slot, guards: readonly UsageGuard[]): Fragment {
  // What others count of everybody, or of a key, is moved by all that are joined.
  const isOwn = guards.every(({ subject }) => subject.startsWith("cust_"));
  const list = isOwn ? joiningList("list", guards) : JSON.stringify(guards);
  const ofVoucher = sql`SELECT ${cellsOf("v.usage", SUBJECT)} FROM vouchers v INDEXED BY vouchers_id
    WHERE v.project_id = ${project} AND ${EITHER} AND v.id = ${OWNER}`;
  const ofCustomer = sql`SELECT ${cellsOf("c.usage", OWNER)} FROM customers c
    WHERE c.project_id = ${project} AND c.id = ${SUBJECT}`;
  return sql`SELECT g.value->>'$.measure' AS measure, g.value->>'$.lo' AS lo,
      g.value->>'$.hi' AS hi, coalesce(iif(substr(${SUBJECT}, 1, 5) = 'cust_', (${ofCustomer}),
        iif(substr(${OWNER}, 1, 2) = 'v_', (${ofVoucher}), NULL)),
      ${cellsApart(project, OWNER, SUBJECT)}) AS cells
    FROM json_each(${list}) g LIMIT -1`;
}

/**
 * Fails where a counter has left the range in which the rules would decide the same. It stands
 * before the counters move, so two requests that saw room for one more cannot both take it.
 */
export function usageStands(
  scope: Scope,
  periods: Periods,
  guards: readonly UsageGuard[],
): Assertion[] {
  if (guards.length === 0) return [];
  const holds = sql`NOT EXISTS (
    SELECT 1 FROM (${cellsOfGuards(joining("same", scope.project.id), guards)}) x
    WHERE coalesce(${countNow(periods)}, 0) NOT BETWEEN x.lo AND x.hi)`;
  return [{ tag: "usage_moved", holds }];
}
