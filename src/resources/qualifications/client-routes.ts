import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { body } from "../../http/validate";
import { qualify } from "./qualify";
import { QUALIFY_ERRORS } from "./routes";
import { ClientQualification, QualifyRequest } from "./schema";
import { viewForShopper } from "./shopper";

export const clientQualifications = new Hono<AppEnv>().post(
  "/",
  operation({
    summary: "Say which redeemables a shopper can have on an order",
    answer: ClientQualification,
    errors: ["forbidden", ...QUALIFY_ERRORS],
  }),
  body(QualifyRequest),
  async (c) => {
    const { options, ...request } = c.req.valid("json");
    // A dry run at another instant is for the shop's own eyes.
    const asked = { ...request, options: options && { ...options, as_of: null } };
    const scope = scopeOf(c);
    const shown = { project: scope.project, sent: request.order };
    return c.json(viewForShopper(await qualify(scope, asked), shown));
  },
);
