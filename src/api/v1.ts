import { Hono } from "hono";
import { serverAuth } from "../http/auth";
import { jsonBody } from "../http/body";
import { idempotency } from "../http/idempotency";
import { keyRate } from "../http/rate";
import type { AppEnv } from "../http/scope";
import { asyncActions } from "../resources/async-actions/routes";
import { customers } from "../resources/customers/routes";
import { redemptions } from "../resources/redemptions/routes";
import { voucherRedemptions } from "../resources/redemptions/voucher-routes";
import { assignments } from "../resources/validation-rules/assignment-routes";
import { validationRules } from "../resources/validation-rules/routes";
import { validations } from "../resources/validations/routes";
import { voucherValidation } from "../resources/validations/voucher-routes";
import { vouchers } from "../resources/vouchers/routes";

/** Back ends: every operation of the project. */
export const v1 = new Hono<AppEnv>()
  .use(serverAuth, keyRate, jsonBody, idempotency)
  .route("/vouchers", vouchers)
  .route("/vouchers", voucherRedemptions)
  .route("/vouchers", voucherValidation)
  .route("/validation-rules", validationRules)
  .route("/validation-rules-assignments", assignments)
  .route("/validations", validations)
  .route("/redemptions", redemptions)
  .route("/customers", customers)
  .route("/async-actions", asyncActions);
