import { decode, type RawRow, type Statement } from "../../../db/client";
import { type Fragment, param, raw, sql } from "../../../db/sql";
import { loyaltyPointsBuckets, type PointsBucketRow } from "../../../db/tables/loyalty";
import { NEVER } from "../../../engine/loyalty/expiration";
import type { Scope } from "../../../scope/scope";

export const decodeBucket = (raw: RawRow): PointsBucketRow => decode(loyaltyPointsBuckets, raw);

/** The card's buckets that points are in that expire, or that points have expired in. */
const telling = (scope: Scope, voucherId: Fragment): Fragment =>
  sql`FROM loyalty_points_buckets WHERE project_id = ${scope.project.id}
    AND voucher_id = ${voucherId} AND expires_at < ${raw(`'${NEVER}'`)}
    AND (points > 0 OR expired_points > 0)`;

/** A page of a card's buckets, those first that expire soonest, and how many there are. */
export function bucketsOf(
  scope: Scope,
  voucherId: Fragment,
  { limit, page }: { limit: number; page: number },
): { rows: Statement; total: Statement } {
  const [most, before] = [param(limit), param((page - 1) * limit)];
  return {
    rows: sql`SELECT * ${telling(scope, voucherId)}
      ORDER BY expires_at LIMIT ${most} OFFSET ${before}`,
    total: sql`SELECT count(*) AS total ${telling(scope, voucherId)}`,
  };
}
