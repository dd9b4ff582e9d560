import type { PendingPointsRow } from "../../../db/tables/loyalty";
import type { PendingPoints } from "../../../model/loyalty/pending-points";

export const viewPending = (row: PendingPointsRow): PendingPoints => ({
  id: row.id,
  voucher_id: row.voucher_id,
  campaign_id: row.campaign_id,
  customer_id: row.customer_id,
  order_id: row.order_id,
  points: row.points,
  activates_at: row.activates_at,
  details: row.details,
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
});
