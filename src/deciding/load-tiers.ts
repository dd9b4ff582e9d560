import { decode, type RawRow, type Statement, statement } from "../db/client";
import { type PromotionStackRow, promotionStacks } from "../db/tables/stacking";
import { TIER_JSON } from "../resources/campaigns/promotions/tiers/sql";
import { CAMPAIGN_PART } from "../resources/vouchers/sql";
import type { Scope } from "../scope/scope";
import { decodeRuledTier, type RuledTier } from "./ruled";
import {
  type DecisionSubjects,
  lastParams,
  linesFrom,
  ofDiscount,
  ruleSets,
} from "./sql/rule-sets";

/** The tiers that a request names, and those of the stack that it names. */
export interface LoadedTiers {
  tiers: Map<string, RuledTier>;
  stack: PromotionStackRow | null;
}

/** What a request names of promotions. */
export interface TierNames {
  tiers: readonly string[];
  stack: string | null;
}

const IDS = `SELECT value FROM json_each(?2)
    UNION SELECT i.value FROM promotion_stacks s, json_each(s.tiers, '$.ids') i WHERE s.project_id = ?1 AND s.id = ?3`;

/**
 * Reads tiers by id, and those of a stack, with everything that a decision needs of each: none or two
 * statements for the load that they ride in; `readTiers` takes their rows.
 */
export function tierStatements(
  scope: Scope,
  names: TierNames,
  subjects: DecisionSubjects,
): Statement[] {
  if (names.tiers.length === 0 && names.stack === null) return [];
  return [
    statement(
      `SELECT ${TIER_JSON} AS tier, ${CAMPAIGN_PART}, ${ofDiscount("v.action->'$.discount'")}, ${ruleSets(linesFrom(subjects))}
       FROM promotion_tiers v JOIN promotion_tiers t ON t.project_id = v.project_id AND t.id = v.id
       WHERE v.project_id = ?1 AND v.id IN (${IDS})`,
      scope.project.id,
      JSON.stringify(names.tiers),
      names.stack,
      null,
      null,
      ...lastParams(subjects, "unheld"),
    ),
    statement(
      "SELECT * FROM promotion_stacks WHERE project_id = ?1 AND id = ?2",
      scope.project.id,
      names.stack,
    ),
  ];
}

/** The categories of the same tiers: a tier's own, or else that of its campaign. */
export const categoriesOfTiers = (scope: Scope, names: TierNames): Statement =>
  statement(
    `SELECT k.* FROM categories k WHERE k.project_id = ?1 AND k.id IN (
       SELECT coalesce(t.category_id, (SELECT c.category_id FROM campaigns c WHERE c.project_id = t.project_id AND c.id = t.campaign_id))
       FROM promotion_tiers t WHERE t.project_id = ?1 AND t.id IN (${IDS}))`,
    scope.project.id,
    JSON.stringify(names.tiers),
    names.stack,
  );

/** The rows of `tierStatements`. */
export function readTiers([tiers = [], stacks = []]: readonly RawRow[][]): LoadedTiers {
  const found = tiers.map(decodeRuledTier);
  return {
    tiers: new Map(found.map((tier) => [tier.id, tier])),
    stack: stacks[0] ? decode(promotionStacks, stacks[0]) : null,
  };
}
