// Decides how many points an earning rule shows to members of a tier.
import type { TierMapping } from "../../model/loyalty/tier";
import { multiplied } from "./multiplied";

const MOST_POINTS = 1_000_000_000;

/**
 * The points of a rule as a tier changes them, 0 to `MOST_POINTS`: others instead, or so many times
 * its own, rounded half up, as they are when the rule gives them (reference 2.13, "Tiers").
 */
export function mappedPoints(points: number, mapping: TierMapping | undefined): number {
  if (!mapping) return points;
  if (mapping.type === "CUSTOM") return Math.min(mapping.points, MOST_POINTS);
  return multiplied(points, mapping.multiplier, MOST_POINTS);
}
