import { decode, type RawRow } from "../db/client";
import type { Fragment } from "../db/sql";
import { type PromotionStackRow, promotionStacks } from "../db/tables/stacking";
import { decodeRuledTier, type RuledTier } from "./ruled";
import type { About } from "./sql/about";
import { stackNamed, type TierNames, tiersForDecision } from "./sql/redeemables";

/** The tiers that a request names, and those of the stack that it names. */
export interface LoadedTiers {
  tiers: Map<string, RuledTier>;
  stack: PromotionStackRow | null;
}

/**
 * Reads tiers by id, and those of a stack, with everything that a decision needs of each: none or
 * two statements for the load that they ride in; `readTiers` takes their rows.
 */
export function tierStatements(about: About, names: TierNames): Fragment[] {
  if (names.tiers.length === 0 && names.stack === null) return [];
  return [tiersForDecision(about, names), stackNamed(about, names)];
}

/** The rows of `tierStatements`. */
export function readTiers([tiers = [], stacks = []]: readonly RawRow[][]): LoadedTiers {
  const found = tiers.map(decodeRuledTier);
  return {
    tiers: new Map(found.map((tier) => [tier.id, tier])),
    stack: stacks[0] ? decode(promotionStacks, stacks[0]) : null,
  };
}
