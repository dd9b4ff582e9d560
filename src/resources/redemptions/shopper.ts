import { present } from "../../lib/assert";
import type { DecideRequest } from "../../model/redeemable";
import { asSent, reachSeen } from "../orders/view";
import type { Redeemed } from "./redeem";
import type { ViewedRedemption } from "./view";

type Sent = DecideRequest["order"];

const asShopper = (redemption: ViewedRedemption, sent: Sent) => ({
  ...redemption,
  order: redemption.order && asSent(redemption.order, sent),
  ...(redemption.voucher && { voucher: reachSeen(redemption.voucher, sent) }),
});

/** The redemption of one redeemable. */
export const onlyOf = ({ redemptions }: Redeemed): ViewedRedemption =>
  present(redemptions[0], "a redemption of what was redeemed");

/** The same for a browser: of lines that it did not send itself, it is shown the amounts alone. */
export const oneForShopper = (sent: Sent) => (all: Redeemed) => asShopper(onlyOf(all), sent);

/** All that was redeemed, for a browser. */
export const allForShopper =
  (sent: Sent) =>
  ({ redemptions, parent_redemption: parent, order, ...rest }: Redeemed) => ({
    redemptions: redemptions.map((redemption) => asShopper(redemption, sent)),
    ...(parent && { parent_redemption: asShopper(parent, sent) }),
    ...(order && { order: asSent(order, sent) }),
    ...rest,
  });
