import { sql } from "drizzle-orm";
import { index, type SQLiteColumn } from "drizzle-orm/sqlite-core";

// Rows that are too large for a page to hold as many of them as it may have entries. An index of
// those alone says whether a project has any: a light row is never in it, and costs nothing there.

/** A page has so many entries at most. */
export const MOST_ENTRIES = 100;
/** An answer holds so many bytes of entries; one that has more by itself stands alone. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** Half of an entry's share of a page; the other half is for what is shown beside it. */
const LIGHT = 40 * 1024;
/** Lines are shown with their goods, in several times their length. */
const LIGHT_LINES = 16 * 1024;

/** Columns that callers fill at length. Tables that are not here have light rows alone. */
const LENGTHS = {
  async_actions: ["input", "state", "result?"],
  campaign_templates: ["template"],
  campaigns: ["voucher?", "referral_program?", "description?", "metadata"],
  customers: ["description?", "address?", "metadata", "consents"],
  dead_jobs: ["body"],
  earning_rules: ["loyalty", "metadata"],
  exports: ["parameters", "manifest?"],
  locations: ["shape"],
  loyalty_tiers: ["earning_rules", "rewards", "metadata?"],
  order_lines: ["items?", "metadata"],
  orders: ["items?", "metadata", "redemptions"],
  product_collections: ["filter?"],
  products: ["attributes?", "metadata"],
  promotion_tiers: ["banner?", "action?", "metadata"],
  publications: ["voucher_ids", "metadata"],
  redeemable_holders: ["metadata"],
  redemptions: ["metadata?", '"order"?', "effects"],
  rewards: ["attributes", "metadata?", "parameters"],
  segments: ["filter?"],
  skus: ["attributes?", "metadata"],
  validation_rules: ["rules", "bundle_rules?", "error?", "applicable_to", "terms?"],
  vouchers: ["discount?", "metadata", "loyalty?", "additional_info?"],
} as const;

export type Weighed = keyof typeof LENGTHS;

export const isWeighed = (table: string): table is Weighed => Object.hasOwn(LENGTHS, table);

const lengthOf = (column: string): string =>
  column.endsWith("?")
    ? `coalesce(octet_length(${column.slice(0, -1)}), 0)`
    : `octet_length(${column})`;

const ofLines: readonly string[] = ["orders", "order_lines", "redemptions"] satisfies Weighed[];

/** Whether a row is heavy, as the index of the table's heavy rows says it. */
export const heavyText = (table: Weighed): string =>
  `${LENGTHS[table].map(lengthOf).join(" + ")} > ${ofLines.includes(table) ? LIGHT_LINES : LIGHT}`;

export const heavyIndex = (table: Weighed): string => `${table}_heavy`;

/** The index of a table's heavy rows, by their project. */
export const heavyRows = (table: Weighed, project: SQLiteColumn) =>
  index(heavyIndex(table))
    .on(project)
    .where(sql.raw(heavyText(table)));
