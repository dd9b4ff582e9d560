import { describe, expect, it } from "vitest";
import * as z from "zod";
import { operations } from "../../src/api/operations";
import { costOf, DEPLOYMENT, rowsOf, send } from "../support/api";
import { filled } from "../support/one-of-each";
import { homeDb } from "../support/places";
import { type Several, severalOfEach } from "../support/several-of-each";

/*
 * A page far in costs what the first one costs, and one row of an index for each entry before it;
 * a page past the end costs nothing but those.
 */

const ENTRIES = 9_900;
const LIMIT = 100;

interface Entries {
  table: string;
  /** What of a row each copy has of its own. */
  own: string[];
}

/** Where each list has its entries. */
const TABLES: Record<string, Entries> = {
  "/v1/vouchers": { table: "vouchers", own: ["code_key", "code", "id"] },
  "/v1/vouchers/:code/redemption": { table: "redemptions", own: ["sort_key", "id"] },
  "/v1/vouchers/:code/redemptions": { table: "redemptions", own: ["sort_key", "id"] },
  "/v1/vouchers/:code/sessions": { table: "session_holds", own: ["session_key"] },
  "/v1/validation-rules": { table: "validation_rules", own: ["id"] },
  "/v1/validation-rules/:validationRuleId/assignments": {
    table: "validation_rules_assignments",
    own: ["id", "related_object_id"],
  },
  "/v1/validation-rules-assignments": {
    table: "validation_rules_assignments",
    own: ["id", "related_object_id"],
  },
  "/v1/redemptions": { table: "redemptions", own: ["sort_key", "id"] },
  "/v1/publications": { table: "publications", own: ["id", "source_id"] },
  "/v1/campaigns": { table: "campaigns", own: ["id", "name"] },
  "/v1/promotions/tiers": { table: "promotion_tiers", own: ["id"] },
  "/v1/promotions/stacks": { table: "promotion_stacks", own: ["id"] },
  "/v1/customers": { table: "customers", own: ["id", "source_id"] },
  "/v1/products": { table: "products", own: ["id", "source_id"] },
  "/v1/products/:productId/skus": { table: "skus", own: ["id", "source_id"] },
  "/v1/product-collections": { table: "product_collections", own: ["id"] },
  "/v1/segments": { table: "segments", own: ["id", "name"] },
  "/v1/rewards": { table: "rewards", own: ["id"] },
  "/v1/orders": { table: "orders", own: ["id", "source_id"] },
  "/v1/exports": { table: "exports", own: ["id"] },
  "/v1/locations": { table: "locations", own: ["id"] },
  "/v1/async-actions": { table: "async_actions", own: ["id"] },
  "/v1/categories": { table: "categories", own: ["id", "name"] },
  "/v1/loyalties": { table: "campaigns", own: ["id", "name"] },
  "/v1/loyalties/:campaignId/members": { table: "vouchers", own: ["code_key", "code", "id"] },
  "/v1/loyalties/:campaignId/earning-rules": { table: "earning_rules", own: ["id"] },
  "/v1/loyalties/:campaignId/tiers": { table: "loyalty_tiers", own: ["id"] },
  "/v1/loyalties/:campaignId/rewards": { table: "reward_assignments", own: ["id", "reward_id"] },
  "/v1/loyalties/:campaignId/reward-assignments": {
    table: "reward_assignments",
    own: ["id", "reward_id"],
  },
  "/v1/rewards/:rewardId/assignments": {
    table: "reward_assignments",
    own: ["id", "campaign_id"],
  },
  "/v1/promotions/:campaignId/stacks": { table: "promotion_stacks", own: ["id"] },
  "/client/v1/vouchers": { table: "vouchers", own: ["code_key", "code", "id"] },
  "/management/v1/projects/:projectId/dead-jobs": { table: "dead_jobs", own: ["id"] },
  "/management/v1/projects/:projectId/webhooks/:webhookId/deliveries": {
    table: "webhook_deliveries",
    own: ["sequence"],
  },
};

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const LISTS = operations
  .filter(({ method, query }) => method === "GET" && fieldsOf(query).includes("page"))
  .map(({ path }) => path);

