import { Hono } from "hono";
import { operation } from "../../http/openapi";
import { type AppEnv, scopeOf } from "../../http/scope";
import { body } from "../../http/validate";
import { DecideRequest } from "../../model/redeemable";
import { Validation } from "./schema";
import { validate } from "./validate";

export const clientValidations = new Hono<AppEnv>().post(
  "/",
  operation({
    summary: "Say whether redeemables apply to a shopper's order",
    answer: Validation,
    errors: [
      "forbidden",
      "not_found",
      "duplicated_redeemables",
      "invalid_redeemables",
      "ambiguous_tracking_id",
      "invalid_order",
    ],
  }),
  body(DecideRequest),
  async (c) => {
    // What the shop noted about a code is not a shopper's business: nothing is expanded.
    const { options: _, ...request } = c.req.valid("json");
    return c.json(await validate(scopeOf(c), request));
  },
);
