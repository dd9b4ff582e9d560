import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { managementProject } from "../../../http/auth";
import { operation } from "../../../http/openapi";
import { respond } from "../../../http/respond";
import { body, params } from "../../../http/validate";
import { changeStackingRules, createStackingRules, removeStackingRules } from "./change";
import { StackingRulesAnswer, StackingRulesInput } from "./schema";
import { findStackingRules } from "./store";
import { viewStackingRules } from "./view";

const ByProject = z.object({ projectId: z.string() });

export const stackingRules = new Hono<AppEnv>()
  .use(managementProject)
  .get(
    "/",
    operation({
      summary: "Get the stacking rules that hold in a project; the defaults have no id",
      answer: StackingRulesAnswer,
      errors: ["not_found"],
    }),
    params(ByProject),
    async (c) => c.json(viewStackingRules(await findStackingRules(scopeOf(c)))),
  )
  .post(
    "/",
    operation({
      summary: "Set a project's stacking rules",
      answer: StackingRulesAnswer,
      errors: ["not_found", "stacking_rules_exist", "multiple_requests"],
    }),
    params(ByProject),
    body(StackingRulesInput),
    async (c) => respond(c, await createStackingRules(scopeOf(c), c.req.valid("json"))),
  )
  .put(
    "/",
    operation({
      summary: "Update a project's stacking rules; null goes back to a default",
      answer: StackingRulesAnswer,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByProject),
    body(StackingRulesInput),
    async (c) => respond(c, await changeStackingRules(scopeOf(c), c.req.valid("json"))),
  )
  .delete(
    "/",
    operation({
      summary: "Go back to the default stacking rules",
      answer: null,
      errors: ["not_found"],
    }),
    params(ByProject),
    async (c) => respond(c, await removeStackingRules(scopeOf(c))),
  );
