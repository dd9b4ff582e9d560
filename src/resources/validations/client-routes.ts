import { Hono } from "hono";
import { operation } from "../../http/openapi";
import { type AppEnv, scopeOf } from "../../http/scope";
import { body } from "../../http/validate";
import { DecideRequest } from "../../model/redeemable";
import { asSent, bundleSeen, reachSeen } from "../orders/view";
import { VALIDATE_ERRORS } from "./routes";
import { Validation } from "./schema";
import { type Validated, validate } from "./validate";

type Entry = Validated["redeemables"][number];

/** Of what it did not send itself, a browser is told the amounts. */
function asShopper(entry: Entry, sent: DecideRequest["order"]): Entry {
  if (entry.status !== "APPLICABLE") return entry;
  const { bundle } = entry.result;
  return {
    ...reachSeen(entry, sent),
    order: asSent(entry.order, sent),
    result: { ...entry.result, ...(bundle && { bundle: bundleSeen(bundle, sent) }) },
  };
}

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
    const { order: sent } = request;
    const answer = await validate(scopeOf(c), request, ({ redeemables, order, ...rest }) => ({
      ...rest,
      redeemables: redeemables.map((entry) => asShopper(entry, sent)),
      ...(order && { order: asSent(order, sent) }),
    }));
    return c.json(answer);
  },
);
