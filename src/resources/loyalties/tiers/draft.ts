import { checkMetadata } from "../../../checks/metadata";
import type { RawRow } from "../../../db/client";
import type { LoyaltyTierRow } from "../../../db/tables/loyalty";
import { ApiError, notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import type { TierInput } from "./schema";
import { rewardsKnown, rulesKnown } from "./store";

type Named = Pick<TierInput, "earning_rules" | "rewards">;

const idsIn = (sent: readonly Named[], part: keyof Named): string[] => [
  ...new Set(sent.flatMap((each) => Object.keys(each[part] ?? {}))),
];

/** Reads what the mappings of tiers name; nothing where they name nothing. */
export function mappedReads(scope: Scope, program: string, sent: readonly Named[]) {
  const campaign = campaignNamed(scope, program);
  const [rules, rewards] = [idsIn(sent, "earning_rules"), idsIn(sent, "rewards")];
  return {
    rules: rules.length > 0 ? rulesKnown(scope, campaign, rules) : null,
    rewards: rewards.length > 0 ? rewardsKnown(scope, campaign, rewards) : null,
  };
}

/** Refuses mappings of what is not in the program, among the rows of `mappedReads`. */
export function refuseUnknown(
  { rules, rewards }: Record<"rules" | "rewards", RawRow[]>,
  sent: readonly Named[],
): void {
  const missing = (rows: readonly RawRow[], part: keyof Named) => {
    const known = new Set(rows.map(({ id }) => id));
    return idsIn(sent, part).find((id) => !known.has(id));
  };
  const rule = missing(rules, "earning_rules");
  if (rule !== undefined) throw notFound("earning_rule", rule);
  const reward = missing(rewards, "rewards");
  if (reward !== undefined) throw notFound("reward_assignment", reward);
}

const isReached = ({ points_from, points_to }: LoyaltyTierRow): boolean =>
  points_from !== null || points_to !== null;

const share = (a: LoyaltyTierRow, b: LoyaltyTierRow): boolean =>
  isReached(a) &&
  isReached(b) &&
  (a.points_from ?? 0) <= (b.points_to ?? Number.MAX_SAFE_INTEGER) &&
  (b.points_from ?? 0) <= (a.points_to ?? Number.MAX_SAFE_INTEGER);

/**
 * Refuses a tier that shares points with another of its program, or whose metadata the project does
 * not allow. `at` is where it stands in the body.
 */
export function checkTier(
  scope: Scope,
  row: LoyaltyTierRow,
  { others, at }: { others: readonly LoyaltyTierRow[]; at: string },
): void {
  const other = others.find((each) => each.id !== row.id && share(row, each));
  if (other) {
    throw new ApiError("invalid_payload", {
      details: `Property ${at}.points must not overlap the points of tier ${other.name}`,
    });
  }
  checkMetadata(scope, "loyalty_tier", row.metadata);
}
