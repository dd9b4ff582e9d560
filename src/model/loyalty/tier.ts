import * as z from "zod";
import { withoutNulls } from "../../lib/json-value";
import { Metadata } from "../metadata";
import { Name } from "../name";

/** All tiers of a program are read wherever a member moves, so that they are few. */
export const MOST_TIERS = 100;

/** How the points of an earning rule or a reward change for members of a tier. */
export const TierMapping = z.union([
  z.object({
    type: z.literal("MULTIPLY").default("MULTIPLY"),
    multiplier: z.number().min(0).max(1_000_000),
  }),
  z.object({
    type: z.literal("CUSTOM").default("CUSTOM"),
    points: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  }),
]);
export type TierMapping = z.infer<typeof TierMapping>;

/** By id of an earning rule, or of a reward assignment. */
export const TierMappings = z
  .record(z.string().max(100), TierMapping)
  .refine((map) => Object.keys(map).length <= 500, "must NOT have more than 500 entries");
export type TierMappings = z.infer<typeof TierMappings>;

const Bound = z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional();

/** The points that lead into a tier, both included; one without any is reached by nobody. */
export const TierPoints = z
  .object({ from: Bound, to: Bound })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ["to"],
    message: "must be >= from",
  });
export type TierPoints = z.infer<typeof TierPoints>;

/** Bounds as they are sent: one that is null is none. */
export const TierPointsInput = z.preprocess(withoutNulls, TierPoints);

/** Since when and until when a customer is in a tier: the first and the last day. */
const Expiration = z.object({
  customer_id: z.string(),
  campaign_id: z.string(),
  tier_id: z.string(),
  start_date: z.string().optional(),
  expiration_date: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string().optional(),
});

const points = z.object({ from: z.int().optional(), to: z.int().optional() });

/** A tier of a loyalty program; `expiration` where it is shown of a member. */
export const LoyaltyTier = z
  .object({
    id: z.string(),
    name: Name,
    campaign_id: z.string(),
    points,
    config: z.object({ points }),
    earning_rules: TierMappings,
    rewards: TierMappings,
    metadata: Metadata.nullable(),
    created_at: z.string(),
    updated_at: z.string().nullable(),
    expiration: Expiration.optional(),
    object: z.literal("loyalty_tier"),
  })
  .meta({ id: "LoyaltyTier" });
export type LoyaltyTier = z.infer<typeof LoyaltyTier>;
