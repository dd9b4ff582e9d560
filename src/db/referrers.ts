import { type Fragment, raw, type Slot, sql } from "./sql";

/** So far a chain of referrals is followed up: what is read stays the same, however long it is. */
const HIGHEST = raw(64);

/** Somebody in a campaign; the parts are expressions. */
export interface InCampaign {
  project: Fragment | Slot;
  campaign: Fragment;
  customer: Fragment;
}

/**
 * Whether one of `others`, a SELECT of ids, referred a customer in a campaign, or whoever referred
 * that one, and so on.
 */
export const wasReferredBy = (
  { project, campaign, customer }: InCampaign,
  others: Fragment,
): Fragment =>
  sql`EXISTS (WITH RECURSIVE up (id, height) AS (
      SELECT ${customer}, 0 UNION ALL SELECT r.referrer_id, up.height + 1
      FROM up CROSS JOIN referrals r ON r.project_id = ${project} AND r.campaign_id = ${campaign}
        AND r.referee_id = up.id WHERE up.height < ${HIGHEST})
    SELECT 1 FROM up WHERE height > 0 AND id IN (${others}))`;
