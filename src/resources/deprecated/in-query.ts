import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { viewClientTier } from "../campaigns/promotions/tiers/view";
import { asSent, reachSeen } from "../orders/view";
import { viewForShopper } from "../validations/shopper";
import { validate } from "../validations/validate";
import { flatVoucher } from "../validations/validate-voucher";
import { validatePromotions } from "./promotions";
import type { PromotionsInQuery, ValidationInQuery } from "./schema";

const isGiven = ({ amount, item, order }: PromotionsInQuery): boolean =>
  amount !== undefined || item !== undefined || order !== undefined;

/** The order and the customer that a query tells of, as bodies have them. */
const decidableOf = (query: PromotionsInQuery) => ({
  customer: typeof query.customer === "string" ? { source_id: query.customer } : query.customer,
  ...(isGiven(query) && {
    order: { amount: query.amount, items: query.item, metadata: query.order?.metadata },
  }),
  tracking_id: query.tracking_id,
  metadata: query.metadata,
});

function requestOf(query: ValidationInQuery): DecideRequest {
  const { code, gift, reward, session_type: type, session_key: key } = query;
  const { session_ttl: ttl, session_ttl_unit: ttl_unit } = query;
  const isHeld = type !== undefined || key !== undefined || ttl !== undefined;
  return {
    ...decidableOf(query),
    redeemables: [{ object: "voucher", id: code, gift, reward }],
    ...(isHeld && { session: { type: type ?? "LOCK", key, ttl, ttl_unit } }),
  };
}

/** Whether a code applies, as a browser asks with a query alone. */
export function validateInQuery(scope: Scope, query: ValidationInQuery) {
  const request = requestOf(query);
  const shown = { project: scope.project, sent: request.order };
  return validate(scope, request, (answer, decided) => ({
    code: query.code,
    metadata: {},
    ...flatVoucher(scope, viewForShopper(answer, shown), decided),
  }));
}

/** Which tiers apply, as a browser asks with a query alone. */
export async function promotionsInQuery(scope: Scope, query: PromotionsInQuery) {
  const { client_visible_metadata: keys } = scope.project;
  const request = decidableOf(query);
  const { promotions, ...rest } = await validatePromotions(scope, { ...request, query: {} });
  return {
    ...rest,
    promotions: promotions.map(({ placed, shown }) => ({
      ...viewClientTier(placed.campaign, placed.tier, keys),
      ...reachSeen(shown, request.order),
      order: asSent(shown.order, request.order),
    })),
  };
}
