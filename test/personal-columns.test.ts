import { getTableColumns, getTableName } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Place } from "../src/forgetting/place";
import { AT_ONCE, PLACES } from "../src/resources/permanent-deletions/places";
import { declaredTables } from "./support/declared-tables";
import { migrated } from "./support/large-database";

/*
 * Every column of every table either is in a place that forgets, or stands here: as one that holds
 * nothing of a person, with a reason for each table. A new column fails until somebody has said so.
 */

/** Names that hold nothing personal in any table. */
const ANYWHERE = ["project_id", "created_at", "updated_at", "deleted_at"];

interface Kept {
  because: string;
  /** "all" of a table without any customer; a list of those that stay beside what is forgotten. */
  columns: "all" | string[];
}

const KEPT: Record<string, Kept> = {
  api_keys: { because: "keys of the shop's own systems", columns: "all" },
  oauth_tokens: { because: "tokens of those keys", columns: "all" },
  oauth_tallies: { because: "how many tokens there are", columns: "all" },
  consents: { because: "what the shop asks of everybody", columns: "all" },
  brandings: { because: "how the shop presents itself", columns: "all" },
  audit_log: { because: "who of the shop did what, by ids and names of fields", columns: "all" },
  removed_projects: { because: "which shops are gone", columns: "all" },
  projects: { because: "settings of the shop", columns: "all" },
  trusted_origins: { because: "sites of the shop", columns: "all" },
  campaigns: { because: "what the shop offers to everybody", columns: "all" },
  users: { because: "people of the shop, no customers, deleted one by one", columns: "all" },
  campaign_templates: { because: "what the shop offers to everybody", columns: "all" },
  campaign_days: { because: "sums over everybody", columns: "all" },
  project_days: { because: "sums over everybody", columns: "all" },
  promotion_tiers: { because: "what the shop offers to everybody", columns: "all" },
  promotion_stacks: { because: "what the shop offers to everybody", columns: "all" },
  stacking_rules: { because: "settings of the shop", columns: "all" },
  validation_rules: { because: "rules of the shop, which name groups of people", columns: "all" },
  validation_rules_collections: { because: "which rule names which goods", columns: "all" },
  validation_rules_assignments: { because: "which rule is on which offer", columns: "all" },
  products: { because: "the shop's goods", columns: "all" },
  skus: { because: "the shop's goods", columns: "all" },
  product_collections: { because: "the shop's goods", columns: "all" },
  product_collection_members: { because: "the shop's goods", columns: "all" },
  locations: { because: "places that the shop knows", columns: "all" },
  location_uses: { because: "which of the shop's rules name which place", columns: "all" },
  categories: { because: "the shop's own order of its offers", columns: "all" },
  metadata_schemas: { because: "which metadata there may be, none of its values", columns: "all" },
  custom_event_schemas: {
    because: "which events there may be, none of their values",
    columns: "all",
  },
  dead_jobs: {
    because: "messages name their work by ids; of a failure only the kind is told",
    columns: "all",
  },
  webhooks: {
    because: "addresses of the shop's own systems, and the headers that these want",
    columns: "all",
  },
  webhook_spans: { because: "which events are left for which webhook", columns: "all" },
  webhook_lanes: { because: "what is due to which webhook", columns: "all" },
  webhook_deliveries: {
    because: "which event went to which webhook, by its number; of a failure only the kind",
    columns: "all",
  },
  event_archives: { because: "which events stand in which file", columns: "all" },
  event_archive_customers: { because: "in which files an id stands", columns: "all" },
  project_moves: { because: "which shops went from where to where", columns: "all" },
  transits: { because: "which shops are being copied", columns: "all" },
  transit_ends: { because: "which shops were copied", columns: "all" },
  departures: { because: "which shops lived elsewhere", columns: "all" },
  changed_rows: {
    because: "keys of rows while a shop is copied, after which they are deleted",
    columns: "all",
  },
  backups: { because: "which shops were kept, and with which settings", columns: "all" },
  backup_parts: {
    because: "names of files; what they hold goes with the backup (docs/operations.md)",
    columns: "all",
  },
  erased_customers: {
    because: "ids of who was deleted for good, which name nobody, until no backup holds them",
    columns: "all",
  },
  restores: { because: "which backups became which shops", columns: "all" },
  rounds: { because: "how far a sweep has come", columns: "all" },
  places: { because: "how the service looks after itself", columns: "all" },
  sweep_runs: { because: "how the service looks after itself", columns: "all" },
  job_leases: { because: "which work one worker has to itself", columns: "all" },
  listener_cursors: { because: "how far listeners have come", columns: "all" },
  tallies: { because: "sums over everybody", columns: "all" },
  misses: {
    because: "counts of guesses by address block, which the sweep forgets",
    columns: "all",
  },
  session_holds: {
    because: "no name of a customer; address blocks go with the hold, which lapses",
    columns: "all",
  },
  voucher_transactions: {
    because: "the ledger of a card and its balance, in the shop's own words",
    columns: "all",
  },
  earning_rules: { because: "what the shop rewards, of nobody in particular", columns: "all" },
  loyalty_tiers: { because: "what the shop offers to everybody", columns: "all" },
  rewards: { because: "what the shop offers to everybody", columns: "all" },
  reward_assignments: { because: "what the shop offers to everybody", columns: "all" },
  loyalty_points_buckets: { because: "the ledger of a card, without its holder", columns: "all" },
  loyalty_points_moves: { because: "the ledger of a card, without its holder", columns: "all" },
  loyalty_pending_points: {
    because: "points under an id that stays anonymous; details name rules, orders and events by id",
    columns: "all",
  },
  loyalty_awards: { because: "points under an id that stays anonymous", columns: "all" },
  auto_redeem_cards: { because: "cards, without who holds them", columns: "all" },
  auto_redeem_days: { because: "counts under an id that stays anonymous", columns: "all" },
  loyalty_members: { because: "the tier of an id that stays anonymous", columns: "all" },
  qualifiables: {
    because: "the term names a holder by an id that stays anonymous until it is released",
    columns: "all",
  },
  distributions: { because: "what the shop gives by its events", columns: "all" },
  referral_rewards: { because: "gifts under ids that stay anonymous", columns: "all" },
  referral_tiers: { because: "what the shop offers to everybody", columns: "all" },
  referrals: { because: "who referred whom, under ids that stay anonymous", columns: "all" },
  referrers: { because: "counts under an id that stays anonymous", columns: "all" },
  usage_counters: {
    because: "counts under an id that stays anonymous",
    columns: "all",
  },
  trash_bin: { because: "codes, campaigns and goods that were deleted", columns: "all" },
  trash_bin_parts: {
    because: "of what it is a part; one that names a customer goes as a whole",
    columns: ["object_id", "kind", "id"],
  },
  memberships: {
    because: "how often a campaign gave something to a customer, with whom the row goes",
    columns: "all",
  },
  segments: {
    because: "the shop's own name and filter of a group",
    columns: ["id", "name", "type", "filter"],
  },
  segment_members: { because: "the list's id", columns: ["segment_id"] },
  segment_standing: { because: "the segment's id", columns: ["segment_id"] },
  customers: {
    because: "sums that go with the row",
    columns: [
      ...["gift_balance", "points_balance", "loyalty_cards", "program_points"],
      ...["referred_customers", "referrals", "made_by_browser"],
      ...["total_redeemed", "total_failed", "total_succeeded", "total_rolled_back"],
      ...[
        "total_rollback_failed",
        "total_rollback_succeeded",
        "gift_redeemed_amount",
        "loyalty_redeemed_points",
      ],
      ...["orders_amount", "orders_count", "last_order_amount", "last_order_date"],
      ...["last_order_id", "prior_order_amount", "prior_order_date", "segments_told", "usage"],
    ],
  },
  vouchers: {
    because: "the card itself stays, and belongs to nobody; whom it refers to is an anonymous id",
    columns: [
      ...["id", "code", "code_key", "type", "campaign_id", "category", "category_id", "discount"],
      ...["gift_effect", "amount", "balance", "subtracted_amount", "redeemed_amount"],
      ...["held_amount", "redemption_quantity", "redeemed_quantity", "held_quantity"],
      ...["publish_count", "start_date", "expiration_date", "validity_timeframe"],
      ...["validity_day_of_week", "validity_hours", "active", "additional_info", "metadata"],
      ...["is_referral_code", "referrer_id", "loyalty", "usage", "is_live"],
    ],
  },
  redeemable_holders: {
    because: "the row goes as a whole",
    columns: [
      ...["id", "redeemable_id", "redeemable_object", "campaign_id", "campaign_type"],
      ...["voucher_type", "holder_role", "publication_id"],
    ],
  },
  orders: {
    because: "money records stay under the anonymous id",
    columns: [
      ...["id", "status", "amount", "initial_amount", "discount_amount", "items_discount_amount"],
      ...["customer_id", "referrer_id", "redemptions", "revision", "paid_at"],
      ...["lines_version", "claimed"],
    ],
  },
  order_lines: {
    because: "names the order that stays",
    columns: ["order_id", "version"],
  },
  redemptions: {
    because:
      "money records stay under the anonymous id; failures are told in words of ours or of a rule",
    columns: [
      ...["sort_key", "id", "object", "redemption_id", "parent_id", "voucher_id"],
      ...["promotion_tier_id", "promotion_stack_id", "customer_id", "order_id", "amount"],
      ...["result", "status", "failure_code", "failure_message", "effects", "channel", "audit"],
    ],
  },
  publications: {
    because:
      "what was given stays, under the anonymous id; failures are told in words of ours or of a rule",
    columns: [
      ...["id", "customer_id", "campaign_id", "voucher_ids", "channel", "result"],
      ...["failure_code", "failure_message", "audit"],
    ],
  },
  outbox: {
    because: "that something happened, and to which id",
    columns: [
      ...["sequence", "id", "kind", "entity_id", "group_id", "source", "done_at", "customer_id"],
      "run",
    ],
  },
  idempotency_keys: {
    because: "the caller's own key, and a hash of what was sent",
    columns: ["family", "key", "fingerprint", "status"],
  },
  async_actions: {
    because: "that work was done, and how far it is",
    columns: [
      ...["id", "type", "related_id", "status", "operation_status", "cursor", "done", "total"],
      "request_id",
    ],
  },
  exports: {
    because: "exports of what may be personal go as a whole, with their file",
    columns: ["id", "exported_object", "status", "channel", "user_id", "manifest", "action_id"],
  },
};

