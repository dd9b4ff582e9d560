import type { Statement } from "../../db/client";
import { sql, valuesOf } from "../../db/sql";

/** Points of these cards that are gone by an instant (ISO), as far as they lie there now. */
export const expiringBy = (
  projectId: string,
  voucherIds: readonly string[],
  instant: string,
): Statement =>
  sql`SELECT voucher_id, sum(points) AS points
    FROM loyalty_points_buckets INDEXED BY points_buckets_left
    WHERE project_id = ${projectId} AND voucher_id IN (${valuesOf(voucherIds)})
      AND points > 0 AND due_at <= ${instant}
    GROUP BY voucher_id`;
