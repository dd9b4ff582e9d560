import { clientRoute } from "../../http/route";
import { QUALIFY_ERRORS } from "../qualifications/routes";
import { REDEEM_ERRORS } from "../redemptions/routes";
import { ClientRedemption } from "../redemptions/schema";
import { VALIDATE_ERRORS } from "../validations/routes";
import { promotionsInQuery, validateInQuery } from "./in-query";
import { redeemTierAsShopper } from "./promotions";
import {
  ClientPromotionsValidation,
  ClientVoucherValidation,
  PromotionsInQuery,
  TierRequest,
  ValidationInQuery,
} from "./schema";

/** What older browsers' clients call, with everything in the query. */
export const clientDeprecated = [
  clientRoute(
    "GET",
    "/validate",
    {
      summary: "Say whether a code applies to a shopper's order",
      instead: "POST /client/v1/validations",
      query: ValidationInQuery,
      answer: ClientVoucherValidation,
      errors: ["forbidden", "invalid_payload", ...VALIDATE_ERRORS],
    },
    (scope, { query }) => validateInQuery(scope, query),
  ),
  clientRoute(
    "POST",
    "/promotions/tiers/:promotionTierId/redemption",
    {
      summary: "Redeem a promotion tier from a shopper's device",
      isShared: true,
      instead: "POST /client/v1/redemptions",
      body: TierRequest,
      answer: ClientRedemption,
      errors: ["forbidden", ...REDEEM_ERRORS],
    },
    (scope, { params, body, origin }) =>
      redeemTierAsShopper(scope, params.promotionTierId, { ...body, origin }),
  ),
  clientRoute(
    "GET",
    "/promotions/validation",
    {
      summary: "Say which promotion tiers apply to a shopper's order",
      instead: "POST /client/v1/qualifications",
      query: PromotionsInQuery,
      answer: ClientPromotionsValidation,
      errors: ["forbidden", ...QUALIFY_ERRORS],
    },
    (scope, { query }) => promotionsInQuery(scope, query),
  ),
];
