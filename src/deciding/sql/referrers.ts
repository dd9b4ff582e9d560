import { wasReferredBy } from "../../db/referrers";
import { type Fragment, raw, sql } from "../../db/sql";
import type { About } from "./about";

const GIVER = { campaign: raw("v.campaign_id"), customer: raw("v.holder_id") };

/**
 * Whether who gives out a referral code, as `v`, was referred by the customer, over whomever: no
 * chain of referrals comes round. Nothing is read for other codes.
 */
export const referredByOwn = ({ project, customer }: About): Fragment =>
  customer === null
    ? sql`0 AS is_circular`
    : sql`iif(v.is_referral_code, ${wasReferredBy({ project, ...GIVER }, customer)}, 0)
      AS is_circular`;
