import { shownAs, viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { RewardAssignment } from "../../../model/loyalty/reward";
import { viewRewardAssignment } from "../view";
import { changeAssignment } from "./change";
import { assignReward } from "./create";
import { assignmentsOfReward } from "./list";
import { removeAssignment } from "./remove";
import { AssignmentCreate, AssignmentQuery } from "./schema";
import { CHANGED, CREATE_ERRORS, FOUND, LISTED, REMOVED, showAssignment } from "./shared-routes";

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
      errors: CREATE_ERRORS,
    },
    (scope, { params, body }) => assignReward(scope, params.rewardId, body),
  ),
  route(
    "GET",
    "/:rewardId/assignments",
    {
      summary: "List the loyalty programs that a reward is in",
      query: AssignmentQuery,
      ...LISTED,
    },
    async (scope, { params, query }) => {
      const page = await assignmentsOfReward(scope, params.rewardId, query);
      return viewList("data", shownAs(page, viewRewardAssignment));
    },
  ),
  route(
    "GET",
    "/:rewardId/assignments/:assignmentId",
    { summary: "Get a reward's assignment", ...FOUND },
    (scope, { params }) => showAssignment(scope, placed(params)),
  ),
  route("PUT", "/:rewardId/assignments/:assignmentId", CHANGED, (scope, { params, body }) =>
    changeAssignment(scope, placed(params), body),
  ),
  route("DELETE", "/:rewardId/assignments/:assignmentId", REMOVED, (scope, { params }) =>
    removeAssignment(scope, placed(params)),
  ),
];
