import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";
import { bulkOf } from "../../../model/bulk";
import { Reward, RewardAssignment } from "../../../model/loyalty/reward";

const Points = z.int().min(1);

/** What the reward costs in the program; one of a program is redeemed by itself. */
const parameters = z
  .object({
    loyalty: z.object({ points: Points.nullish(), auto_redeem: z.boolean().nullish() }).nullish(),
  })
  .nullish();

const priced = {
  parameters,
  validation_rules: z.array(z.string().max(100)).max(1).nullish(),
};
export type Priced = z.infer<z.ZodObject<typeof priced>>;

/** Under the path of the reward. */
export const AssignmentCreate = z.object({ campaign: z.string().min(1).max(255), ...priced });
export type AssignmentCreate = z.infer<typeof AssignmentCreate>;

/** Under the path of the program: all or none of them. */
export const AssignmentsCreate = bulkOf(z.object({ reward: z.string().max(100), ...priced }), 100);
export type AssignmentsCreate = z.infer<typeof AssignmentsCreate>;

/** Absent keeps; null turns `auto_redeem` off. */
export const AssignmentUpdate = z.object({ parameters });
export type AssignmentUpdate = z.infer<typeof AssignmentUpdate>;

export const AssignmentQuery = z.object(pageQuery);
export type AssignmentQuery = z.infer<typeof AssignmentQuery>;

const id = z.string().max(100).optional();

/** The two lists of a program write the filter in two ways (reference service, loyalties). */
export const ProgramRewardQuery = z.object({ ...pageQuery, assignment_id: id });
export const ProgramAssignmentQuery = z.object({ ...pageQuery, assignmentId: id });

/** Rewards of the program of a card; with `affordable_only` those that its points can pay now. */
export const MemberRewardQuery = z.object({ affordable_only: z.stringbool().default(false) });

/** A reward as members of its program see it. */
export const MemberReward = z
  .object({
    reward: Reward,
    assignment: RewardAssignment,
    object: z.literal("loyalty_reward"),
  })
  .meta({ id: "LoyaltyReward" });
export const MemberRewardList = listOf("data", MemberReward);

/** A reward at what it costs members of a tier. */
export const TierReward = MemberReward.extend({ object: z.literal("loyalty_tier_reward") }).meta({
  id: "LoyaltyTierReward",
});
export const TierRewardList = listOf("data", TierReward);
