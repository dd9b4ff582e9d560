import { route } from "../../../http/route";
import { inlineList } from "../../../model/list";
import { changeStackingRules, createStackingRules, removeStackingRules } from "./change";
import { StackingRulesAnswer, StackingRulesInput, StackingRulesList } from "./schema";
import { currentStackingRules, getStackingRules } from "./store";
import { viewStackingRules } from "./view";

export const stackingRules = [
  route(
    "GET",
    "/",
    {
      summary: "List the stacking rules that hold in a project",
      answer: StackingRulesList,
      errors: ["not_found"],
    },
    async (scope) => inlineList([viewStackingRules(await currentStackingRules(scope))]),
  ),
  route(
    "POST",
    "/",
    {
      summary: "Set a project's stacking rules",
      body: StackingRulesInput,
      answer: StackingRulesAnswer,
      errors: ["not_found", "stacking_rules_exist", "multiple_requests"],
    },
    (scope, { body }) => createStackingRules(scope, body),
  ),
  route(
    "GET",
    "/:stackingRulesId",
    {
      summary: "Get the stacking rules that hold in a project",
      answer: StackingRulesAnswer,
      errors: ["not_found"],
    },
    async (scope, { params }) =>
      viewStackingRules(await getStackingRules(scope, params.stackingRulesId)),
  ),
  route(
    "PUT",
    "/:stackingRulesId",
    {
      summary: "Update a project's stacking rules; null goes back to a default",
      body: StackingRulesInput,
      answer: StackingRulesAnswer,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeStackingRules(scope, params.stackingRulesId, body),
  ),
  route(
    "DELETE",
    "/:stackingRulesId",
    {
      summary: "Go back to the default stacking rules",
      answer: null,
      errors: ["not_found"],
    },
    (scope, { params }) => removeStackingRules(scope, params.stackingRulesId),
  ),
];
