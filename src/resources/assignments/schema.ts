import * as z from "zod";
import { pageQuery } from "../../http/page";

const id = z.string().max(255).nullish();

/**
 * Query of a rule's assignments (contract, "GET
 * /v1/validation-rules/{validationRuleId}/assignments").
 */
export const RuleAssignmentQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at"]).default("-created_at"),
});

/** Query of all assignments. */
export const AssignmentQuery = RuleAssignmentQuery.extend({
  rule: z.string().max(255).optional(),
  related_object_id: z.string().max(255).optional(),
});
export type AssignmentQuery = z.infer<typeof AssignmentQuery>;

/** What a rule can be assigned to (as the reference service). */
export const TARGETS = [
  "voucher",
  "campaign",
  "promotion_tier",
  "earning_rule",
  "reward",
  "reward_assignment",
  "distribution",
] as const;

/** The object by its kind, `{"voucher": "..."}`, or by id and kind. */
export const AssignmentCreate = z.object({
  voucher: id,
  campaign: id,
  promotion_tier: id,
  earning_rule: id,
  reward: id,
  reward_assignment: id,
  distribution: id,
  related_object_id: id,
  related_object_type: z.enum(TARGETS).nullish(),
});
export type AssignmentCreate = z.infer<typeof AssignmentCreate>;
