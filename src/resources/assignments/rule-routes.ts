import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Assignment } from "../../model/assignment";
import { viewAssignment } from "../validation-rules/view";
import { assignRule } from "./assign";
import { listAssignments } from "./list";
import { removeRule } from "./remove-rule";
import { AssignmentCreate, RuleAssignmentQuery } from "./schema";
import { unassignRule } from "./unassign";

/** Assignments under the path of their rule, and the deletion that takes them all along. */
export const ruleAssignments = [
  route(
    "DELETE",
    "/:validationRuleId",
    {
      summary: "Delete a validation rule and its assignments",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { params }) => removeRule(scope, params.validationRuleId),
  ),
  route(
    "POST",
    "/:validationRuleId/assignments",
    {
      summary: "Assign a validation rule to an object",
      body: AssignmentCreate,
      answer: Assignment,
      errors: ["not_found", "invalid_campaign", "duplicate_found", "multiple_requests"],
    },
    (scope, { params, body }) => assignRule(scope, params.validationRuleId, body),
  ),
  route(
    "GET",
    "/:validationRuleId/assignments",
    {
      summary: "List the assignments of a validation rule; none for an unknown rule",
      query: RuleAssignmentQuery,
      answer: listOf("data", Assignment),
      errors: ["invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listAssignments(scope, {
        ...query,
        rule: params.validationRuleId,
      });
      return viewList("data", shownAs(page, viewAssignment));
    },
  ),
  route(
    "DELETE",
    "/:validationRuleId/assignments/:assignmentId",
    {
      summary: "Take back an assignment",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => {
      return unassignRule(scope, params.validationRuleId, params.assignmentId);
    },
  ),
];
