import { route } from "../../../http/route";
import { changeStackingRules, createStackingRules, removeStackingRules } from "./change";
import { StackingRulesAnswer, StackingRulesInput } from "./schema";
import { findStackingRules } from "./store";
import { viewStackingRules } from "./view";

export const stackingRules = [
  route(
    "GET",
    "/",
    {
      summary: "Get the stacking rules that hold in a project; the defaults have no id",
      answer: StackingRulesAnswer,
      errors: ["not_found"],
    },
    async (scope) => viewStackingRules(await findStackingRules(scope)),
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
    "PUT",
    "/",
    {
      summary: "Update a project's stacking rules; null goes back to a default",
      body: StackingRulesInput,
      answer: StackingRulesAnswer,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { body }) => changeStackingRules(scope, body),
  ),
  route(
    "DELETE",
    "/",
    {
      summary: "Go back to the default stacking rules",
      answer: null,
      errors: ["not_found"],
    },
    (scope) => removeStackingRules(scope),
  ),
];
