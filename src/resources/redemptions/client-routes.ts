import * as z from "zod";
import { clientRoute } from "../../http/route";
import { Code } from "../../model/voucher";
import { redeem, refuseUnlessOpen } from "./redeem";
import { REDEEM_ERRORS } from "./routes";
import { ClientRedemption, ClientRedemptionAnswer, RedeemMany, RedeemOne } from "./schema";
import { allForShopper, oneForShopper } from "./shopper";

const ByCode = z.object({ code: Code, tracking_id: z.string().max(255).optional() });

const ERRORS = ["forbidden", ...REDEEM_ERRORS] as const;

export const clientRedemptions = [
  clientRoute(
    "POST",
    "/redeem",
    {
      summary: "Redeem a code from a shopper's device",
      isShared: true,
      query: ByCode,
      body: RedeemOne,
      example: {
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
        customer: { source_id: "reader" },
      },
      answer: ClientRedemption,
      errors: ERRORS,
    },
    (scope, { query: { code, tracking_id }, body: { gift, reward, ...rest }, origin }) => {
      refuseUnlessOpen(scope, origin);
      const request = {
        ...rest,
        tracking_id: tracking_id ?? rest.tracking_id,
        redeemables: [{ object: "voucher" as const, id: code, gift, reward }],
      };
      return redeem(scope, request, oneForShopper(scope, request));
    },
  ),
  clientRoute(
    "POST",
    "/redemptions",
    {
      summary: "Redeem several redeemables from a shopper's device",
      isShared: true,
      body: RedeemMany,
      example: {
        redeemables: [{ object: "voucher", id: "BIKE-10" }],
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
        customer: { source_id: "reader" },
      },
      answer: ClientRedemptionAnswer,
      errors: [...ERRORS, "duplicated_redeemables", "no_applicable_redeemables"],
    },
    (scope, { body, origin }) => {
      refuseUnlessOpen(scope, origin);
      return redeem(scope, body, allForShopper(scope, body));
    },
  ),
];
