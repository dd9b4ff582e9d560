import * as z from "zod";
import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { Reward, RewardAssignment } from "../../../model/loyalty/reward";
import { viewMemberReward, viewReward, viewRewardAssignment, viewTierReward } from "../view";
import { changeAssignment } from "./change";
import { assignRewards } from "./create";
import { assignmentsOfProgram } from "./list";
import { getPlaced } from "./load";
import { rewardsOfMember } from "./of-member";
import { rewardsOfTier } from "./of-tier";
import { removeAssignment } from "./remove";
import {
  AssignmentsCreate,
  MemberRewardList,
  MemberRewardQuery,
  ProgramAssignmentQuery,
  ProgramRewardQuery,
  TierRewardList,
} from "./schema";
import { CHANGED, CREATE_ERRORS, FOUND, LISTED, REMOVED, showAssignment } from "./shared-routes";

const placed = ({ campaignId, assignmentId }: Record<"campaignId" | "assignmentId", string>) => ({
  id: assignmentId,
  program: campaignId,
});

/** Rewards under the path of a loyalty program. */
export const loyaltyRewards = [
  route(
    "GET",
    "/members/:memberId/rewards",
    {
      summary: "List the rewards of a card's program, or those that its points can pay now",
      query: MemberRewardQuery,
      answer: MemberRewardList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await rewardsOfMember(scope, params.memberId, query.affordable_only);
      return viewList("data", shownAs(page, viewMemberReward));
    },
  ),
  route(
    "GET",
    "/:campaignId/tiers/:loyaltyTierId/rewards",
    {
      summary: "List a program's rewards at what they cost members of a tier",
      answer: TierRewardList,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      const place = { program: params.campaignId, id: params.loyaltyTierId };
      return viewList("data", shownAs(await rewardsOfTier(scope, place), viewTierReward));
    },
  ),
  route(
    "POST",
    "/:campaignId/rewards",
    {
      summary: "Put rewards into a loyalty program: all of them or none",
      body: AssignmentsCreate,
      answer: z.array(RewardAssignment),
      errors: CREATE_ERRORS,
    },
    (scope, { params, body }) => assignRewards(scope, params.campaignId, body),
  ),
  route(
    "GET",
    "/:campaignId/rewards",
    { summary: "List the rewards of a loyalty program", query: ProgramRewardQuery, ...LISTED },
    async (scope, { params, query: { assignment_id: id, ...query } }) => {
      const page = await assignmentsOfProgram(scope, params.campaignId, { id, ...query });
      return viewList("data", shownAs(page, viewRewardAssignment));
    },
  ),
  route(
    "GET",
    "/:campaignId/rewards/:assignmentId",
    { summary: "Get the assignment of a reward to a loyalty program", ...FOUND },
    (scope, { params }) => showAssignment(scope, placed(params)),
  ),
  route("PUT", "/:campaignId/rewards/:assignmentId", CHANGED, (scope, { params, body }) =>
    changeAssignment(scope, placed(params), body),
  ),
  route("DELETE", "/:campaignId/rewards/:assignmentId", REMOVED, (scope, { params }) =>
    removeAssignment(scope, placed(params)),
  ),
  route(
    "GET",
    "/:campaignId/reward-assignments",
    {
      summary: "List the reward assignments of a loyalty program",
      query: ProgramAssignmentQuery,
      ...LISTED,
    },
    async (scope, { params, query: { assignmentId: id, ...query } }) => {
      const page = await assignmentsOfProgram(scope, params.campaignId, { id, ...query });
      return viewList("data", shownAs(page, viewRewardAssignment));
    },
  ),
  route(
    "GET",
    "/:campaignId/reward-assignments/:assignmentId",
    { summary: "Get a reward assignment of a loyalty program", ...FOUND },
    (scope, { params }) => showAssignment(scope, placed(params)),
  ),
  route(
    "GET",
    "/:campaignId/reward-assignments/:assignmentId/reward",
    {
      summary: "Get the reward of an assignment to a loyalty program",
      answer: Reward,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      return viewReward((await getPlaced(scope, placed(params))).assigned.reward);
    },
  ),
];