const tables = declaredTables.map((each) => ({
  name: getTableName(each),
  columns: Object.keys(getTableColumns(each)),
}));

const forgotten = [...AT_ONCE, ...Object.values(PLACES).map(({ tells }) => tells)];

const isForgotten = (table: string, column: string): boolean =>
  forgotten.some((told) => told.table === table && told.columns.includes(column));

function isKept(table: string, column: string): boolean {
  const columns = KEPT[table]?.columns ?? [];
  return ANYWHERE.includes(column) || columns === "all" || columns.includes(column);
}

describe("what the database holds of a person", () => {
  it("every table of the migrations is looked at", () => {
    const made = migrated()
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .all()
      .map(({ name }) => name);
    expect(tables.map(({ name }) => name).sort()).toEqual(made);
  });

  it.each(tables)(
    "every column of $name is forgotten, or said to be kept, and not both",
    (table) => {
      const { name, columns } = table;
      const unsaid = columns.filter((each) => !isForgotten(name, each) && !isKept(name, each));
      const both = columns.filter((each) => isForgotten(name, each) && isKept(name, each));
      expect({ unsaid, both }).toEqual({ unsaid: [], both: [] });
    },
  );

  it("nothing is said of what is not there", () => {
    const strange = Object.entries(KEPT).flatMap(([table, { columns }]) => {
      const known = tables.find(({ name }) => name === table)?.columns;
      if (!known) return [table];
      return columns === "all" ? [] : columns.filter((column) => !known.includes(column));
    });
    expect(strange).toEqual([]);
  });

  it("every place comes to its turn, those behind others too", () => {
    const places = Object.entries<Place>(PLACES);
    const through = new Set<string>();
    for (const _ of places) {
      const next = places.filter(([, { behind = [] }]) =>
        behind.every((name) => through.has(name)),
      );
      for (const [name] of next) through.add(name);
    }
    expect([...through].sort()).toEqual(Object.keys(PLACES).sort());
  });
});
