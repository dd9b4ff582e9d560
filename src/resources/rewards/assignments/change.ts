import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { RewardAssignmentRow } from "../../../db/tables/loyalty";
import type { Scope } from "../../../scope/scope";
import { markingAll } from "../../loyalties/auto-redeem/mark-all";
import { viewRewardAssignment } from "../view";
import { notFor } from "./draft";
import { assignmentEvent } from "./events";
import { type Place, placedIn, placeReads } from "./load";
import { refuseTaken, wantsAuto } from "./refuse";
import type { AssignmentUpdate } from "./schema";
import {
  type AssignedReward,
  type AssignmentChange,
  programOfAssignment,
  rewardRedeemedByItself,
  updateAssignment,
} from "./store";

/** The columns that a body changes; points are never cleared. */
function changeOf(
  scope: Scope,
  row: AssignedReward,
  { parameters }: AssignmentUpdate,
): AssignmentChange {
  const loyalty = parameters?.loyalty;
  if (loyalty && row.points === null) throw notFor(row.reward.type, ".parameters.loyalty");
  const { points, auto_redeem } = loyalty ?? {};
  return {
    ...(points && { points }),
    ...(auto_redeem !== undefined && { auto_redeem: auto_redeem ?? false }),
    updated_at: nextUpdate(scope, row),
  };
}

/** Whether members may get it by themselves now who did not before. */
const isEasier = (before: RewardAssignmentRow, after: RewardAssignmentRow): boolean =>
  after.auto_redeem && (!before.auto_redeem || (after.points ?? 0) < (before.points ?? 0));

/** Changes what a reward costs in a program, or whether it is redeemed by itself. */
export const changeAssignment = (
  scope: Scope,
  place: Place,
  input: AssignmentUpdate,
): Promise<Answer> =>
  retried(scope, async () => {
    const auto = rewardRedeemedByItself(scope, programOfAssignment(scope, place.id));
    const read = await load(scope, {
      ...placeReads(scope, place),
      auto: wantsAuto(input) ? auto : null,
    });
    const { campaign, assigned } = placedIn(read, place);
    const change = changeOf(scope, assigned, input);
    if (changesNothing(assigned, change)) return viewRewardAssignment(assigned);
    if (!assigned.auto_redeem) refuseTaken([input], { taken: [], auto: read.auto });
    const after = { ...assigned, ...change };
    const answer = viewRewardAssignment(after);
    const marking = isEasier(assigned, after) ? markingAll(scope, campaign) : null;
    const result = await commit(scope, {
      statements: [...updateAssignment(assigned, change), ...(marking?.statements ?? [])],
      ...(marking && { jobs: marking.jobs, tally: marking.tally }),
      events: [
        assignmentEvent("campaign.reward.assignment.updated", campaign, after, after.reward),
      ],
      answer,
    });
    return result.ok ? answer : null;
  }, [`reward_assignment ${place.id}`]);
