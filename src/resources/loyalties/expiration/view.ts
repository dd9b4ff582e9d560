import type { PointsBucketRow } from "../../../db/tables/loyalty";
import type { PointsBucket } from "../../../model/loyalty/points-bucket";

/** A bucket with the points that it has, or had when they expired. */
export const viewBucket = (row: PointsBucketRow): PointsBucket => ({
  id: row.id,
  voucher_id: row.voucher_id,
  campaign_id: row.campaign_id,
  bucket: { total_points: row.points > 0 ? row.points : row.expired_points },
  status: row.points > 0 ? "ACTIVE" : "EXPIRED",
  expires_at: row.expires_at,
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "loyalty_points_bucket",
});
