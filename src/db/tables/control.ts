import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { KeptSettings } from "../../model/kept-settings";
import type { Permission } from "../../model/permissions";

// Control tables say who may come in. They are never joined with the tables of a project, so that
// both kinds can live in different databases.

export const projects = sqliteTable(
  "projects",
  {
    id: text().primaryKey(),
    /** The database where all else of the project stands, by the name of its binding. */
    place: text().notNull().default("DB"),
    name: text().notNull(),
    description: text(),
    timezone: text().notNull(),
    currency: text().notNull(),
    week_start: integer().notNull(),
    case_sensitive_codes: integer({ mode: "boolean" }).notNull(),
    client_trusted_domains: text({ mode: "json" }).$type<string[]>().notNull(),
    client_redeem_enabled: integer({ mode: "boolean" }).notNull(),
    client_publish_enabled: integer({ mode: "boolean" }).notNull(),
    client_list_vouchers_enabled: integer({ mode: "boolean" }).notNull(),
    client_create_customer_enabled: integer({ mode: "boolean" }).notNull(),
    client_loyalty_events_enabled: integer({ mode: "boolean" }).notNull(),
    client_set_voucher_expiration_date_enabled: integer({ mode: "boolean" }).notNull(),
    client_wallet_enabled: integer({ mode: "boolean" }).notNull().default(false),
    client_visible_metadata: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    client_hold_max_minutes: integer().notNull().default(30),
    /** Whether an order that a browser redeems on is paid by that, and its events earn. */
    client_orders_trusted: integer({ mode: "boolean" }).notNull().default(false),
    /** Keys of metadata that shoppers may write. */
    client_metadata_keys: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Whether a near miss may be told of a segment that the customer is not in. */
    near_miss_segments_enabled: integer({ mode: "boolean" }).notNull().default(false),
    /** Whether a near miss may tell a browser of what opens later. */
    near_miss_dates_enabled: integer({ mode: "boolean" }).notNull().default(false),
    /** Days after which events leave the database for the archive. */
    events_kept_days: integer().notNull().default(30),
    is_sandbox: integer({ mode: "boolean" }).notNull(),
    /** Whether its redemptions share batches of the database. */
    busy: integer({ mode: "boolean" }).notNull().default(false),
    /** What codes are drawn from where nothing else is said; null is base62. */
    default_charset: text(),
    kept_settings: text({ mode: "json" }).$type<KeptSettings>().notNull().default({}),
    webhook_secret: text().notNull(),
    /** The one before, which signs beside it until then. */
    previous_webhook_secret: text(),
    previous_webhook_secret_until: text(),
    /** While it goes to another place, nobody remembers for long where it is. */
    is_moving: integer({ mode: "boolean" }).notNull().default(false),
    /** When its place of now begins to serve (ISO); null where it always did. */
    opens_at: text(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [index("projects_name").on(sql`name COLLATE NOCASE`, t.id)],
);
export type ProjectRow = typeof projects.$inferSelect;

/**
 * Projects that are gone for everybody, while what they had is taken away table by table; `place`
 * is the next one (`async/sweeps/remove-projects.ts`).
 */
export const removedProjects = sqliteTable("removed_projects", {
  project_id: text().primaryKey(),
  /** The place where it lived. */
  home: text().notNull().default("DB"),
  removed_at: text().notNull(),
  place: integer().notNull(),
});

/** One row per project and trusted origin: a CORS preflight names an origin but no project. */
export const trustedOrigins = sqliteTable(
  "trusted_origins",
  { origin: text().notNull(), project_id: text().notNull() },
  (t) => [primaryKey({ columns: [t.origin, t.project_id] })],
);

/** People of a shop and what they are in its projects: a row for each project, under one id. */
export const users = sqliteTable(
  "users",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    login: text().notNull(),
    email: text().notNull(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    role: text().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("users_project_login").on(t.project_id, t.login),
    index("users_id").on(t.id),
    index("users_login").on(t.login),
  ],
);
export type UserRow = typeof users.$inferSelect;

export const apiKeys = sqliteTable(
  "api_keys",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    kind: text({ enum: ["server", "client", "management"] }).notNull(),
    app_id: text().notNull(),
    token_hash: text().notNull(),
    name: text(),
    blocked_at: text(),
    created_at: text().notNull(),
    updated_at: text(),
    /** What it may call; null is all that its family has. */
    permissions: text({ mode: "json" }).$type<Permission[]>(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("api_keys_app_id").on(t.kind, t.app_id),
    check("api_key_kind", sql`${t.kind} IN ('server', 'client', 'management')`),
  ],
);
export type ApiKeyRow = typeof apiKeys.$inferSelect;
