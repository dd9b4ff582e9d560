import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { body } from "../../http/validate";
import { DecideRequest } from "../../model/redeemable";
import { VALIDATE_ERRORS } from "./routes";
import { ClientValidation } from "./schema";
import { optionsForShopper, viewForShopper } from "./shopper";
import { validate } from "./validate";

export const clientValidations = new Hono<AppEnv>().post(
  "/",
  operation({
    summary: "Say whether redeemables apply to a shopper's order",
    answer: ClientValidation,
    errors: ["forbidden", ...VALIDATE_ERRORS],
  }),
  body(DecideRequest),
  async (c) => {
    const scope = scopeOf(c);
    const { project } = scope;
    const sent = c.req.valid("json");
    const request = { ...sent, options: optionsForShopper(project, sent) };
    const shown = { project, sent: request.order };
    return c.json(await validate(scope, request, (answer) => viewForShopper(answer, shown)));
  },
);
