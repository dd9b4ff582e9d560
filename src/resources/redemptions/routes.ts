import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { getRedemption, listRedemptions } from "./list";
import { redeem } from "./redeem";
import { rollback } from "./rollback";
import {
  LedgerEntry,
  RedeemMany,
  RedemptionAnswer,
  RedemptionQuery,
  Rollback,
  RollbackBody,
  RollbackQuery,
  RollbacksAnswer,
} from "./schema";

const ById = z.object({ id: z.string() });

const ROLLBACK_ERRORS = [
  "not_found",
  "already_rolled_back",
  "invalid_redemption",
  "invalid_customer",
  "multiple_requests",
] as const;

/** Every way in which redeeming can be refused. */
export const REDEEM_ERRORS = [
  "not_found",
  "voucher_disabled",
  "voucher_not_active",
  "voucher_expired",
  "voucher_not_active_now",
  "quantity_exceeded",
  "gift_amount_exceeded",
  "missing_reward",
  "missing_order",
  "missing_amount",
  "missing_customer",
  "customer_rules_violated",
  "order_rules_violated",
  "redemption_rules_violated",
  "invalid_order",
  "ambiguous_tracking_id",
  "multiple_requests",
] as const;

export const redemptions = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Redeem redeemables on an order",
      answer: RedemptionAnswer,
      errors: [
        ...REDEEM_ERRORS,
        "duplicated_redeemables",
        "invalid_redeemables",
        "no_applicable_redeemables",
      ],
    }),
    body(RedeemMany),
    async (c) => respond(c, await redeem(scopeOf(c), c.req.valid("json"), (all) => all)),
  )
  .get(
    "/",
    operation({
      summary: "List redemptions and rollbacks",
      answer: listOf("redemptions", LedgerEntry),
      errors: ["invalid_query_params"],
    }),
    query(RedemptionQuery),
    async (c) =>
      c.json(viewList("redemptions", await listRedemptions(scopeOf(c), c.req.valid("query")))),
  )
  .get(
    "/:id",
    operation({
      summary: "Get a redemption or rollback",
      answer: LedgerEntry,
      errors: ["not_found"],
    }),
    params(ById),
    async (c) => c.json(await getRedemption(scopeOf(c), c.req.valid("param").id)),
  )
  .post(
    "/:id/rollback",
    operation({
      summary: "Roll back one redemption, or one of a stack",
      answer: Rollback,
      errors: ROLLBACK_ERRORS,
    }),
    params(ById),
    query(RollbackQuery),
    body(RollbackBody),
    async (c) => {
      const sent = { ...c.req.valid("query"), ...c.req.valid("json") };
      return respond(c, await rollback(scopeOf(c), c.req.valid("param").id, sent, "one"));
    },
  )
  .post(
    "/:id/rollbacks",
    operation({
      summary: "Roll back a whole stack",
      answer: RollbacksAnswer,
      errors: ROLLBACK_ERRORS,
    }),
    params(ById),
    query(RollbackQuery),
    body(RollbackBody),
    async (c) => {
      const sent = { ...c.req.valid("query"), ...c.req.valid("json") };
      return respond(c, await rollback(scopeOf(c), c.req.valid("param").id, sent, "all"));
    },
  );
