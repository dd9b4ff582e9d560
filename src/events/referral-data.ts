import * as z from "zod";
import { RedeemableHolder } from "../model/holder";
import { ReferredBy } from "../model/referral";
import { Voucher } from "../model/voucher";
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
});

/** What happens to those who refer and are referred. */
export const referralKinds = {
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
