import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { body } from "../../http/validate";
import { qualify } from "./qualify";
import { Qualification, QualifyRequest } from "./schema";

/** Every way in which a qualification can be refused. */
export const QUALIFY_ERRORS = ["not_found", "ambiguous_tracking_id"] as const;

export const qualifications = new Hono<AppEnv>().post(
  "/",
  operation({
    summary: "Say which redeemables a customer can have on an order",
    answer: Qualification,
    errors: QUALIFY_ERRORS,
  }),
  body(QualifyRequest),
  async (c) => c.json(await qualify(scopeOf(c), c.req.valid("json"))),
);
