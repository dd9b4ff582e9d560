import { route } from "../../http/route";
import { Redemption } from "../../model/redemption";
import { MemberActivityQuery } from "../events/schema";
import { QUALIFY_ERRORS } from "../qualifications/routes";
import { REDEEM_ERRORS } from "../redemptions/routes";
import { TrackedBy } from "../redemptions/schema";
import { VALIDATE_ERRORS } from "../validations/routes";
import { VoucherValidation } from "../validations/schema";
import { listActivities, listMemberActivities } from "./activities";
import { findCampaigns, findVouchers } from "./found";
import { RedeemNamed, redeemNamed, ValidateNamed, validateNamed } from "./named";
import { redeemTier, validateTier, viewPromotions } from "./promotions";
import { validateRule } from "./rule";
import {
  Activities,
  ActivitiesQuery,
  FoundCampaigns,
  FoundQuery,
  FoundRequest,
  FoundVouchers,
  MemberActivities,
  PromotionsQuery,
  PromotionsValidation,
  RuleRequest,
  RuleValidation,
  TierRequest,
  TierValidation,
} from "./schema";

const MEMBER_ACTIVITIES = {
  summary: "List what happened to a loyalty card",
  query: MemberActivityQuery,
  answer: MemberActivities,
  errors: ["not_found", "invalid_query_params"],
} as const;

/** What older clients call; each is an adapter to what new ones do. */
export const deprecated = [
  route(
    "POST",
    "/promotions/validation",
    {
      summary: "Say which promotion tiers apply to an order",
      instead: "POST /v1/qualifications",
      query: PromotionsQuery,
      body: TierRequest.omit({ session: true }),
      answer: PromotionsValidation,
      errors: QUALIFY_ERRORS,
    },
    (scope, { query, body }) => viewPromotions(scope, { ...body, query }),
  ),
  route(
    "POST",
    "/promotions/tiers/:promotionTierId/validation",
    {
      summary: "Say whether a promotion tier applies to an order",
      instead: "POST /v1/validations",
      body: TierRequest,
      answer: TierValidation,
      errors: VALIDATE_ERRORS,
    },
    (scope, { params, body }) => validateTier(scope, params.promotionTierId, body),
  ),
  route(
    "POST",
    "/promotions/tiers/:promotionTierId/redemption",
    {
      summary: "Redeem a promotion tier on an order",
      isShared: true,
      instead: "POST /v1/redemptions",
      body: TierRequest,
      answer: Redemption,
      errors: REDEEM_ERRORS,
    },
    (scope, { params, body }) => redeemTier(scope, params.promotionTierId, body),
  ),
  route(
    "POST",
    "/validation-rules/:validationRuleId/validation",
    {
      summary: "Say whether a validation rule is met",
      instead: "POST /v1/validations",
      body: RuleRequest,
      answer: RuleValidation,
      errors: ["not_found", "invalid_order", "ambiguous_tracking_id", "metadata_validation_failed"],
    },
    (scope, { params, body }) => validateRule(scope, params.validationRuleId, body),
  ),
  route(
    "POST",
    "/vouchers/redemption",
    {
      summary: "Redeem the voucher that the body names",
      instead: "POST /v1/redemptions",
      query: TrackedBy,
      body: RedeemNamed,
      answer: Redemption,
      errors: REDEEM_ERRORS,
    },
    (scope, { query, body }) => redeemNamed(scope, query, body),
  ),
  route(
    "POST",
    "/vouchers/validate",
    {
      summary: "Say whether the voucher that the body names applies to an order",
      instead: "POST /v1/validations",
      body: ValidateNamed,
      answer: VoucherValidation,
      errors: VALIDATE_ERRORS,
    },
    (scope, { body }) => validateNamed(scope, body),
  ),
  route(
    "POST",
    "/vouchers/qualification",
    {
      summary: "List vouchers that apply to a customer's order",
      instead: "POST /v1/qualifications",
      query: FoundQuery,
      body: FoundRequest,
      answer: FoundVouchers,
      errors: QUALIFY_ERRORS,
    },
    findVouchers,
  ),
  route(
    "POST",
    "/campaigns/qualification",
    {
      summary: "List campaigns whose codes apply to a customer's order",
      instead: "POST /v1/qualifications",
      query: FoundQuery,
      body: FoundRequest,
      answer: FoundCampaigns,
      errors: QUALIFY_ERRORS,
    },
    findCampaigns,
  ),
  route(
    "GET",
    "/customers/:customerId/activities",
    {
      summary: "List what happened to a customer",
      instead: "GET /v1/customers/{customerId}/activity",
      query: ActivitiesQuery,
      answer: Activities,
      errors: ["not_found", "invalid_query_params"],
    },
    (scope, { params, query }) => listActivities(scope, params.customerId, query),
  ),
  route(
    "GET",
    "/loyalties/members/:memberId/activities",
    { ...MEMBER_ACTIVITIES, instead: "GET /v1/loyalties/members/{memberId}/activity" },
    (scope, { params, query }) =>
      listMemberActivities(scope, { name: params.memberId, program: null }, query),
  ),
  route(
    "GET",
    "/loyalties/:campaignId/members/:memberId/activities",
    {
      ...MEMBER_ACTIVITIES,
      instead: "GET /v1/loyalties/{campaignId}/members/{memberId}/activity",
    },
    (scope, { params, query }) =>
      listMemberActivities(scope, { name: params.memberId, program: params.campaignId }, query),
  ),
];
