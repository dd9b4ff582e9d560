import { load } from "../../commit/load";
import { type Statement, statement } from "../../db/client";
import {
  cutOf,
  type PageRequest,
  pageStatement,
  totalOf,
  totalStatement,
  where,
} from "../../db/page";
import {
  type AssignmentRow,
  validationRules,
  validationRulesAssignments,
} from "../../db/tables/validation-rules";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import type { AssignmentQuery, RuleQuery } from "./schema";
import { decodeAssignment, decodeRule, type RuleRow } from "./store";

const SORTS = {
  created_at: {
    column: "r.created_at",
    tieBreak: "r.id",
    isNullable: false,
    index: "validation_rules_created",
  },
  updated_at: {
    column: "r.updated_at",
    tieBreak: "r.id",
    isNullable: true,
    // Named, since SQLite would look for the never updated rules among all of the project.
    index: "validation_rules_updated",
    unsetIndex: "validation_rules_updated",
  },
} as const;

/** A page of the project's rules (contract, list envelope). */
export async function listRules(scope: Scope, query: RuleQuery): Promise<Page<RuleRow>> {
  const key = query.order.endsWith("updated_at") ? "updated_at" : "created_at";
  const request: PageRequest = {
    table: validationRules,
    select: "SELECT r.* FROM validation_rules r",
    project: where("r.project_id = ?", scope.project.id),
    filters: [],
    sort: { ...SORTS[key], isDescending: query.order.startsWith("-") },
    limit: query.limit,
    page: query.page,
  };
  const [rows = [], total] = await load(scope, [
    pageStatement(request),
    totalStatement(request, "validation_rules r", "validation_rules", scope.project.id),
  ]);
  return { items: rows.map(decodeRule), total: totalOf(total), ...cutOf(rows) };
}

/** A rule knows how many objects it is assigned to; only other filters have to count. */
function assignmentsTotal(scope: Scope, query: AssignmentQuery, request: PageRequest): Statement {
  if (query.rule !== undefined && query.related_object_id === undefined) {
    return statement(
      "SELECT assignments_count AS total FROM validation_rules WHERE project_id = ?1 AND id = ?2",
      scope.project.id,
      query.rule,
    );
  }
  return totalStatement(
    request,
    "validation_rules_assignments a",
    "validation_rules_assignments",
    scope.project.id,
  );
}

/** A page of assignments, of one rule or object or of all; an unknown rule has none. */
export async function listAssignments(
  scope: Scope,
  query: AssignmentQuery,
): Promise<Page<AssignmentRow>> {
  const { rule, related_object_id: objectId } = query;
  const request: PageRequest = {
    table: validationRulesAssignments,
    select: "SELECT a.* FROM validation_rules_assignments a",
    project: where("a.project_id = ?", scope.project.id),
    filters: [
      ...(rule === undefined ? [] : [where("a.rule_id = ?", rule)]),
      ...(objectId === undefined ? [] : [where("a.related_object_id = ?", objectId)]),
    ],
    sort: {
      // An object has few assignments: the + keeps SQLite from walking all of the project by time.
      column: objectId === undefined ? "a.created_at" : "+a.created_at",
      tieBreak: "a.id",
      isNullable: false,
      isDescending: query.order.startsWith("-"),
    },
    limit: query.limit,
    page: query.page,
  };
  const [rows = [], total] = await load(scope, [
    pageStatement(request),
    assignmentsTotal(scope, query, request),
  ]);
  return { items: rows.map(decodeAssignment), total: totalOf(total), ...cutOf(rows) };
}
