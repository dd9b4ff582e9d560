import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { Assignment } from "../../model/assignment";
import { viewAssignment } from "../validation-rules/view";
import { assignRule } from "./assign";
import { listAssignments } from "./list";
import { AssignmentCreate, RuleAssignmentQuery } from "./schema";
import { unassignRule } from "./unassign";

const ById = z.object({ validationRuleId: z.string() });
const ByAssignment = ById.extend({ assignmentId: z.string() });

/** Assignments under the path of their rule. */
export const ruleAssignments = new Hono<AppEnv>()
  .post(
    "/:validationRuleId/assignments",
    operation({
      summary: "Assign a validation rule to an object",
      answer: Assignment,
      errors: ["not_found", "duplicate_found", "multiple_requests"],
    }),
    params(ById),
    body(AssignmentCreate),
    async (c) =>
      respond(
        c,
        await assignRule(scopeOf(c), c.req.valid("param").validationRuleId, c.req.valid("json")),
      ),
  )
  .get(
    "/:validationRuleId/assignments",
    operation({
      summary: "List the assignments of a validation rule; none for an unknown rule",
      answer: listOf("data", Assignment),
      errors: ["invalid_query_params"],
    }),
    params(ById),
    query(RuleAssignmentQuery),
    async (c) => {
      const page = await listAssignments(scopeOf(c), {
        ...c.req.valid("query"),
        rule: c.req.valid("param").validationRuleId,
      });
      return c.json(viewList("data", shownAs(page, viewAssignment)));
    },
  )
  .delete(
    "/:validationRuleId/assignments/:assignmentId",
    operation({
      summary: "Take back an assignment",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByAssignment),
    async (c) => {
      const { validationRuleId, assignmentId } = c.req.valid("param");
      return respond(c, await unassignRule(scopeOf(c), validationRuleId, assignmentId));
    },
  );
