import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import type { Discount } from "../../../parts/discount";
import { server } from "../../../session";

export type Tier = Schemas["PromotionTier"];

/** The tiers of a promotion, in their order. */
export async function tiersOf(campaignId: string): Promise<Tier[]> {
  const params = { path: { campaignId } };
  return (await answerOf(server().GET("/v1/promotions/{campaignId}/tiers", { params }))).tiers;
}

/** The cast holds: the service takes no action of a tier but one with a discount. */
export const discountIn = ({ action }: Tier): Discount | null =>
  (action?.discount as Discount | undefined) ?? null;

export const putTier = (promotionTierId: string, body: { hierarchy: number }) =>
  answerOf(
    server().PUT("/v1/promotions/tiers/{promotionTierId}", {
      params: { path: { promotionTierId } },
      body,
    }),
  );

/** Makes a tier that was deleted anew, at its place and under its rules. */
export function remake(tier: Tier) {
  const { name, hierarchy, metadata, active, category_id, campaign_id: campaignId } = tier;
  const { banner, start_date, expiration_date } = tier;
  const { validity_timeframe, validity_day_of_week, validity_hours } = tier;
  const discount = discountIn(tier);
  const body = {
    ...{ name, hierarchy, metadata, active, category_id },
    ...(banner !== undefined && { banner }),
    ...(start_date !== undefined && { start_date }),
    ...(expiration_date !== undefined && { expiration_date }),
    ...(validity_timeframe && { validity_timeframe }),
    ...(validity_day_of_week && { validity_day_of_week }),
    ...(validity_hours && { validity_hours }),
    ...(discount && { action: { discount } }),
    validation_rules: tier.validation_rule_assignments.data.map(({ rule_id }) => rule_id),
  };
  const params = { path: { campaignId } };
  return answerOf(server().POST("/v1/promotions/{campaignId}/tiers", { params, body }));
}
