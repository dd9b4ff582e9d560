import { decode, type RawRow } from "../../../../db/client";
import { rowJson } from "../../../../db/row-json";
import { type Fragment, raw, sql } from "../../../../db/sql";
import {
  type CampaignRow,
  type PromotionTierRow,
  promotionTiers,
} from "../../../../db/tables/campaigns";
import type { Assignment } from "../../../../model/assignment";
import type { Category } from "../../../../model/category";
import type { TimeWindow } from "../../../../model/time-window";

/** How often a tier was redeemed and on what; null before the first time. */
interface TierUsage {
  count: number;
  orders_amount: number;
  discounted_amount: number;
}

/** A promotion tier with its rule's assignment, its category and its counters. */
export interface StoredTier extends PromotionTierRow {
  assignments: Assignment[];
  categories: Category[];
  usage: TierUsage | null;
}

/** The window of a row under `alias`, as fields of a JSON object. */
export const windowFields = (alias: string): Fragment =>
  raw(`'start_date', ${alias}.start_date, 'expiration_date', ${alias}.expiration_date,
    'validity_timeframe', json(${alias}.validity_timeframe),
    'validity_day_of_week', json(${alias}.validity_day_of_week),
    'validity_hours', json(${alias}.validity_hours)`);

/** What a tier shows of its campaign. */
export type TierCampaign = TimeWindow & Pick<CampaignRow, "id" | "name" | "active" | "category_id">;

/** The same of the campaign `c` as one JSON value; of one that is deleted as of one that is off. */
export const TIER_CAMPAIGN_JSON = sql`json_object('id', c.id, 'name', c.name, ${windowFields("c")},
    'category_id', c.category_id,
    'active', json(iif(c.active AND c.deleted_at IS NULL, 'true', 'false')))`;

/** The category of a row under `alias` as one JSON value. */
export const categoryJson = (alias: string): Fragment =>
  raw(`(
  SELECT json_object('id', k.id, 'name', k.name, 'hierarchy', k.hierarchy,
    'stacking_rules_type', k.stacking_rules_type, 'created_at', k.created_at,
    'updated_at', k.updated_at, 'object', 'category')
  FROM categories k WHERE k.project_id = ${alias}.project_id AND k.id = ${alias}.category_id)`);

/**
 * What `categoryJson` found, without what is not set. The cast holds because it alone makes the
 * value.
 */
export function categoriesFrom(found: unknown): Category[] {
  if (typeof found !== "object" || found === null) return [];
  const set = Object.entries(found).filter(([, value]) => value !== null);
  return [Object.fromEntries(set) as Category];
}

/** The rule assignments of a row under `alias`, or of what it names, as one JSON list. */
export const assignmentsJson = (alias: string, id = "id"): Fragment =>
  raw(`(
  SELECT json_group_array(json_object('id', a.id, 'rule_id', a.rule_id,
    'related_object_id', a.related_object_id, 'related_object_type', a.related_object_type,
    'created_at', a.created_at, 'object', 'validation_rules_assignment'))
  FROM validation_rules_assignments a
  WHERE a.project_id = ${alias}.project_id AND a.related_object_id = ${alias}.${id})`);

/**
 * A tier under the alias `t` as one JSON value, for its own reads and for those of its campaign.
 */
export const TIER_JSON = sql`json_object('row', json(${rowJson(promotionTiers, "t")}),
  'assignments', json(${assignmentsJson("t")}), 'category', json(${categoryJson("t")}),
  'usage', json((SELECT json_object('count', u.count, 'orders_amount', u.orders_amount,
      'discounted_amount', u.discounted_amount)
    FROM usage_counters u
    WHERE u.project_id = t.project_id AND u.owner_id = t.id AND u.subject = '')))`;

interface TierJson {
  row: RawRow;
  assignments: Assignment[];
  category: unknown;
  usage: TierUsage | null;
}

/** What `TIER_JSON` made. The cast holds because it alone makes the value. */
export function decodeTier(stored: RawRow): StoredTier {
  const { row, assignments, category, usage } = stored as unknown as TierJson;
  const categories = categoriesFrom(category);
  return { ...decode(promotionTiers, row), assignments, categories, usage };
}
