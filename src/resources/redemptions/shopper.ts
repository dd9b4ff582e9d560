import type { ProjectRow } from "../../db/tables/control";
import { present } from "../../lib/assert";
import { type Metadata, underKeys } from "../../model/metadata";
import type { DecideRequest } from "../../model/redeemable";
import { asSent, reachSeen } from "../orders/view";
import type { Redeemed } from "./redeem";
import type { ViewedRedemption } from "./view";

/** What a browser asks of it, and what its project lets browsers see. */
interface Shown {
  project: Pick<ProjectRow, "client_visible_metadata">;
  sent: DecideRequest["order"];
}

/** What is told of a redemption, with notes only under the keys that browsers may see. */
function asShopper({ voucher, promotion_tier, ...redemption }: ViewedRedemption, shown: Shown) {
  const { project, sent } = shown;
  const seen = <T extends { metadata: Metadata }>(noted: T) => ({
    ...noted,
    metadata: underKeys(noted.metadata, project.client_visible_metadata),
  });
  return {
    ...redemption,
    order: redemption.order && asSent(redemption.order, sent),
    ...(voucher && { voucher: seen(reachSeen(voucher, sent)) }),
    ...(promotion_tier && { promotion_tier: seen(promotion_tier) }),
  };
}

/** The redemption of one redeemable. */
export const onlyOf = ({ redemptions }: Redeemed): ViewedRedemption =>
  present(redemptions[0], "a redemption of what was redeemed");

/** The same for a browser: of lines that it did not send itself, it is shown the amounts alone. */
export const oneForShopper = (shown: Shown) => (all: Redeemed) => asShopper(onlyOf(all), shown);

/** All that was redeemed, for a browser. */
export const allForShopper =
  (shown: Shown) =>
  ({ redemptions, parent_redemption: parent, order, ...rest }: Redeemed) => ({
    redemptions: redemptions.map((redemption) => asShopper(redemption, shown)),
    ...(parent && { parent_redemption: asShopper(parent, shown) }),
    ...(order && { order: asSent(order, shown.sent) }),
    ...rest,
  });
