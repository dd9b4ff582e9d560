import type { LoyaltyMemberRow, LoyaltyTierRow } from "../../../db/tables/loyalty";
import type { LoyaltyTier } from "../../../model/loyalty/tier";

const pointsOf = ({ points_from: from, points_to: to }: LoyaltyTierRow) => ({
  ...(from !== null && { from }),
  ...(to !== null && { to }),
});

/** A tier as the reference service shows it: its points stand in it twice. */
export const viewTier = (row: LoyaltyTierRow): LoyaltyTier => ({
  id: row.id,
  name: row.name,
  campaign_id: row.campaign_id,
  points: pointsOf(row),
  config: { points: pointsOf(row) },
  earning_rules: row.earning_rules,
  rewards: row.rewards,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "loyalty_tier",
});

/** Where a member stands, as far as its tier tells of it. */
export type ShownMember = Pick<
  LoyaltyMemberRow,
  | "customer_id"
  | "campaign_id"
  | "tier_id"
  | "start_date"
  | "expiration_date"
  | "created_at"
  | "updated_at"
>;

/** The tier of a member, with its first and its last day. */
export const viewMemberTier = (row: LoyaltyTierRow, member: ShownMember): LoyaltyTier => ({
  ...viewTier(row),
  expiration: {
    customer_id: member.customer_id,
    campaign_id: member.campaign_id,
    tier_id: row.id,
    ...(member.start_date !== null && { start_date: member.start_date }),
    ...(member.expiration_date !== null && { expiration_date: member.expiration_date }),
    created_at: member.created_at,
    ...(member.updated_at !== null && { updated_at: member.updated_at }),
  },
});
