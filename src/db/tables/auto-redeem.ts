import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Cards that may pay the reward of their program that is redeemed by itself, and the instant from
 * which on the night tries. `marks` counts how often a card was found, so that one that is found
 * again while the night looks at it is looked at again.
 */
export const autoRedeemCards = sqliteTable(
  "auto_redeem_cards",
  {
    project_id: text().notNull(),
    voucher_id: text().notNull(),
    due_at: text().notNull(),
    marks: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.voucher_id] }),
    index("auto_redeem_cards_due").on(t.due_at, t.project_id, t.voucher_id),
  ],
);

/** How often rewards were redeemed by themselves for a customer on its last day of the calendar. */
export const autoRedeemDays = sqliteTable(
  "auto_redeem_days",
  {
    project_id: text().notNull(),
    customer_id: text().notNull(),
    day: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.customer_id] }),
    check("auto_redeem_limit", sql`count BETWEEN 1 AND 10`),
  ],
);
