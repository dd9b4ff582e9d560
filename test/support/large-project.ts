import type { Index, Table, Tables } from "./plans";

/** A project of some size, as the statistics of its database would tell it. */
export const ROWS: Record<string, number> = {
  api_keys: 1_000,
  async_actions: 5_000,
  audit_log: 1_000_000,
  auto_redeem_cards: 100_000,
  auto_redeem_days: 100_000,
  brandings: 500,
  campaign_days: 100_000,
  campaigns: 1_000,
  categories: 100,
  consents: 100,
  users: 500,
  campaign_templates: 1_000,
  custom_event_schemas: 100,
  customers: 100_000,
  dead_jobs: 10_000,
  distributions: 2_000,
  earning_rules: 2_000,
  event_archive_customers: 200_000,
  event_archives: 10_000,
  exports: 2_000,
  idempotency_keys: 200_000,
  job_leases: 1,
  sweep_runs: 14,
  places: 3,
  transits: 3,
  transit_ends: 500,
  departures: 500,
  project_moves: 500,
  changed_rows: 100_000,
  backups: 10_000,
  backup_parts: 100_000,
  restores: 1_000,
  erased_customers: 10_000,
  listener_cursors: 5,
  location_uses: 5_000,
  locations: 5_000,
  loyalty_awards: 200_000,
  loyalty_members: 100_000,
  loyalty_pending_points: 50_000,
  loyalty_points_buckets: 200_000,
  loyalty_points_moves: 500_000,
  loyalty_tiers: 2_000,
  memberships: 100_000,
  metadata_schemas: 2_000,
  misses: 50_000,
  oauth_tallies: 500,
  oauth_tokens: 20_000,
  orders: 100_000,
  order_lines: 100_000,
  outbox: 1_000_000,
  product_collection_members: 50_000,
  product_collections: 2_000,
  products: 10_000,
  project_days: 4_000,
  projects: 500,
  promotion_stacks: 2_000,
  promotion_tiers: 2_000,
  publications: 100_000,
  qualifiables: 200_000,
  redeemable_holders: 100_000,
  redemptions: 200_000,
  removed_projects: 10,
  referral_rewards: 100_000,
  referral_tiers: 2_000,
  referrals: 100_000,
  referrers: 50_000,
  reward_assignments: 2_000,
  rewards: 2_000,
  rounds: 1,
  segment_members: 100_000,
  segment_standing: 200_000,
  segments: 2_000,
  session_holds: 20_000,
  skus: 50_000,
  stacking_rules: 500,
  tallies: 500,
  trash_bin: 50_000,
  trash_bin_parts: 100_000,
  trusted_origins: 1_000,
  usage_counters: 500_000,
  validation_rules: 5_000,
  validation_rules_assignments: 100_000,
  validation_rules_collections: 20_000,
  voucher_transactions: 200_000,
  vouchers: 250_000,
  webhook_deliveries: 500_000,
  webhook_lanes: 200,
  webhook_spans: 50,
  webhooks: 50,
};

/** Rows of an index that holds few of its table's. */
const INDEX_ROWS: Record<string, number> = {
  async_actions_open: 100,
  async_actions_turns: 100,
  async_actions_related: 100,
  dead_jobs_due: 100,
  webhook_deliveries_due: 10_000,
  webhook_lanes_due: 50,
};

/** How many values a column has; one that is not here tells its rows apart. */
const VALUES: Record<string, number> = {
  active: 2,
  campaign_id: 1_000,
  campaign_type: 5,
  category: 20,
  collection_id: 500,
  customer_id: 50_000,
  day: 365,
  family: 3,
  holder_id: 50_000,
  is_live: 2,
  is_open: 3,
  kind: 10,
  minute: 10,
  object_id: 10_000,
  origin: 500,
  owner_id: 100_000,
  product_id: 10_000,
  project_id: 1,
  related_object: 10,
  rule_id: 5_000,
  segment_id: 500,
  status: 4,
  term: 20,
  lane: 4,
  webhook_id: 50,
  // Of these a project has few.
  "api_keys.project_id": 500,
  "brandings.project_id": 500,
  "departures.project_id": 500,
  "metadata_schemas.project_id": 500,
  "oauth_tallies.project_id": 500,
  "oauth_tokens.project_id": 500,
  "stacking_rules.project_id": 500,
  "tallies.project_id": 500,
  "webhook_lanes.project_id": 50,
  "webhooks.project_id": 50,
  // Most codes are those of a few campaigns.
  "vouchers.campaign_id": 50,
  "publications.campaign_id": 50,
  "memberships.campaign_id": 50,
  // A rule may be given to very many vouchers.
  "validation_rules_assignments.rule_id": 50,
  // An expression: whether it is free.
  "vouchers.": 2,
};

