import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import type { Scope } from "../../../scope/scope";
import { rulesOfObject, unassignAll } from "../../validation-rules/assignment-store";
import { decodeRule } from "../../validation-rules/store";
import { unassignedEvents } from "../../validation-rules/unassigned";
import { viewRewardAssignment } from "../view";
import { assignmentEvent } from "./events";
import { type Place, placedIn, placeReads } from "./load";
import { deleteRewardAssignment } from "./store";

/** Takes a reward out of a program, and its rule back. */
export const removeAssignment = (scope: Scope, place: Place): Promise<Answer> =>
  retried(scope, async () => {
    const { rules, ...read } = await load(scope, {
      ...placeReads(scope, place),
      rules: rulesOfObject(scope, place.id),
    });
    const { campaign, assigned } = placedIn(read, place);
    const shown = { reward_assignment: viewRewardAssignment(assigned) };
    const gone = assigned.rules.map((assignment) => ({ assignment, shown }));
    const result = await commit(scope, {
      statements: [
        ...unassignAll(scope.project.id, [assigned.id], gone.length),
        ...deleteRewardAssignment(assigned),
      ],
      ...(gone.length > 0 && { tally: { validation_rules_assignments: -gone.length } }),
      events: [
        ...unassignedEvents(rules.map(decodeRule), gone),
        assignmentEvent("campaign.reward.assignment.deleted", campaign, assigned, assigned.reward),
      ],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  }, [`reward_assignment ${place.id}`]);
