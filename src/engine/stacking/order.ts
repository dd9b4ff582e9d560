// Decides in which order redeemables have their turn, and which groups stand against each other.
import type { ProjectStackingRules } from "../../model/stacking-rules";
import type { Candidate, RedeemableState } from "./snapshot";

/** An exclusive redeemable keeps common ones out; a joint one goes with all. */
export type Group = "COMMON" | "EXCLUSIVE" | "JOINT";

/** The group of a redeemable, by its category (reference service, stacking rules). */
export function groupOf({ category }: Candidate, stacking: ProjectStackingRules): Group {
  if (category === null) return "COMMON";
  if (stacking.exclusive_categories.includes(category.id)) return "EXCLUSIVE";
  return stacking.joint_categories.includes(category.id) ? "JOINT" : "COMMON";
}

/** Exclusive redeemables go first, since they keep others out; joint ones go last. */
const PRECEDENCE: Record<Group, number> = { EXCLUSIVE: 0, COMMON: 1, JOINT: 2 };

/** What has no category stands behind all that have one. */
const LAST = Number.MAX_SAFE_INTEGER;

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
    hierarchy: isByCategory ? (candidate.category?.hierarchy ?? LAST) : 0,
  }));
  return ranked
    .sort((a, b) => a.group - b.group || a.hierarchy - b.hierarchy || a.at - b.at)
    .map(({ candidate }) => candidate);
}
