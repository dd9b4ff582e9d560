import * as z from "zod";

/** Binds a rule to what it decides about (contract, "Validation rule assignment"). */
export const Assignment = z
  .object({
    id: z.string(),
    rule_id: z.string(),
    related_object_id: z.string(),
    related_object_type: z.string(),
    created_at: z.string(),
    object: z.literal("validation_rules_assignment"),
  })
  .meta({ id: "ValidationRuleAssignment" });
export type Assignment = z.infer<typeof Assignment>;