/** Makes so many of the first entry of a list, beside those that are there. */
async function multiply(shop: Several, table: string, own: readonly string[], id: unknown) {
  const rows = await rowsOf(table, shop.project.id);
  const row = rows.find((each) => each.id === id) ?? rows[0];
  if (!row) throw new Error(`${table} has a row`);
  const names = Object.keys(row).filter((name) => name !== "is_live");
  const keys = own.filter((name) => row[name] !== null);
  const [key = ""] = keys;
  const values = names.map((name) => {
    if (!keys.includes(name)) return `s."${name}"`;
    return typeof row[name] === "number"
      ? `s."${name}" + 1000 + n.value`
      : `printf('%s-%06d', s."${name}", n.value)`;
  });
  const quoted = names.map((name) => `"${name}"`).join(", ");
  await homeDb().batch([
    homeDb()
      .prepare(
        `WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
         INSERT INTO ${table} (${quoted}) SELECT ${values.join(", ")} FROM n CROSS JOIN ${table} s
         WHERE s.project_id = ?1 AND s.${key} = ?2`,
      )
      .bind(shop.project.id, row[key], ENTRIES - rows.length),
    // What counts a list that is filtered.
    ...[
      "UPDATE campaigns SET vouchers_count = ?2",
      "UPDATE validation_rules SET assignments_count = ?2",
    ].map((update) =>
      homeDb().prepare(`${update} WHERE project_id = ?1`).bind(shop.project.id, ENTRIES),
    ),
  ]);
}

/** Lists that are counted beside the walk that finds their page. */
const COUNTED_ALONE = ["/client/v1/vouchers"];

/** Lists that are never so long, and why. */
const SHORT: Record<string, string> = {
  "/v1/vouchers/:code/publications": "a code is given once",
  "/v1/loyalties/:campaignId/tiers/:loyaltyTierId/earning-rules": "a tier maps 100 rules at most",
  "/v1/loyalties/:campaignId/members/:memberId/points-expiration": "a card has one for each day",
  "/v1/product-collections/:productCollectionId/products": "told by its own test of collections",
  "/client/v1/promotions/tiers": "1,000 tiers at most are looked at, told by all pages alike",
  "/management/v1/backups": "the deployment keeps few, told by other tests",
  "/management/v1/projects": "those of a deployment, told by other tests",
  "/management/v1/projects/:projectId/api-keys": "a project has few",
};

it("are all told of", () => {
  expect([...Object.keys(TABLES), ...Object.keys(SHORT)].sort()).toEqual(LISTS.toSorted());
});

describe("a page far in", () => {
  it.each(Object.entries(TABLES))("%s", async (path, { table, own }) => {
    const shop = await severalOfEach();
    const { project } = shop;
    const { promotionId = "" } = shop.params;
    const named = path.startsWith("/v1/promotions/:") ? { campaignId: promotionId } : {};
    const address = filled(path, { ...shop.params, ...named });
    const [, family = ""] = path.split("/");
    const headers = { client: project.client, management: DEPLOYMENT }[family] ?? project.server;
    const read = async (page: number, limit = LIMIT) => {
      const reply = await send("GET", `${address}?limit=${limit}&page=${page}`, headers);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      const entries = reply.body[reply.body.data_ref];
      return { entries, ...costOf(reply) };
    };
    const before = await read(1, 1);
    await multiply(shop, table, own, before.entries[0]?.id);
    const [least, one] = [await read(1, 1), await read(1)];
    const [far, past] = [await read(99), await read(100)];
    expect([one.entries.length, past.entries.length]).toEqual([LIMIT, 0]);
    expect(far.entries.length).toBeGreaterThan(0);
    // What both read is the count of all.
    expect(least.read).toBeLessThanOrEqual(ENTRIES + 30);
    expect(one.read - least.read).toBeLessThanOrEqual(20 * LIMIT);
    expect(far.read).toBeLessThanOrEqual(2 * one.read + 98 * LIMIT);
    const walks = COUNTED_ALONE.includes(path) ? 2 : 1;
    // A list of something's own looks that up first.
    const owner = path.includes("/:") ? 5 : 0;
    expect(past.read).toBeLessThanOrEqual(walks * ENTRIES + 10 + owner);
  });
});
