import * as z from "zod";
import { Metadata } from "../model/metadata";
import { ToldValidation } from "../model/told-validation";
import { Voucher } from "../model/voucher";
import { campaign, customer } from "./parts";

/*
 * What events of a customer carry: those that callers tell, and those of segments.
 */

/** A card as such an event names it; its points are told by the events of what it earns. */
const namedCard = Voucher.pick({
  id: true,
  code: true,
  type: true,
  campaign: true,
  campaign_id: true,
  created_at: true,
  object: true,
});

export const segment = z.object({
  id: z.string(),
  name: z.string(),
  object: z.literal("segment"),
});

/** A segment that a customer entered or left. */
export const segmentEvent = z.object({ customer, segment });

/** Something that happened to a customer, and the schema that it was sent by. */
export const customEvent = z.object({
  event: z.object({
    id: z.string(),
    object: z.literal("event"),
    type: z.string(),
    customer,
    referral: z.object({ code: z.string(), referrer_id: z.string().optional() }).nullable(),
    loyalty: z.object({ code: z.string() }).nullable(),
    metadata: Metadata,
    created_at: z.string(),
  }),
  event_schema: z.object({ id: z.string(), name: z.string() }),
  customer,
  /** The referral code that the caller named, and who refers by it. */
  referral: z
    .object({ referrer: customer, voucher: Voucher, campaign: campaign.nullable() })
    .nullable(),
  /** The card that the caller named. */
  loyalty: z.object({ voucher: namedCard, campaign: campaign.nullable() }).nullable(),
});

/** A validation for a known customer. */
export const validationEvent = z.object({ customer, validation: ToldValidation });
