import { type Fragment, type Slot, sql } from "./sql";

/** An entry that added points to a card; both ids are expressions. */
interface Added {
  project: Slot;
  card: Fragment;
  entry: Fragment;
}

/**
 * Whether a night took what was left of the points by `now`: they are not on the card any more, and
 * what a rollback has put there since goes with the next night.
 */
export const haveExpired = ({ project, card, entry }: Added, now: string): Fragment =>
  sql`EXISTS (SELECT 1 FROM loyalty_points_moves m
    CROSS JOIN loyalty_points_buckets b ON b.project_id = m.project_id
      AND b.voucher_id = m.voucher_id AND b.expires_at = m.expires_at
    WHERE m.project_id = ${project} AND m.voucher_id = ${card} AND m.transaction_id = ${entry}
      AND b.expired_points > 0 AND b.due_at <= ${now})`;
