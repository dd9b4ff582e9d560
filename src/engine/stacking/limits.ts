// Decides which redeemables do not get a turn, because of what was applied before them.
import type { ProjectStackingRules } from "../../model/stacking-rules";
import { groupOf } from "./order";
import type { SkipReason } from "./refusal";
import type { Candidate } from "./snapshot";

/** What the turns so far came to. */
export interface Progress {
  hasFailed: boolean;
  applicable: number;
  exclusive: number;
  byCategory: Map<string, number>;
  exclusiveByCategory: Map<string, number>;
}

/** Before the first turn. */
export const noProgress = (): Progress => ({
  hasFailed: false,
  applicable: 0,
  exclusive: 0,
  byCategory: new Map(),
  exclusiveByCategory: new Map(),
});

const countIn = (counts: Map<string, number>, { category }: Candidate): number =>
  category === null ? 0 : (counts.get(category.id) ?? 0);

const isOver = (count: number, limit: number | undefined): boolean =>
  limit !== undefined && count >= limit;

/** The limit set for this very category, else the one for all categories. */
const categoryLimit = ({ category }: Candidate, stacking: ProjectStackingRules) =>
  category === null
    ? undefined
    : (stacking.applicable_redeemables_category_limits[category.id] ??
      stacking.applicable_redeemables_per_category_limit);

/**
 * Why a candidate is passed over before its turn, or null (reference service, stacking rules). What
 * has no category is in no limit per category.
 */
export function skipBefore(
  candidate: Candidate,
  stacking: ProjectStackingRules,
  progress: Progress,
): SkipReason | null {
  const group = groupOf(candidate, stacking);
  const { byCategory, exclusiveByCategory } = progress;
  if (stacking.redeemables_application_mode === "ALL" && progress.hasFailed) {
    return "preceding_validation_failed";
  }
  if (group === "COMMON" && progress.exclusive > 0) return "exclusion_rules_not_met";
  if (isOver(progress.applicable, stacking.applicable_redeemables_limit)) {
    return "applicable_redeemables_limit_exceeded";
  }
  if (isOver(countIn(byCategory, candidate), categoryLimit(candidate, stacking))) {
    return "applicable_redeemables_per_category_limit_exceeded";
  }
  if (group !== "EXCLUSIVE") return null;
  if (isOver(progress.exclusive, stacking.applicable_exclusive_redeemables_limit)) {
    return "applicable_exclusive_redeemables_limit_exceeded";
  }
  return isOver(
    countIn(exclusiveByCategory, candidate),
    stacking.applicable_exclusive_redeemables_per_category_limit,
  )
    ? "applicable_exclusive_redeemables_per_category_limit_exceeded"
    : null;
}

/** Counts one that applies. */
export function count(
  candidate: Candidate,
  stacking: ProjectStackingRules,
  progress: Progress,
): void {
  const { byCategory, exclusiveByCategory } = progress;
  const isExclusive = groupOf(candidate, stacking) === "EXCLUSIVE";
  progress.applicable += 1;
  if (isExclusive) progress.exclusive += 1;
  if (candidate.category === null) return;
  const { id } = candidate.category;
  byCategory.set(id, countIn(byCategory, candidate) + 1);
  if (isExclusive) exclusiveByCategory.set(id, countIn(exclusiveByCategory, candidate) + 1);
}

/**
 * Whether a candidate that takes nothing off is passed over: what is set for its category goes
 * before what is set for all.
 */
export function skipsWithoutEffect(
  { category }: Candidate,
  stacking: ProjectStackingRules,
): boolean {
  const id = category?.id ?? "";
  if (stacking.no_effect_skip_categories.includes(id)) return true;
  if (stacking.no_effect_redeem_anyway_categories.includes(id)) return false;
  return stacking.redeemables_no_effect_rule === "SKIP";
}

/**
 * The amount, initial or discounted, that percentages work on: as set for the candidate's category,
 * else as set for all (docs/rounding.md, rule 5).
 */
export function calculationBase(
  { category }: Candidate,
  stacking: ProjectStackingRules,
): ProjectStackingRules["discount_calculation_mode"] {
  const id = category?.id ?? "";
  if (stacking.initial_amount_mode_categories.includes(id)) return "INITIAL_AMOUNT";
  if (stacking.discounted_amount_mode_categories.includes(id)) return "DISCOUNTED_AMOUNT";
  return stacking.discount_calculation_mode;
}
