import * as z from "zod";
import { RedeemableHolder } from "../model/holder";
import { ReferralTier, ReferredBy } from "../model/referral";
import { Voucher } from "../model/voucher";
import { customEvent } from "./customer-data";
import { campaign, customer } from "./parts";

/*
 * What events of referrals carry.
 */

/** A referral code that a customer holds now, or does not any more. */
const holderEvent = z.object({
  holder: RedeemableHolder.extend({ publication_id: z.string().nullable() }),
  voucher: Voucher,
  campaign: campaign.nullable(),
  customer,
});

/** Somebody was referred. */
const referredEvent = z.object({
  customer,
  referrer: customer,
  voucher: Voucher,
  campaign: campaign.nullable(),
  referral: ReferredBy,
  /** The event that converted it; null of a redemption. */
  custom_event: customEvent.shape.event.nullable(),
});

/** The tier that rewards who refers, and what the referral converted by. */
export const rewardingTier = z.object({
  id: z.string(),
  campaign_id: z.string(),
  banner: z.string(),
  parameters: z.object({ event_type: z.string() }),
});

const tierEvent = z.object({ campaign, referral_tier: ReferralTier });

/** What happens to those who refer and are referred. */
export const referralKinds = {
  "campaign.referral_tier.created": { data: tierEvent },
  "campaign.referral_tier.updated": { data: tierEvent },
  "campaign.referral_tier.deleted": { data: tierEvent },
  "customer.referred": { data: referredEvent, activity: "customer.referred" },
  "customer.holder.assignment.created": {
    data: holderEvent,
    activity: "customer.holder.assignment.created",
  },
  "customer.holder.assignment.deleted": {
    data: holderEvent,
    activity: "customer.holder.assignment.deleted",
  },
};
