import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { param, sql } from "../../db/sql";
import {
  type ReferralRewardRow,
  type ReferralTierRow,
  referralRewards,
  referralTiers,
} from "../../db/tables/referrals";
import type { Scope } from "../../scope/scope";

/** Of what and for what something is given, which is given once. */
export type RewardKey = Pick<ReferralRewardRow, "source_id" | "reason_id">;

/** Writes that something was given; the key refuses a second time. */
export const insertReward = (row: ReferralRewardRow): Statement =>
  insertRows(referralRewards, [row]);

/** The source id of the publication that failed, where that is how it ended. */
export const refusalIdOf = ({ source_id, reason_id }: RewardKey): string =>
  `${source_id}:${reason_id}`;

/**
 * Finds a row where it was given, or recorded as not given. What somebody else published under that
 * source id is neither.
 */
export function wasSettled(scope: Scope, key: RewardKey): Statement {
  const project = param(scope.project.id);
  return sql`SELECT 1 FROM referral_rewards WHERE project_id = ${project}
      AND source_id = ${key.source_id} AND reason_id = ${key.reason_id}
    UNION ALL SELECT 1 FROM publications
      WHERE project_id = ${project} AND source_id = ${refusalIdOf(key)} AND result = 'FAILURE'`;
}

export const decodeTier = (raw: RawRow): ReferralTierRow => decode(referralTiers, raw);

/** How many somebody has referred in a campaign. */
export function referredIn(scope: Scope, campaignId: string, customerId: string): Statement {
  const project = param(scope.project.id);
  return sql`SELECT referred_customers FROM referrers WHERE project_id = ${project}
    AND customer_id = ${customerId} AND campaign_id = ${campaignId}`;
}
