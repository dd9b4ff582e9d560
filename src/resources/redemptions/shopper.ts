import { present } from "../../lib/assert";
import { type Metadata, underKeys } from "../../model/metadata";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { asSent, reachSeen } from "../orders/view";
import type { Redeemed } from "./redeem";
import type { ViewedRedemption } from "./view";

type Customer = ViewedRedemption["customer"];

/** An id proves nobody: without a token it leads to no source id that was not sent beside it. */
function whoFor({ shopper }: Scope, { customer, order }: DecideRequest, who: Customer): Customer {
  const named = customer ?? order?.customer;
  const isTold = shopper !== null || !named?.id || named.source_id === who?.source_id;
  return who && !isTold ? { id: who.id, object: who.object } : who;
}

/** What is told of a redemption, with notes only under the keys that browsers may see. */
function asShopper(viewed: ViewedRedemption, scope: Scope, request: DecideRequest) {
  const { voucher, promotion_tier, ...redemption } = viewed;
  const { project } = scope;
  const { order: sent } = request;
  const seen = <T extends { metadata: Metadata }>(noted: T) => ({
    ...noted,
    metadata: underKeys(noted.metadata, project.client_visible_metadata),
  });
  return {
    ...redemption,
    order: redemption.order && asSent(redemption.order, sent),
    customer: whoFor(scope, request, redemption.customer),
    ...(voucher !== undefined && {
      voucher: voucher && seen(reachSeen(voucher, sent)),
    }),
    ...(promotion_tier && { promotion_tier: seen(promotion_tier) }),
  };
}

/** The redemption of one redeemable. */
export const onlyOf = ({ redemptions }: Redeemed): ViewedRedemption =>
  present(redemptions[0], "a redemption of what was redeemed");

/** The same for a browser: of lines that it did not send itself, it is shown the amounts alone. */
export const oneForShopper = (scope: Scope, request: DecideRequest) => (all: Redeemed) =>
  asShopper(onlyOf(all), scope, request);

/** All that was redeemed, for a browser. */
export const allForShopper =
  (scope: Scope, request: DecideRequest) =>
  ({ redemptions, parent_redemption: parent, order, ...rest }: Redeemed) => ({
    redemptions: redemptions.map((redemption) => asShopper(redemption, scope, request)),
    ...(parent && { parent_redemption: asShopper(parent, scope, request) }),
    ...(order && { order: asSent(order, request.order) }),
    ...rest,
  });
