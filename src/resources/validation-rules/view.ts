import type { AssignmentRow } from "../../db/tables/validation-rules";
import { withoutShapes } from "../../engine/geo/named";
import type { ApplicableTo } from "../../model/applicable-to";
import type { Assignment } from "../../model/assignment";
import type { ValidationRule } from "../../model/rule";
import type { RuleRow } from "./store";

/** Goods that a rule names, with the effect that holds where none was sent. */
const withEffect = (entries: ApplicableTo["included"]) =>
  entries.map((entry) => ({ ...entry, effect: entry.effect ?? ("APPLY_TO_EVERY" as const) }));

const viewApplicable = ({ included, excluded, included_all }: ApplicableTo): ApplicableTo => ({
  included: withEffect(included),
  excluded: withEffect(excluded),
  included_all,
});

/** A rule as the contract shows it. */
export const viewRule = (row: RuleRow): ValidationRule => ({
  id: row.id,
  name: row.name,
  rules: withoutShapes(row.rules),
  ...(row.bundle_rules && { bundle_rules: row.bundle_rules }),
  ...(row.error && { error: row.error }),
  applicable_to: viewApplicable(row.applicable_to),
  type: row.type,
  context_type: row.context_type,
  assignments_count: row.assignments_count,
  created_at: row.created_at,
  ...(row.updated_at && { updated_at: row.updated_at }),
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
