import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { body, params } from "../../http/validate";
import { ValidateOne, VoucherValidation } from "./schema";
import { validateVoucher } from "./validate-voucher";

const ByCode = z.object({ code: z.string().trim().min(1).max(255) });

/** Older clients validate one code here instead of through `/v1/validations`. */
export const voucherValidation = new Hono<AppEnv>().post(
  "/:code/validate",
  operation({
    summary: "Say whether one voucher applies to an order",
    answer: VoucherValidation,
    errors: ["not_found", "ambiguous_tracking_id", "multiple_requests"],
  }),
  params(ByCode),
  body(ValidateOne),
  async (c) =>
    c.json(await validateVoucher(scopeOf(c), c.req.valid("param").code, c.req.valid("json"))),
);
