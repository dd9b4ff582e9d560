import { type Statement, statement } from "../../db/client";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError, notFound } from "../../errors";
import { type Answer, commit, load } from "../../events/effect";
import { isoNow, type Scope } from "../../http/scope";
import { retried } from "../retry";
import {
  byNames,
  decodeVoucher,
  pick,
  type StoredVoucher,
  WITH_ASSIGNMENTS,
} from "../vouchers/store";
import { viewVoucher } from "../vouchers/view";
import { type AssignmentCreate, TARGETS } from "./schema";
import {
  assignmentById,
  assignToVoucher,
  decodeAssignment,
  deleteAssignment,
  type RuleRow,
  rulesByIds,
  theRule,
} from "./store";
import { viewAssignment, viewRule } from "./view";

/** The one object that the body names, by its kind or by id and kind. */
function targetOf(input: AssignmentCreate): { type: (typeof TARGETS)[number]; id: string } {
  const { related_object_id: id, related_object_type: type } = input;
  const named = TARGETS.flatMap((kind) => {
    const name = input[kind];
    return name ? [{ type: kind, id: name }] : [];
  });
  const all = id && type ? [...named, { type, id }] : named;
  const [first] = all;
  if (first && all.length === 1) return first;
  throw new ApiError("invalid_payload", {
    details: `Payload must name one object, as one of [ ${TARGETS.join(", ")} ] or as related_object_id with related_object_type`,
  });
}

const duplicate = (id: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated validation_rules_assignment exists with id ${id}`,
    resource_id: id,
    resource_type: "validation_rules_assignment",
  });

const newAssignment = (scope: Scope, ruleId: string, voucherId: string): AssignmentRow => ({
  project_id: scope.project.id,
  related_object_id: voucherId,
  rule_id: ruleId,
  id: scope.newId("asgm"),
  related_object_type: "voucher",
  created_at: isoNow(scope),
});

async function loadBoth(scope: Scope, ruleId: string, name: string) {
  const reads = [rulesByIds(scope, [ruleId]), byNames(scope, [name])];
  const [rules, vouchers = []] = await load(scope, reads);
  const rule = theRule(rules, ruleId);
  const voucher = pick(scope, vouchers.map(decodeVoucher), name);
  if (!voucher) throw notFound("voucher", name);
  return { rule, voucher };
}

/** Assigns a rule to a voucher, once. Of the other kinds of objects none exists yet. */
export function assignRule(scope: Scope, ruleId: string, input: AssignmentCreate): Promise<Answer> {
  const target = targetOf(input);
  return retried(async () => {
    if (target.type !== "voucher") throw notFound(target.type, target.id);
    const { rule, voucher } = await loadBoth(scope, ruleId, target.id);
    const existing = voucher.assignments.find(({ rule_id }) => rule_id === ruleId);
    if (existing) throw duplicate(existing.id);
    const row = newAssignment(scope, ruleId, voucher.id);
    const assignment = viewAssignment(row);
    const answer: Answer = { status: 200, body: assignment };
    const assigned = { ...voucher, assignments: [...voucher.assignments, assignment] };
    const counted = { ...rule, assignments_count: rule.assignments_count + 1 };
    const result = await commit(scope, {
      statements: assignToVoucher(row),
      tally: { validation_rules_assignments: 1 },
      events: [
        {
          kind: "business_validation_rule.assignment.created",
          entity_id: ruleId,
          data: { rule: viewRule(counted), assignment, voucher: viewVoucher(scope, assigned) },
        },
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
}

const voucherOf = (scope: Scope, assignmentId: string): Statement =>
  statement(
    `${WITH_ASSIGNMENTS} WHERE v.project_id = ?1 AND v.deleted_at IS NULL AND v.id = (
       SELECT related_object_id FROM validation_rules_assignments WHERE project_id = ?1 AND id = ?2)`,
    scope.project.id,
    assignmentId,
  );

async function loadAssigned(scope: Scope, ruleId: string, id: string) {
  const reads = [rulesByIds(scope, [ruleId]), assignmentById(scope, id), voucherOf(scope, id)];
  const [rules, assignments = [], vouchers = []] = await load(scope, reads);
  const rule = theRule(rules, ruleId);
  const row = assignments.map(decodeAssignment).find(({ rule_id }) => rule_id === ruleId);
  if (!row) throw notFound("validation_rules_assignment", id);
  return { rule, row, voucher: vouchers[0] ? decodeVoucher(vouchers[0]) : null };
}

const without = (voucher: StoredVoucher, id: string): StoredVoucher => ({
  ...voucher,
  assignments: voucher.assignments.filter((assignment) => assignment.id !== id),
});

const uncounted = (rule: RuleRow): RuleRow => ({
  ...rule,
  assignments_count: rule.assignments_count - 1,
});

/** Takes back one assignment of the rule. */
export const unassignRule = (scope: Scope, ruleId: string, id: string): Promise<Answer> =>
  retried(async () => {
    const { rule, row, voucher } = await loadAssigned(scope, ruleId, id);
    const answer: Answer = { status: 204, body: null };
    const result = await commit(scope, {
      statements: deleteAssignment(row),
      tally: { validation_rules_assignments: -1 },
      events: [
        {
          kind: "business_validation_rule.assignment.deleted",
          entity_id: ruleId,
          data: {
            rule: viewRule(uncounted(rule)),
            assignment: viewAssignment(row),
            voucher: voucher && viewVoucher(scope, without(voucher, id)),
          },
        },
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
