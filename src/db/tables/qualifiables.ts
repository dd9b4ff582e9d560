import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Where qualification finds its candidates: one row for each term under which a campaign, a
 * voucher, a promotion tier or a stack can be found, newest first. A term is something that a
 * request must bring for the rules to be met, or `any`. Triggers alone write here, whatever changes
 * the objects: what may qualify, and as which kind, the view `qualifiable_objects_v` tells them
 * (migration 0007). The sweep moves rows between the states as their dates pass.
 */
export const qualifiables = sqliteTable(
  "qualifiables",
  {
    project_id: text().notNull(),
    /** 0 opens later, 1 open as far as dates go, 2 closed. */
    is_open: integer().notNull(),
    term: text().notNull(),
    /**
     * A moment, and behind it two digits for each of the last five characters of the id. The moment
     * is the creation time; what was made at once with others has one of its own behind theirs,
     * which it keeps (`99` stands first behind that). It is told as the place where a page ends,
     * and is never a whole second (migration 0068). The trigger makes it: a column of the vouchers
     * would cost each of them 33 bytes.
     */
    sort_key: text().notNull(),
    id: text().notNull(),
    /** What it is and of which type of campaign, such as `promotion_tier:PROMOTION`. */
    kind: text().notNull(),
    /** Epoch milliseconds; null where no date stands. */
    opens_at: integer(),
    closes_at: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.is_open, t.term, t.sort_key, t.id] }),
    index("qualifiables_object").on(t.id, t.project_id),
    index("qualifiables_kind").on(t.project_id, t.kind, t.is_open, t.term, t.sort_key),
    index("qualifiables_due").on(t.project_id, t.opens_at).where(sql`is_open = 0`),
    index("qualifiables_opening").on(t.opens_at).where(sql`is_open = 0`),
    index("qualifiables_closing").on(t.closes_at).where(sql`is_open = 1 AND closes_at IS NOT NULL`),
  ],
);
