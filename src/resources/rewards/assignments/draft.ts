import type { RewardAssignmentRow, RewardRow } from "../../../db/tables/loyalty";
import type { AssignmentRow } from "../../../db/tables/validation-rules";
import { ApiError } from "../../../errors";
import { isoNow, type Scope } from "../../../scope/scope";
import type { RuleRow } from "../../validation-rules/store";
import type { Priced } from "./schema";

/** A reward in a program as it stands once it is written, with the assignment of its rule. */
export interface NewAssignment {
  row: RewardAssignmentRow;
  rule: RuleRow | null;
  ofRule: AssignmentRow | null;
}

const missing = (name: string) =>
  new ApiError("missing_param", { details: `Parameter '${name}' is required` });

export const notFor = (type: RewardRow["type"], property: string) =>
  new ApiError("invalid_payload", { details: `Property ${property} is not for a ${type} reward` });

/** A rule decides about paying with points as money; what has a price of its own asks for none. */
export function refuseRule({ type }: RewardRow): void {
  if (type !== "COIN") throw notFor(type, ".validation_rules");
}

/** Points as money are paid by their ratio and by a rule; all other rewards by a price. */
function priceOf({ type }: RewardRow, { parameters }: Priced) {
  const loyalty = parameters?.loyalty;
  if (type === "COIN") {
    if (loyalty) throw notFor(type, ".parameters.loyalty");
    return { points: null, auto_redeem: false };
  }
  if (!loyalty) throw missing("parameters.loyalty");
  if (!loyalty.points) throw missing("parameters.loyalty.points");
  return { points: loyalty.points, auto_redeem: loyalty.auto_redeem ?? false };
}

/**
 * A reward in a program. Refuses a price that is missing (missing_param) or that the type of the
 * reward does not take (invalid_payload).
 */
export function newAssignment(
  scope: Scope,
  campaignId: string,
  reward: RewardRow,
  { priced, rule }: { priced: Priced; rule: RuleRow | null },
): NewAssignment {
  if (rule) refuseRule(reward);
  const made = { project_id: scope.project.id, created_at: isoNow(scope) };
  const id = scope.newId("rewa");
  const row: RewardAssignmentRow = {
    ...made,
    id,
    reward_id: reward.id,
    campaign_id: campaignId,
    ...priceOf(reward, priced),
    updated_at: null,
  };
  const ofRule: AssignmentRow | null = rule && {
    ...made,
    related_object_id: id,
    rule_id: rule.id,
    id: scope.newId("asgm"),
    related_object_type: "reward_assignment",
  };
  return { row, rule, ofRule };
}
