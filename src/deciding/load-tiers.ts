import { decode, type RawRow } from "../db/client";
import { layoutOf, type PackableRead, packable, rowLayout } from "../db/packed";
import { type PromotionStackRow, promotionStacks } from "../db/tables/stacking";
import { decodeRuledTier, type RuledTier } from "./ruled";
import type { About } from "./sql/about";
import { stackNamed, type TierNames, tiersForDecision } from "./sql/redeemables";

/** The tiers that a request names, and those of the stack that it names. */
export interface LoadedTiers {
  tiers: Map<string, RuledTier>;
  stack: PromotionStackRow | null;
}

const TIERS = layoutOf({
  json: ["tier", "campaign", "of_discount", "rule_sets"],
  plain: ["category_type"],
});
const STACKS = rowLayout(promotionStacks);

/**
 * Reads tiers by id, and those of a stack, with everything that a decision needs of each: none or
 * two statements for the load that they ride in; `readTiers` takes their rows.
 */
export function tierStatements(about: About, names: TierNames): PackableRead[] {
  if (names.tiers.length === 0 && names.stack === null) return [];
  return [
    packable(tiersForDecision(about, names), TIERS),
    packable(stackNamed(about, names), STACKS),
  ];
}

/** The rows of `tierStatements`. */
export function readTiers([tiers = [], stacks = []]: readonly RawRow[][]): LoadedTiers {
  const found = tiers.map(decodeRuledTier);
  return {
    tiers: new Map(found.map((tier) => [tier.id, tier])),
    stack: stacks[0] ? decode(promotionStacks, stacks[0]) : null,
  };
}
