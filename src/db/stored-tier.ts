import type { Assignment } from "../model/assignment";
import type { Category } from "../model/category";
import { decode, type RawRow } from "./client";
import { type PromotionTierRow, promotionTiers } from "./tables/campaigns";

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

/** The category of a row under `alias` as one JSON value. */
export const categoryJson = (alias: string): string => `(
  SELECT json_object('id', k.id, 'name', k.name, 'hierarchy', k.hierarchy,
    'stacking_rules_type', k.stacking_rules_type, 'created_at', k.created_at, 'updated_at', k.updated_at,
    'object', 'category')
  FROM categories k WHERE k.project_id = ${alias}.project_id AND k.id = ${alias}.category_id)`;

/** What `categoryJson` found, without what is not set. The cast holds because it alone makes the value. */
export function categoriesFrom(found: unknown): Category[] {
  if (typeof found !== "object" || found === null) return [];
  const set = Object.entries(found).filter(([, value]) => value !== null);
  return [Object.fromEntries(set) as Category];
}

/** The rule assignments of a row under `alias` as one JSON list. */
export const assignmentsJson = (alias: string): string => `(
  SELECT json_group_array(json_object('id', a.id, 'rule_id', a.rule_id,
    'related_object_id', a.related_object_id, 'related_object_type', a.related_object_type,
    'created_at', a.created_at, 'object', 'validation_rules_assignment'))
  FROM validation_rules_assignments a
  WHERE a.project_id = ${alias}.project_id AND a.related_object_id = ${alias}.id)`;

/** A tier under the alias `t` as one JSON value, for its own reads and for those of its campaign. */
export const TIER_JSON = `json_object('project_id', t.project_id, 'id', t.id, 'campaign_id', t.campaign_id,
  'name', t.name, 'banner', t.banner, 'action', t.action, 'metadata', t.metadata, 'hierarchy', t.hierarchy,
  'active', t.active, 'category', t.category, 'category_id', t.category_id, 'start_date', t.start_date,
  'expiration_date', t.expiration_date, 'validity_timeframe', t.validity_timeframe,
  'validity_day_of_week', t.validity_day_of_week, 'validity_hours', t.validity_hours,
  'created_at', t.created_at, 'updated_at', t.updated_at,
  'assignments', json(${assignmentsJson("t")}), 'category_row', json(${categoryJson("t")}),
  'usage', json((SELECT json_object('count', u.count, 'orders_amount', u.orders_amount,
      'discounted_amount', u.discounted_amount)
    FROM usage_counters u WHERE u.project_id = t.project_id AND u.owner_id = t.id AND u.subject = '')))`;

/** What `TIER_JSON` made. The cast holds because it alone makes the value. */
export function decodeTier(stored: RawRow): StoredTier {
  const { category_row, ...columns } = stored;
  const row = decode(promotionTiers, columns) as StoredTier;
  return { ...row, categories: categoriesFrom(category_row) };
}
