import * as z from "zod";
import { Metadata } from "../model/metadata";
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

/** As the request named them. */
const validated = z.array(z.object({ id: z.string(), type: z.string() }));

/** How often something kept validations from applying, by the key of its error. */
const reasons = z.array(z.object({ key: z.string(), count: z.int() }));

/**
 * A validation for a known customer: what applied, what did not, and what had no turn. Several of
 * one minute that end alike are one: it has the id and the time of the last, the names of all, their
 * number and when the first was (`count` and `since`, which one alone lacks).
 */
export const validationEvent = z.object({
  customer,
  validation: z.object({
    id: z.string(),
    session_id: z.string().optional(),
    status: z.enum(["VALID", "INVALID"]),
    created_at: z.string(),
    customer_id: z.string(),
    redeemables: validated,
    skipped_redeemables: validated,
    inapplicable_redeemables: validated,
    reasons: reasons.optional(),
    count: z.int().optional(),
    since: z.string().optional(),
  }),
});
