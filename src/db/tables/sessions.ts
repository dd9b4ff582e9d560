import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * What a session key holds of a voucher until `expires_at` (epoch milliseconds). The voucher's
 * `held_quantity` and `held_amount` are the sums of these rows: they move in the same batch.
 */
export const sessionHolds = sqliteTable(
  "session_holds",
  {
    project_id: text().notNull(),
    voucher_id: text().notNull(),
    session_key: text().notNull(),
    quantity: integer().notNull(),
    /** Credits of a gift card in minor units, or points of a loyalty card. */
    amount: integer().notNull(),
    ttl: integer().notNull(),
    ttl_unit: text().notNull(),
    created_at: text().notNull(),
    expires_at: integer().notNull(),
    /** Where a browser's hold came from; null for back ends. */
    address_block: text(),
    /** The customer whose token made the hold, or whom the back end named. */
    customer_id: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.voucher_id, t.session_key] }),
    index("session_holds_key").on(t.project_id, t.session_key, t.voucher_id),
    index("session_holds_lapsed").on(t.project_id, t.voucher_id, t.expires_at),
    // What nobody took away when it lapsed.
    index("session_holds_age").on(t.expires_at),
    index("session_holds_block")
      .on(t.project_id, t.address_block, t.expires_at)
      .where(sql`address_block IS NOT NULL`),
    check("hold_counted", sql`quantity >= 0 AND amount >= 0`),
  ],
);
export type SessionHoldRow = typeof sessionHolds.$inferSelect;
