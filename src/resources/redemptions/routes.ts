import { listOf, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Rollback } from "../../model/redemption";
import { getRedemption, listRedemptions } from "./list";
import { redeem } from "./redeem";
import { rollback } from "./rollback";
import {
  LedgerEntry,
  RedeemMany,
  RedemptionAnswer,
  RedemptionQuery,
  RollbackBody,
  RollbackQuery,
  RollbacksAnswer,
} from "./schema";

const ROLLBACK_ERRORS = [
  "not_found",
  "already_rolled_back",
  "invalid_redemption",
  "invalid_customer",
  "invalid_order",
  "metadata_validation_failed",
  "multiple_requests",
] as const;

/** Every way in which redeeming can be refused. */
export const REDEEM_ERRORS = [
  "not_found",
  "voucher_disabled",
  "voucher_not_active",
  "voucher_expired",
  "voucher_not_active_now",
  "promotion_inactive",
  "promotion_not_active_now",
  "quantity_exceeded",
  "gift_amount_exceeded",
  "loyalty_card_points_exceeded",
  "missing_reward",
  "invalid_customer",
  "referrer_not_permitted_to_redeem",
  "invalid_redeemables",
  "missing_order",
  "missing_amount",
  "missing_order_items",
  "missing_order_items_amount",
  "missing_customer",
  "missing_customer_token",
  "customer_rules_violated",
  "order_rules_violated",
  "redemption_rules_violated",
  "metadata_validation_failed",
  "invalid_order",
  "ambiguous_tracking_id",
  "multiple_requests",
] as const;

export const redemptions = [
  route(
    "POST",
    "/",
    {
      summary: "Redeem redeemables on an order",
      isShared: true,
      body: RedeemMany,
      example: {
        redeemables: [{ object: "voucher", id: "BIKE-10" }],
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
        customer: { source_id: "reader" },
      },
      answer: RedemptionAnswer,
      errors: [...REDEEM_ERRORS, "duplicated_redeemables", "no_applicable_redeemables"],
    },
    (scope, { body }) => redeem(scope, body, (all) => all),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List redemptions and rollbacks",
      query: RedemptionQuery,
      answer: listOf("redemptions", LedgerEntry),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => viewList("redemptions", await listRedemptions(scope, query)),
  ),
  route(
    "GET",
    "/:id",
    {
      summary: "Get a redemption or rollback",
      answer: LedgerEntry,
      errors: ["not_found"],
    },
    (scope, { params }) => getRedemption(scope, params.id),
  ),
  route(
    "POST",
    "/:id/rollback",
    {
      summary: "Roll back one redemption, or one of a stack",
      isShared: true,
      query: RollbackQuery,
      body: RollbackBody,
      answer: Rollback,
      errors: ROLLBACK_ERRORS,
    },
    (scope, { params, query, body }) => {
      const sent = { ...query, ...body };
      return rollback(scope, params.id, sent, "one");
    },
  ),
  route(
    "POST",
    "/:id/rollbacks",
    {
      summary: "Roll back a whole stack",
      isShared: true,
      query: RollbackQuery,
      body: RollbackBody,
      answer: RollbacksAnswer,
      errors: [...ROLLBACK_ERRORS, "invalid_redemption_parent"],
    },
    (scope, { params, query, body }) => {
      const sent = { ...query, ...body };
      return rollback(scope, params.id, sent, "all");
    },
  ),
];
