import type * as z from "zod";
import type { Answer } from "../../commit/answer";
import { load } from "../../commit/load";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import {
  decodePlaced,
  getTier,
  type PlacedTier,
  tiersByIds,
} from "../campaigns/promotions/tiers/store";
import { viewTier } from "../campaigns/promotions/tiers/view";
import { qualify } from "../qualifications/qualify";
import { redeem, refuseUnlessOpen } from "../redemptions/redeem";
import { oneForShopper, onlyOf } from "../redemptions/shopper";
import { validate } from "../validations/validate";
import { flat } from "../validations/validate-voucher";
import type { PromotionsQuery, TierRequest } from "./schema";

/** Tiers that one answer holds at most, which is a page of a qualification. */
const MOST = 50;

const viewPlaced = ({ tier, campaign }: PlacedTier) => viewTier(campaign, tier);

interface Costed {
  order?:
    | Partial<Record<`total_${"" | "applied_"}discount_amount`, number | undefined>>
    | undefined;
}

const amountsOf = ({ order }: Costed) => ({
  discount_amount: order?.total_discount_amount ?? 0,
  applied_discount_amount: order?.total_applied_discount_amount ?? 0,
});

/** Whether one tier applies to an order, flat beside the tier itself. */
export async function validateTier(
  scope: Scope,
  id: string,
  { options, ...request }: z.infer<typeof TierRequest>,
): Promise<Answer> {
  const tier = viewPlaced(await getTier(scope, id));
  const asked: DecideRequest = {
    ...request,
    options: { ...options, expand: [] },
    redeemables: [{ object: "promotion_tier", id }],
  };
  return validate(scope, asked, (answer) => {
    const shown = flat(scope, answer);
    return { ...tier, ...shown, ...("order" in shown && amountsOf(shown)) };
  });
}

const ofTier = (id: string, request: z.infer<typeof TierRequest>): DecideRequest => ({
  ...request,
  redeemables: [{ object: "promotion_tier", id }],
});

/** Redeems one tier on an order. */
export const redeemTier = (scope: Scope, id: string, request: z.infer<typeof TierRequest>) =>
  redeem(scope, ofTier(id, request), onlyOf);

/** The same from a browser, which is told less; refuses where the project is not open to it. */
export function redeemTierAsShopper(
  scope: Scope,
  id: string,
  { origin, ...request }: z.infer<typeof TierRequest> & { origin: string | undefined },
) {
  refuseUnlessOpen(scope, origin);
  const asked = ofTier(id, request);
  return redeem(scope, asked, oneForShopper(scope, asked));
}

/** What a validation of all promotions asks a qualification for. */
interface Asked extends Pick<DecideRequest, "customer" | "order" | "metadata" | "tracking_id"> {
  query: PromotionsQuery;
}

/**
 * All tiers that apply, as a qualification finds them, each whole with what it does to the order.
 * Two round trips.
 */
export async function validatePromotions(scope: Scope, { query, ...request }: Asked) {
  const campaign = query.filters?.promotion_id;
  const found = await qualify(scope, {
    ...request,
    scenario: query.audienceRulesOnly === "true" ? "AUDIENCE_ONLY" : "ALL",
    options: {
      limit: MOST,
      filters: {
        resource_type: { conditions: { $is: ["promotion_tier"] } },
        ...(campaign && { campaign_id: campaign }),
      },
    },
  });
  const entries = found.redeemables.data;
  const { rows } = await load(scope, {
    rows: tiersByIds(
      scope,
      entries.map(({ id }) => id),
    ),
  });
  const tiers = new Map(rows.map(decodePlaced).map((placed) => [placed.tier.id, placed]));
  const promotions = entries.flatMap(({ id, result, order, applicable_to, inapplicable_to }) => {
    const placed = tiers.get(id);
    if (!placed) return [];
    const { discount } = "discount" in result ? result : {};
    const reach = { applicable_to, inapplicable_to };
    const effect = { ...(discount && { discount }), ...(order && { order }), ...reach };
    return [{ placed, shown: { valid: true, ...amountsOf({ order }), ...effect } }];
  });
  const { tracking_id } = found;
  return { valid: promotions.length > 0, promotions, ...(tracking_id && { tracking_id }) };
}

/** The same as a back end is told it. */
export async function viewPromotions(scope: Scope, asked: Asked) {
  const { promotions, ...rest } = await validatePromotions(scope, asked);
  const shown = promotions.map((each) => ({ ...viewPlaced(each.placed), ...each.shown }));
  return { ...rest, promotions: shown };
}
