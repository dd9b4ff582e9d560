import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { changeRule, removeRule } from "./change";
import { createRule } from "./create";
import { listRules } from "./list";
import { RuleCreate, RuleQuery, RuleUpdate, ValidationRule } from "./schema";
import { getRule } from "./store";
import { viewRule } from "./view";

const ById = z.object({ validationRuleId: z.string() });

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
  );
