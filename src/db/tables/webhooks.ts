import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Why nothing is sent to a webhook: its owner said so, or its receiver. */
export type InactiveBecause = "REQUESTED" | "TARGET_GONE" | "RETRIES_EXHAUSTED";

/**
 * Who is told of events. `taken` is the number of the last event that deliveries were made of: each
 * webhook has a cursor of its own.
 */
export const webhooks = sqliteTable(
  "webhooks",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    target_url: text().notNull(),
    /** As they were sent, in the spelling that they are told in. */
    events: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The same as the catalogue names them, each once. */
    kinds: text({ mode: "json" }).$type<string[]>().notNull(),
    header_names: text({ mode: "json" }).$type<string[]>().notNull(),
    /** The headers with their values, encrypted: they may carry secrets of the receiver. */
    custom_headers: text(),
    active: integer({ mode: "boolean" }).notNull(),
    inactive_because: text({
      enum: ["REQUESTED", "TARGET_GONE", "RETRIES_EXHAUSTED"],
    }),
    /** Where this service was when the webhook was last written: links in events begin with it. */
    base_url: text().notNull(),
    /** What ids of its deliveries end with, so that no other webhook's are the same. */
    mark: text().notNull(),
    taken: integer().notNull().default(0),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    check("webhook_active", sql`(active = 1) = (inactive_because IS NULL)`),
    check("webhook_taken", sql`taken >= 0`),
  ],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/**
 * Events that a webhook had not come to when it became inactive or asked for other kinds, from the
 * one behind `after` to `until`: deliveries are made of those that it asked for until then.
 */
export const webhookSpans = sqliteTable(
  "webhook_spans",
  {
    project_id: text().notNull(),
    webhook_id: text().notNull(),
    until: integer().notNull(),
    after: integer().notNull(),
    kinds: text({ mode: "json" }).$type<string[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.webhook_id, t.until] }),
    check("webhook_span_ends", sql`after <= until`),
  ],
);

/** So many deliveries of a webhook go on beside each other, each lane with its own worker. */
export const LANES = 4;
/** So many events after each other go into one lane: a few at a time are one worker's. */
export const LANE_EVENTS = 32;

/**
 * The lanes of a webhook, each with one worker at a time. `due_at` is when the first delivery of a
 * lane is due; `called_for`, for which of those instants the queue was told.
 */
export const webhookLanes = sqliteTable(
  "webhook_lanes",
  {
    project_id: text().notNull(),
    webhook_id: text().notNull(),
    lane: integer().notNull(),
    is_slow: integer({ mode: "boolean" }).notNull().default(false),
    due_at: text(),
    lease: text(),
    leased_until: text(),
    called_for: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.webhook_id, t.lane] }),
    index("webhook_lanes_due").on(t.due_at).where(sql`due_at IS NOT NULL`),
    check("webhook_lane_leased", sql`(lease IS NULL) = (leased_until IS NULL)`),
  ],
);
export type WebhookLaneRow = typeof webhookLanes.$inferSelect;

/**
 * One event for one webhook, once. `due_at` is when it is sent next; without it, it has arrived or
 * was given up. `attempts` and `first_at` are those since it was made or replayed.
 */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    project_id: text().notNull(),
    webhook_id: text().notNull(),
    sequence: integer().notNull(),
    lane: integer().notNull(),
    kind: text().notNull(),
    status: text({ enum: ["PENDING", "RETRYING", "SUCCEEDED", "DEAD"] }).notNull(),
    attempts: integer().notNull().default(0),
    replays: integer().notNull().default(0),
    first_at: text(),
    due_at: text(),
    last_at: text(),
    last_status: integer(),
    last_cause: text(),
    last_ms: integer(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.webhook_id, t.sequence] }),
    index("webhook_deliveries_due")
      .on(t.project_id, t.webhook_id, t.lane, t.due_at)
      .where(sql`due_at IS NOT NULL`),
    index("webhook_deliveries_newest").on(t.project_id, t.webhook_id, t.created_at),
    index("webhook_deliveries_status").on(t.project_id, t.webhook_id, t.status, t.created_at),
    index("webhook_deliveries_over").on(t.created_at).where(sql`due_at IS NULL`),
    check("webhook_delivery_due", sql`(due_at IS NULL) = (status IN ('SUCCEEDED', 'DEAD'))`),
  ],
);
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
