import type { AssignmentRow } from "../../db/tables/validation-rules";
import { withoutShapes } from "../../engine/geo/named";
import { isBlankLogic } from "../../engine/rules/logic";
import type { ApplicableTo } from "../../model/applicable-to";
import type { Assignment } from "../../model/assignment";
import type { Rules, ValidationRule } from "../../model/rule";
import type { RuleRow } from "./store";

/** Goods that a rule names, with what holds where nothing was sent. */
const withDefaults = (entries: ApplicableTo["included"]) =>
  entries.map((entry) => ({
    ...entry,
    strict: entry.strict ?? false,
    effect: entry.effect ?? ("APPLY_TO_EVERY" as const),
  }));

const viewApplicable = ({ included, excluded, included_all }: ApplicableTo): ApplicableTo => ({
  included: withDefaults(included),
  excluded: withDefaults(excluded),
  included_all,
});

/** The rules with the logic that holds where none was sent: all of them. */
function withLogic(rules: Rules): Rules {
  const { logic, ...numbered } = rules;
  const numbers = Object.keys(numbered);
  const isSaid = typeof logic === "string" && !isBlankLogic(logic);
  return isSaid || numbers.length === 0 ? rules : { ...numbered, logic: numbers.join(" and ") };
}

/** A rule as the contract shows it. */
export const viewRule = (row: RuleRow): ValidationRule => ({
  id: row.id,
  name: row.name,
  rules: withoutShapes(withLogic(row.rules)),
  bundle_rules: row.bundle_rules ?? {},
  error: row.error,
  applicable_to: viewApplicable(row.applicable_to),
  type: row.type,
  context_type: row.context_type,
  assignments_count: row.assignments_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "validation_rules",
});

export const viewAssignment = (row: AssignmentRow): Assignment => ({
  id: row.id,
  rule_id: row.rule_id,
  related_object_id: row.related_object_id,
  related_object_type: row.related_object_type,
  created_at: row.created_at,
  object: "validation_rules_assignment",
});
