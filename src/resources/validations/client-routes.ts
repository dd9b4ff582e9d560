import { Hono } from "hono";
import { operation } from "../../http/openapi";
import { type AppEnv, scopeOf } from "../../http/scope";
import { body } from "../../http/validate";
import { DecideRequest } from "../../model/redeemable";
import { asSent } from "../orders/view";
import { VALIDATE_ERRORS } from "./routes";
import { Validation } from "./schema";
import { validate } from "./validate";

export const clientValidations = new Hono<AppEnv>().post(
  "/",
  operation({
    summary: "Say whether redeemables apply to a shopper's order",
    answer: Validation,
    errors: ["forbidden", ...VALIDATE_ERRORS],
  }),
  body(DecideRequest),
  async (c) => {
    // What the shop noted about a code is not a shopper's business: nothing is expanded.
    const { options: _, ...request } = c.req.valid("json");
    const answer = await validate(scopeOf(c), request, ({ redeemables, order, ...rest }) => ({
      ...rest,
      redeemables: redeemables.map((entry) =>
        "order" in entry ? { ...entry, order: asSent(entry.order, request.order) } : entry,
      ),
      ...(order && { order: asSent(order, request.order) }),
    }));
    return c.json(answer);
  },
);
