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
