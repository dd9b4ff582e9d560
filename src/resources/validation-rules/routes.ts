import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { Assignment } from "../../model/assignment";
import { assignRule } from "../assignments/assign";
import { unassignRule } from "../assignments/unassign";
import { changeRule, removeRule } from "./change";
import { createRule } from "./create";
import { listAssignments, listRules } from "./list";
import {
  AssignmentCreate,
  RuleAssignmentQuery,
  RuleCreate,
  RuleQuery,
  RuleUpdate,
  ValidationRule,
} from "./schema";
import { getRule } from "./store";
import { viewAssignment, viewRule } from "./view";

const ById = z.object({ validationRuleId: z.string() });
const ByAssignment = ById.extend({ assignmentId: z.string() });

export const validationRules = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a validation rule",
      answer: ValidationRule,
      errors: ["invalid_validation_rules"],
    }),
    body(RuleCreate),
    async (c) => respond(c, await createRule(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List validation rules",
      answer: listOf("data", ValidationRule),
      errors: ["invalid_query_params"],
    }),
    query(RuleQuery),
    async (c) => {
      const page = await listRules(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("data", shownAs(page, viewRule)));
    },
  )
  .get(
    "/:validationRuleId",
    operation({ summary: "Get a validation rule", answer: ValidationRule, errors: ["not_found"] }),
    params(ById),
    async (c) => c.json(viewRule(await getRule(scopeOf(c), c.req.valid("param").validationRuleId))),
  )
  .put(
    "/:validationRuleId",
    operation({
      summary: "Update a validation rule",
      answer: ValidationRule,
      errors: ["not_found", "invalid_validation_rules", "multiple_requests"],
    }),
    params(ById),
    body(RuleUpdate),
    async (c) =>
      respond(
        c,
        await changeRule(scopeOf(c), c.req.valid("param").validationRuleId, c.req.valid("json")),
      ),
  )
  .delete(
    "/:validationRuleId",
    operation({
      summary: "Delete a validation rule and its assignments",
      answer: null,
      errors: ["not_found", "resource_in_use", "multiple_requests"],
    }),
    params(ById),
    async (c) => respond(c, await removeRule(scopeOf(c), c.req.valid("param").validationRuleId)),
  )
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
