import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { ValidationRule } from "../../model/rule";
import { changeRule } from "./change";
import { createRule } from "./create";
import { listRules } from "./list";
import { RuleCreate, RuleQuery, RuleUpdate } from "./schema";
import { getRule } from "./store";
import { viewRule } from "./view";

export const validationRules = [
  route(
    "POST",
    "/",
    {
      summary: "Create a validation rule",
      body: RuleCreate,
      example: {
        name: "From 50.00",
        rules: { 1: { name: "order.amount", conditions: { $more_than_or_equal: [5000] } } },
        error: { message: "Spend at least 50.00 to use this code." },
      },
      answer: ValidationRule,
      errors: ["invalid_validation_rules", "not_found", "resource_in_use", "multiple_requests"],
    },
    (scope, { body }) => createRule(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List validation rules",
      query: RuleQuery,
      answer: listOf("data", ValidationRule),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listRules(scope, query);
      return viewList("data", shownAs(page, viewRule));
    },
  ),
  route(
    "GET",
    "/:validationRuleId",
    {
      summary: "Get a validation rule",
      answer: ValidationRule,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewRule(await getRule(scope, params.validationRuleId)),
  ),
  route(
    "PUT",
    "/:validationRuleId",
    {
      summary: "Update a validation rule",
      body: RuleUpdate,
      answer: ValidationRule,
      errors: ["not_found", "invalid_validation_rules", "resource_in_use", "multiple_requests"],
    },
    (scope, { params, body }) => changeRule(scope, params.validationRuleId, body),
  ),
];
