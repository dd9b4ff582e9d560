import { readPage } from "../../commit/read";
import type { PageRequest } from "../../db/list";
import { sql } from "../../db/sql";
import { type AssignmentRow, validationRulesAssignments } from "../../db/tables/validation-rules";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import { decodeAssignment } from "../validation-rules/assignment-store";
import type { AssignmentQuery } from "./schema";

/** A rule knows how many objects it is assigned to; only other filters have to count. */
function assignmentsTotal(scope: Scope, query: AssignmentQuery) {
  if (query.rule === undefined || query.related_object_id !== undefined) return undefined;
  return sql`SELECT assignments_count FROM validation_rules
    WHERE project_id = ${scope.project.id} AND id = ${query.rule}`;
}

/** A page of assignments, of one rule or object or of all; an unknown rule has none. */
export async function listAssignments(
  scope: Scope,
  query: AssignmentQuery,
): Promise<Page<AssignmentRow>> {
  const { rule, related_object_id: objectId } = query;
  const request: PageRequest = {
    table: validationRulesAssignments,
    project: sql`a.project_id = ${scope.project.id}`,
    filters: [
      ...(rule === undefined ? [] : [sql`a.rule_id = ${rule}`]),
      ...(objectId === undefined ? [] : [sql`a.related_object_id = ${objectId}`]),
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
    total: assignmentsTotal(scope, query),
  };
  return readPage(scope, request, decodeAssignment);
}
