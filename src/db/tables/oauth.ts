import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Permission } from "../../model/permissions";

// Control tables, as those of keys and projects are.

/** Tokens that a server key was given. Only the hash of one is kept, by which it is found. */
export const oauthTokens = sqliteTable(
  "oauth_tokens",
  {
    token_hash: text().primaryKey(),
    project_id: text().notNull(),
    key_id: text().notNull(),
    client_id: text().notNull(),
    scope: text({ mode: "json" }).$type<Permission[]>().notNull(),
    /** Unix seconds. */
    expires_at: integer().notNull(),
    created_at: text().notNull(),
  },
  (t) => [
    index("oauth_tokens_project").on(t.project_id, t.expires_at),
    index("oauth_tokens_age").on(t.expires_at),
    index("oauth_tokens_key").on(t.project_id, t.key_id, t.created_at),
  ],
);
export type OAuthTokenRow = typeof oauthTokens.$inferSelect;

/** How many tokens of a project are kept; triggers on the tokens count it. */
export const oauthTallies = sqliteTable(
  "oauth_tallies",
  { project_id: text().notNull(), tokens: integer().notNull() },
  (t) => [
    primaryKey({ columns: [t.project_id] }),
    check("oauth_tokens_most", sql`${t.tokens} BETWEEN 0 AND 1000`),
  ],
);
