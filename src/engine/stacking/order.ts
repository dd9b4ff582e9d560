// Decides in which order redeemables have their turn, and which groups stand against each other.
import type { ProjectStackingRules } from "../../model/stacking-rules";
import type { Candidate, RedeemableState } from "./snapshot";

/** An exclusive redeemable keeps common ones out; a joint one goes with all. */
export type Group = "COMMON" | "EXCLUSIVE" | "JOINT";

/** The group of a redeemable, by its category (reference service, stacking rules). */
export const groupOf = ({ category }: Candidate, stacking: ProjectStackingRules): Group =>
  category === null ? "COMMON" : (typeOf(category, stacking) ?? "COMMON");

/** A category as far as stacking goes. */
interface Typed {
  id: string;
  stacking_rules_type?: "JOINT" | "EXCLUSIVE" | null | undefined;
}

/**
 * Whether a category is exclusive or joint: as the project's stacking rules list it, else as it
 * says itself; null for common ones.
 */
export function typeOf(
  { id, stacking_rules_type: own }: Typed,
  { exclusive_categories, joint_categories }: ProjectStackingRules,
): "JOINT" | "EXCLUSIVE" | null {
  if (exclusive_categories.includes(id)) return "EXCLUSIVE";
  return joint_categories.includes(id) ? "JOINT" : (own ?? null);
}

/** Exclusive redeemables go first, since they keep others out; joint ones go last. */
const PRECEDENCE: Record<Group, number> = { EXCLUSIVE: 0, COMMON: 1, JOINT: 2 };

/** What has no category stands among those of this hierarchy, which is that of a new category. */
export const USUAL_HIERARCHY = 1;

/**
 * The stacking rules among the tiers of a stack: the shop has put them in an order, which the
 * hierarchy of their categories does not change.
 */
export const withinStack = (stacking: ProjectStackingRules): ProjectStackingRules => ({
  ...stacking,
  redeemables_sorting_rule: "REQUESTED_ORDER",
});

/**
 * The candidates in the order of their turns: exclusive ones, common ones, joint ones; within each
 * by the hierarchy of their categories where the project says so, else as requested (reference
 * service, stacking rules).
 */
export function inTurn<R extends RedeemableState>(
  candidates: readonly Candidate<R>[],
  stacking: ProjectStackingRules,
): Candidate<R>[] {
  const isByCategory = stacking.redeemables_sorting_rule === "CATEGORY_HIERARCHY";
  const ranked = candidates.map((candidate, at) => ({
    candidate,
    at,
    group: PRECEDENCE[groupOf(candidate, stacking)],
    hierarchy: isByCategory ? (candidate.category?.hierarchy ?? USUAL_HIERARCHY) : 0,
  }));
  return ranked
    .sort((a, b) => a.group - b.group || a.hierarchy - b.hierarchy || a.at - b.at)
    .map(({ candidate }) => candidate);
}
