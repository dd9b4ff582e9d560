import * as z from "zod";
import { route } from "../../http/route";
import type { DecideRequest } from "../../model/redeemable";
import { Code } from "../../model/voucher";
import { asSent, reachSeen } from "../orders/view";
import { type Redeemed, redeem, refuseUnlessOpen } from "./redeem";
import { REDEEM_ERRORS } from "./routes";
import { ClientRedemption, ClientRedemptionAnswer, RedeemMany, RedeemOne } from "./schema";

const ByCode = z.object({ code: Code, tracking_id: z.string().max(255).optional() });

const ERRORS = ["forbidden", ...REDEEM_ERRORS] as const;

type Sent = DecideRequest["order"];
type Shopper = z.infer<typeof ClientRedemption>;

const asShopper = (redemption: Shopper, sent: Sent): Shopper => ({
  ...redemption,
  order: redemption.order && asSent(redemption.order, sent),
  ...(redemption.voucher && { voucher: reachSeen(redemption.voucher, sent) }),
});

/** An allow-list: fields that the schema does not name are dropped. */
const shapeOne =
  (sent: Sent) =>
  ({ redemptions }: Redeemed) =>
    asShopper(ClientRedemption.parse(redemptions[0]), sent);

const shapeAll = (sent: Sent) => (all: Redeemed) => {
  const {
    redemptions,
    parent_redemption: parent,
    order,
    ...rest
  } = ClientRedemptionAnswer.parse(all);
  return {
    redemptions: redemptions.map((redemption) => asShopper(redemption, sent)),
    ...(parent && { parent_redemption: asShopper(parent, sent) }),
    ...(order && { order: asSent(order, sent) }),
    ...rest,
  };
};

export const clientRedemptions = [
  route(
    "POST",
    "/redeem",
    {
      summary: "Redeem a code from a shopper's device",
      query: ByCode,
      body: RedeemOne,
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
      return redeem(scope, request, shapeOne(request.order));
    },
  ),
  route(
    "POST",
    "/redemptions",
    {
      summary: "Redeem several redeemables from a shopper's device",
      body: RedeemMany,
      answer: ClientRedemptionAnswer,
      errors: [
        ...ERRORS,
        "duplicated_redeemables",
        "invalid_redeemables",
        "no_applicable_redeemables",
      ],
    },
    (scope, { body, origin }) => {
      refuseUnlessOpen(scope, origin);
      return redeem(scope, body, shapeAll(body.order));
    },
  ),
];
