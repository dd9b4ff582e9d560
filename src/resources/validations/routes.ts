import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { body } from "../../http/validate";
import { DecideRequest } from "../../model/redeemable";
import { Validation } from "./schema";
import { validate } from "./validate";

/** Every way in which a request to validate can be refused. */
export const VALIDATE_ERRORS = [
  "not_found",
  "duplicated_redeemables",
  "invalid_redeemables",
  "ambiguous_tracking_id",
  "invalid_order",
  "multiple_requests",
] as const;

export const validations = new Hono<AppEnv>().post(
  "/",
  operation({
    summary: "Say whether redeemables apply to an order, and what it costs then",
    answer: Validation,
    errors: VALIDATE_ERRORS,
  }),
  body(DecideRequest),
  async (c) => c.json(await validate(scopeOf(c), c.req.valid("json"), (validation) => validation)),
);
