import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { AsLeft } from "../../model/as-left";

/**
 * How many of each a project has: the `total` of lists. `event_sequence` is the number of its last
 * event, `events_taken` that of the last one which listeners took up, `events_archived` that of the
 * last one which stands in the archive and no longer in the outbox.
 */
export const tallies = sqliteTable(
  "tallies",
  {
    project_id: text().primaryKey(),
    event_sequence: integer().notNull().default(0),
    events_taken: integer().notNull().default(0),
    events_archived: integer().notNull().default(0),
    /** When it is looked at again whether events may leave; null: at once. */
    archive_at: text(),
    vouchers: integer().notNull().default(0),
    validation_rules: integer().notNull().default(0),
    validation_rules_assignments: integer().notNull().default(0),
    customers: integer().notNull().default(0),
    orders: integer().notNull().default(0),
    redemptions: integer().notNull().default(0),
    campaigns: integer().notNull().default(0),
    campaign_templates: integer().notNull().default(0),
    publications: integer().notNull().default(0),
    products: integer().notNull().default(0),
    skus: integer().notNull().default(0),
    product_collections: integer().notNull().default(0),
    categories: integer().notNull().default(0),
    segments: integer().notNull().default(0),
    async_actions: integer().notNull().default(0),
    exports: integer().notNull().default(0),
    promotion_tiers: integer().notNull().default(0),
    promotion_stacks: integer().notNull().default(0),
    rewards: integer().notNull().default(0),
    trash_bin: integer().notNull().default(0),
    locations: integer().notNull().default(0),
    /**
     * The day on which the project has counted last, and what it has counted on it: a commit writes
     * this row in any case. With the first count of another day, a trigger adds the old one to
     * `project_days`.
     */
    day: text(),
    day_validations_succeeded: integer().notNull().default(0),
    day_validations_failed: integer().notNull().default(0),
    day_redemptions_succeeded: integer().notNull().default(0),
    day_redemptions_failed: integer().notNull().default(0),
    day_rollbacks_succeeded: integer().notNull().default(0),
    day_rollbacks_failed: integer().notNull().default(0),
    day_publications_succeeded: integer().notNull().default(0),
    day_publications_failed: integer().notNull().default(0),
    day_discounted_amount: integer().notNull().default(0),
    day_rolledback_discounted_amount: integer().notNull().default(0),
    day_orders_count: integer().notNull().default(0),
    day_orders_rolledback_count: integer().notNull().default(0),
    day_orders_amount: integer().notNull().default(0),
    day_orders_rolledback_amount: integer().notNull().default(0),
    day_amount_redeemed: integer().notNull().default(0),
    day_amount_rolledback: integer().notNull().default(0),
    day_points_rewarded: integer().notNull().default(0),
    day_points_added: integer().notNull().default(0),
    day_pending_points_activated: integer().notNull().default(0),
    day_points_redeemed: integer().notNull().default(0),
    day_points_rolledback: integer().notNull().default(0),
    day_points_expired: integer().notNull().default(0),
  },
  (t) => [index("tallies_archive").on(t.archive_at)],
);

/** Events in the batch of their effect; `sequence` counts from 1 without gaps in each project. */
export const outbox = sqliteTable(
  "outbox",
  {
    project_id: text().notNull(),
    sequence: integer().notNull(),
    id: text().notNull(),
    kind: text().notNull(),
    entity_id: text().notNull(),
    group_id: text().notNull(),
    source: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    data: text({ mode: "json" }).$type<Record<string, unknown>>().notNull(),
    created_at: text().notNull(),
    /**
     * Neither read nor written. To drop the column SQLite would write every row anew in one
     * statement.
     */
    done_at: text(),
    customer_id: text(),
    /** How the event left its customers, by their ids (`events/as-left.ts`). */
    as_left: text({ mode: "json" }).$type<AsLeft>(),
    /**
     * Of events of one customer that follow each other in a commit, the last one says how many they
     * are, and finds them all; the others have 0 (`db/event-source.ts`).
     */
    run: integer().notNull().default(1),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.sequence] }),
    // A customer's activity is what happened to it.
    index("outbox_customer")
      .on(t.project_id, t.customer_id, t.sequence, t.run)
      .where(sql`customer_id IS NOT NULL AND run > 0`),
  ],
);

/** The answer of a request, kept under its key in the batch of its effect. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    project_id: text().notNull(),
    family: text().notNull(),
    key: text().notNull(),
    fingerprint: text().notNull(),
    status: integer().notNull(),
    body: text(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.family, t.key] }),
    index("idempotency_keys_age").on(t.created_at),
  ],
);

/** Failed look-ups of codes by browsers, per minute, for an address block or the whole project. */
export const misses = sqliteTable(
  "misses",
  {
    project_id: text().notNull(),
    bucket: text().notNull(),
    minute: integer().notNull(),
    count: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.bucket, t.minute] }),
    index("misses_minute").on(t.minute),
  ],
);
