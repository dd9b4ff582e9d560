import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";
import { bulkOf } from "../../../model/bulk";
import {
  LoyaltyTier,
  MOST_TIERS,
  TierMappings,
  TierPointsInput,
} from "../../../model/loyalty/tier";
import { Metadata } from "../../../model/metadata";
import { Name } from "../../../model/name";

export const TierInput = z.object({
  name: Name,
  points: TierPointsInput,
  earning_rules: TierMappings.nullish(),
  rewards: TierMappings.nullish(),
  metadata: Metadata.nullish(),
});
export type TierInput = z.infer<typeof TierInput>;

/** Tiers are added together, all or none of them (reference 2.13, "Tiers"). */
export const TiersCreate = bulkOf(TierInput, MOST_TIERS);
export type TiersCreate = z.infer<typeof TiersCreate>;

/** Body of an update: absent keeps; null empties a mapping and clears metadata. */
export const TierUpdate = TierInput.partial();
export type TierUpdate = z.infer<typeof TierUpdate>;

export const Tiers = z.array(LoyaltyTier);
export const TierList = listOf("data", LoyaltyTier);

export const TierQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).default("-created_at"),
});
export type TierQuery = z.infer<typeof TierQuery>;
