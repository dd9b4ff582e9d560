import * as z from "zod";
import { pageQuery } from "../../http/page";
import { ApplicableEntry, ApplicableTo } from "../../model/applicable-to";
import { CONTEXT_TYPES } from "../../model/context-type";
import { RuleError } from "../../model/rule";

const RuleType = z.enum(["expression", "basic", "advanced", "complex"]);
const ContextType = z.enum(CONTEXT_TYPES);
const id = z.string().max(255).nullish();

const ApplicableInput = z.object({
  included: z.array(ApplicableEntry).max(1000).nullish(),
  excluded: z.array(ApplicableEntry).max(1000).nullish(),
  included_all: z.boolean().nullish(),
});
export type ApplicableInput = z.infer<typeof ApplicableInput>;

const settable = {
  /** Held against the engine's table of names and operators, which gives a refusal of its own. */
  rules: z.unknown().optional(),
  bundle_rules: z.unknown().optional(),
  error: RuleError.nullish(),
  applicable_to: ApplicableInput.nullish(),
  type: RuleType.nullish(),
  context_type: ContextType.nullish(),
};

const Name = z.string().min(1).max(255);

/** Body of a create. Names need not be unique (docs/behaviour.md). */
export const RuleCreate = z.object({ name: Name, ...settable });
export type RuleCreate = z.infer<typeof RuleCreate>;

/** Body of an update: absent keeps; null clears `error` and empties `bundle_rules`. */
export const RuleUpdate = z.object({ name: Name.nullish(), ...settable });
export type RuleUpdate = z.infer<typeof RuleUpdate>;

const definition = z.record(z.string(), z.unknown());

/** Contract, "Validation rule". */
export const ValidationRule = z
  .object({
    id: z.string(),
    name: z.string(),
    rules: definition,
    bundle_rules: definition.optional(),
    error: RuleError.optional(),
    applicable_to: ApplicableTo,
    type: RuleType,
    context_type: ContextType,
    assignments_count: z.int().min(0),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("validation_rules"),
  })
  .meta({ id: "ValidationRule" });
export type ValidationRule = z.infer<typeof ValidationRule>;

export const RuleQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).default("-created_at"),
});
export type RuleQuery = z.infer<typeof RuleQuery>;

/** Query of a rule's assignments (contract, "GET /v1/validation-rules/{validationRuleId}/assignments"). */
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
