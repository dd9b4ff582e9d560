import { listOf } from "../../../http/page";
import { RewardAssignment } from "../../../model/loyalty/reward";
import type { Scope } from "../../../scope/scope";
import { viewRewardAssignment } from "../view";
import { getPlaced, type Place } from "./load";
import { AssignmentUpdate } from "./schema";

/* What operations on assignments share below their reward and below their program. */

export const CREATE_ERRORS = [
  "not_found",
  "invalid_campaign",
  "missing_param",
  "duplicate_found",
  "multiple_requests",
] as const;

export const LISTED = {
  answer: listOf("data", RewardAssignment),
  errors: ["not_found", "invalid_query_params"],
} as const;

export const FOUND = { answer: RewardAssignment, errors: ["not_found"] } as const;

export const CHANGED = {
  summary: "Change what a reward costs in a loyalty program",
  body: AssignmentUpdate,
  answer: RewardAssignment,
  errors: ["not_found", "duplicate_found", "multiple_requests"],
} as const;

export const REMOVED = {
  summary: "Take a reward out of a loyalty program",
  answer: null,
  errors: ["not_found", "multiple_requests"],
} as const;

export const showAssignment = async (scope: Scope, place: Place): Promise<RewardAssignment> =>
  viewRewardAssignment((await getPlaced(scope, place)).assigned);