/** Rows of a table that is not listed yet; a test asks for it. */
const UNKNOWN = 100_000;

/** Columns of a table, lower case, with commas between them. */
export interface TableColumns {
  table: string;
  columns: string;
}

/** What the schema says of an index. */
export interface Described {
  table: string;
  name: string;
  /** With commas between them; an expression is empty. */
  columns: string;
  /** As it was made; a primary key has none. */
  sql: string | null;
  /** Columns that the index ends with though it does not name them: the table's key. */
  key: string | null;
}

const words = (text: string): string[] => text.toLowerCase().match(/\w+/g) ?? [];
const listed = (text: string | null): string[] => (text === null ? [] : text.split(","));

function indexOf({ table, name, columns, key, sql }: Described): Index {
  const rows = INDEX_ROWS[name] ?? ROWS[table] ?? UNKNOWN;
  const named = listed(columns);
  const names = [...named, ...listed(key).filter((each) => !named.includes(each))];
  let values = 1;
  const shared = names.map((each) => {
    values *= VALUES[`${table}.${each}`] ?? VALUES[each] ?? rows;
    return Math.max(1, Math.ceil(rows / values));
  });
  return { columns: names, named: named.length, rows, shared, mentioned: words(sql ?? "") };
}

/** The index of every table and the columns of each, with the rows of a large project. */
export function largeProject(
  columns: readonly TableColumns[],
  indexes: readonly Described[],
): Tables {
  return new Map(
    columns.map(({ table, columns: names }): [string, Table] => [
      table,
      {
        rows: ROWS[table] ?? UNKNOWN,
        columns: names.split(","),
        indexes: new Map(
          indexes.filter((each) => each.table === table).map((each) => [each.name, indexOf(each)]),
        ),
      },
    ]),
  );
}

/** Reads the tables of a database; `table` and `columns` in each row. */
export const COLUMNS_SQL = `SELECT m.name AS "table", lower(group_concat(c.name)) AS columns
  FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\' AND m.name NOT LIKE 'd1%'
  GROUP BY m.name`;

/** Reads the indexes of a database, as `Described`. */
export const INDEXES_SQL = `SELECT m.name AS "table", l.name,
    (SELECT group_concat(coalesce(i.name, '')) FROM (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno) i) AS columns,
    (SELECT s.sql FROM sqlite_master s WHERE s.type = 'index' AND s.name = l.name) AS sql,
    iif(m.sql LIKE '%WITHOUT ROWID%', (SELECT group_concat(name) FROM (SELECT name FROM pragma_table_info(m.name) WHERE pk > 0 ORDER BY pk)), NULL) AS key
  FROM sqlite_master m JOIN pragma_index_list(m.name) l
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\' AND m.name NOT LIKE 'd1%'`;

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Statements that tell the planner of a database how large the project is. */
export function statisticsSql(tables: Tables): string[] {
  const rows = [...tables].flatMap(([table, { indexes }]) =>
    [...indexes].map(([name, { rows, named, shared }]) => {
      // SQLite knows a primary key by its table's name.
      const index = name.startsWith("sqlite_autoindex_") ? table : name;
      return `(${quoted(table)}, ${quoted(index)}, ${quoted([rows, ...shared.slice(0, named)].join(" "))})`;
    }),
  );
  return [
    // Makes the table of statistics.
    "ANALYZE",
    "DELETE FROM sqlite_stat1",
    `INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES ${rows.join(", ")}`,
    // Has them read again.
    "ANALYZE sqlite_schema",
  ];
}
