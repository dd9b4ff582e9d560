import { load } from "../../../commit/load";
import { byCreation } from "../../../db/list";
import { pageOf, pageReads } from "../../../db/page";
import { type Fragment, sql } from "../../../db/sql";
import { type RewardAssignmentRow, rewardAssignments } from "../../../db/tables/loyalty";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName } from "../../campaigns/store";
import { theProgram } from "../../loyalties/programs/program";
import { rewardById, theReward } from "../store";
import type { AssignmentQuery } from "./schema";
import { decodeRewardAssignment } from "./store";

const request = (scope: Scope, filters: readonly Fragment[], { limit, page }: AssignmentQuery) => ({
  table: rewardAssignments,
  project: sql`a.project_id = ${scope.project.id}`,
  filters,
  sort: byCreation("a", "-created_at"),
  limit,
  page,
});

/** The programs that a reward is in, newest first. */
export async function assignmentsOfReward(
  scope: Scope,
  rewardId: string,
  query: AssignmentQuery,
): Promise<Page<RewardAssignmentRow>> {
  const { rewards, ...found } = await load(scope, {
    rewards: rewardById(scope, rewardId),
    ...pageReads({
      ...request(scope, [sql`a.reward_id = ${rewardId}`], query),
      filterIndex: "reward_assignments_reward",
    }),
  });
  theReward(rewards, rewardId);
  return pageOf(found, decodeRewardAssignment, query);
}

/** The rewards of a program, newest first, or the one that an id assigns. */
export async function assignmentsOfProgram(
  scope: Scope,
  program: string,
  { id, ...query }: AssignmentQuery & { id?: string | undefined },
): Promise<Page<RewardAssignmentRow>> {
  const campaign = sql`a.campaign_id = ${campaignNamed(scope, program)}`;
  const { campaigns, ...found } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    ...pageReads(
      id === undefined
        ? {
            ...request(scope, [campaign], query),
            filterIndex: "reward_assignments_campaign",
          }
        : request(scope, [campaign, sql`a.id = ${id}`], query),
    ),
  });
  theProgram(campaigns, program);
  return pageOf(found, decodeRewardAssignment, query);
}
