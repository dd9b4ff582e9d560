import * as z from "zod";
import { pageQuery } from "../../http/page";
import type { CampaignType } from "../../model/campaign-types";
import { Instant } from "../../model/instant";

/** In the order in which an error tells them. */
const CAMPAIGN_TYPES: { [Type in CampaignType]: Type } = {
  LOYALTY_PROGRAM: "LOYALTY_PROGRAM",
  PROMOTION: "PROMOTION",
  DISCOUNT_COUPONS: "DISCOUNT_COUPONS",
  GIFT_VOUCHERS: "GIFT_VOUCHERS",
  REFERRAL_PROGRAM: "REFERRAL_PROGRAM",
};

/** Where an item stands: the number of its event, and which of the items it is that this makes. */
export interface ActivityPlace {
  sequence: number;
  part: number;
}

/** The id of an activity ends with its place, so that a page goes on from there at once. */
const ActivityId = z
  .string()
  .regex(/^\w{1,100}_\d{1,15}(\.[1-9])?$/, "the id of an activity")
  .transform((id): ActivityPlace => {
    const [sequence, part = 0] = id.slice(id.lastIndexOf("_") + 1).split(".");
    return { sequence: Number(sequence), part: Number(part) };
  });

/** Query of a customer's activity. */
export const ActivityQuery = z.object({
  limit: pageQuery.limit,
  order: z.enum(["created_at", "-created_at"]).default("-created_at"),
  starting_after_id: ActivityId.optional(),
  start_date: Instant.optional(),
  end_date: Instant.optional(),
  campaign_type: z.enum(CAMPAIGN_TYPES).optional(),
  campaign_id: z.string().max(100).optional(),
  category: z.enum(["ACTION", "EFFECT"]).optional(),
  type: z
    .string()
    .max(100)
    .regex(/^customer(\.[a-z_]+)+$/, "a kind of activity, such as customer.created")
    .optional(),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** Something that happened to a customer or to a card (contract, "Member activity item"). */
export const Activity = z
  .object({
    id: z.string(),
    type: z.string(),
    data: z.object({
      data: z.record(z.string(), z.unknown()),
      event_source: z.record(z.string(), z.unknown()),
    }),
    created_at: z.string(),
    group_id: z.string(),
  })
  .meta({ id: "CustomerActivity" });
export type Activity = z.infer<typeof Activity>;

/** Query of the activity of a loyalty card. */
export const MemberActivityQuery = ActivityQuery.pick({
  limit: true,
  order: true,
  starting_after_id: true,
});
export type MemberActivityQuery = z.infer<typeof MemberActivityQuery>;
