import { type Context, Hono } from "hono";
import * as z from "zod";
import { ApiError } from "../../errors";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { respond } from "../../http/respond";
import { body, query } from "../../http/validate";
import type { DecideRequest } from "../../model/redeemable";
import { Code } from "../../model/voucher";
import type { Scope } from "../../scope/scope";
import { asSent, reachSeen } from "../orders/view";
import { type Redeemed, redeem, refuseUnlessEnabled } from "./redeem";
import { REDEEM_ERRORS } from "./routes";
import { ClientRedemption, ClientRedemptionAnswer, RedeemMany, RedeemOne } from "./schema";

const ByCode = z.object({ code: Code, tracking_id: z.string().max(255).optional() });

const ERRORS = ["forbidden", ...REDEEM_ERRORS] as const;

/** Redeeming wants the switch and an origin; apps, which send none, redeem through their back end. */
function enter(c: Context<AppEnv>): Scope {
  const scope = scopeOf(c);
  refuseUnlessEnabled(scope);
  if (c.req.header("origin") === undefined) {
    throw new ApiError("forbidden", { details: "Header origin is required to redeem" });
  }
  return scope;
}

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

export const clientRedemptions = new Hono<AppEnv>()
  .post(
    "/redeem",
    operation({
      summary: "Redeem a code from a shopper's device",
      answer: ClientRedemption,
      errors: ERRORS,
    }),
    query(ByCode),
    body(RedeemOne),
    async (c) => {
      const scope = enter(c);
      const { code, tracking_id } = c.req.valid("query");
      const { gift, reward, ...rest } = c.req.valid("json");
      const request = {
        ...rest,
        tracking_id: tracking_id ?? rest.tracking_id,
        redeemables: [{ object: "voucher" as const, id: code, gift, reward }],
      };
      return respond(c, await redeem(scope, request, shapeOne(request.order)));
    },
  )
  .post(
    "/redemptions",
    operation({
      summary: "Redeem several redeemables from a shopper's device",
      answer: ClientRedemptionAnswer,
      errors: [
        ...ERRORS,
        "duplicated_redeemables",
        "invalid_redeemables",
        "no_applicable_redeemables",
      ],
    }),
    body(RedeemMany),
    async (c) => {
      const request = c.req.valid("json");
      return respond(c, await redeem(enter(c), request, shapeAll(request.order)));
    },
  );
