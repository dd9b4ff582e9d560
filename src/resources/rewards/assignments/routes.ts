import { listOf, shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { RewardAssignment } from "../../../model/loyalty/reward";
import { viewRewardAssignment } from "../view";
import { changeAssignment } from "./change";
import { assignReward } from "./create";
import { assignmentsOfReward } from "./list";
import { getPlaced } from "./load";
import { removeAssignment } from "./remove";
import { AssignmentCreate, AssignmentQuery, AssignmentUpdate } from "./schema";

const placed = ({ rewardId, assignmentId }: Record<"rewardId" | "assignmentId", string>) => ({
  id: assignmentId,
  reward: rewardId,
});

/** Assignments under the path of their reward. */
export const rewardAssignments = [
  route(
    "POST",
    "/:rewardId/assignments",
    {
      summary: "Put a reward into a loyalty program",
      body: AssignmentCreate,
      answer: RewardAssignment,
      errors: [
        "not_found",
        "invalid_campaign",
        "missing_param",
        "duplicate_found",
        "multiple_requests",
      ],
    },
    (scope, { params, body }) => assignReward(scope, params.rewardId, body),
  ),
  route(
    "GET",
    "/:rewardId/assignments",
    {
      summary: "List the loyalty programs that a reward is in",
      query: AssignmentQuery,
      answer: listOf("data", RewardAssignment),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await assignmentsOfReward(scope, params.rewardId, query);
      return viewList("data", shownAs(page, viewRewardAssignment));
    },
  ),
  route(
    "GET",
    "/:rewardId/assignments/:assignmentId",
    { summary: "Get a reward's assignment", answer: RewardAssignment, errors: ["not_found"] },
    async (scope, { params }) => {
      return viewRewardAssignment((await getPlaced(scope, placed(params))).assigned);
    },
  ),
  route(
    "PUT",
    "/:rewardId/assignments/:assignmentId",
    {
      summary: "Change what a reward costs in a loyalty program",
      body: AssignmentUpdate,
      answer: RewardAssignment,
      errors: ["not_found", "duplicate_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeAssignment(scope, placed(params), body),
  ),
  route(
    "DELETE",
    "/:rewardId/assignments/:assignmentId",
    {
      summary: "Take a reward out of a loyalty program",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => removeAssignment(scope, placed(params)),
  ),
];
