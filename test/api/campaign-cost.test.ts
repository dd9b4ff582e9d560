import { beforeAll, describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, type TestProject } from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { homeDb } from "../support/places";
import { redeemables } from "../support/redeeming";

const FEW = 1_000;
const MANY = 100_000;
const CHUNK = 20_000;
const AT = "2026-01-01T00:00:00.000Z";

interface Shop {
  project: TestProject;
  campaignId: string;
}

/** A customer for each code who used the campaign before. */
const USED = `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
  INSERT INTO usage_counters (project_id, owner_id, subject, count, day, week, month)
  SELECT ?1, ?4, printf('cust_0%023d', i), 1, '2026-01-01', '2025-12-29', '2026-01' FROM n`;

/** Free codes of the campaign, numbered on; every second one was given out before. */
async function stock({ project, campaignId }: Shop, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += CHUNK) {
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, publish_count, metadata, created_at)
       SELECT ?1, printf('s-%08d', i), printf('v_0%031d', i), printf('S-%08d', i), 'DISCOUNT_VOUCHER', ?4, i % 2, '{}', '${AT}' FROM n`,
      )
      .bind(project.id, at, Math.min(at + CHUNK, to), campaignId)
      .run();
    await homeDb()
      .prepare(USED)
      .bind(project.id, at, Math.min(at + CHUNK, to), campaignId)
      .run();
  }
  await homeDb().batch([
    homeDb()
      .prepare("UPDATE tallies SET vouchers = vouchers + ?2 WHERE project_id = ?1")
      .bind(project.id, to - from),
    homeDb()
      .prepare(
        "UPDATE campaigns SET vouchers_count = vouchers_count + ?2 WHERE project_id = ?1 AND id = ?3",
      )
      .bind(project.id, to - from, campaignId),
  ]);
}

async function shop(): Promise<Shop> {
  const project = await newProject();
  const limits = {
    name: "Limits",
    rules: {
      "1": { name: "campaign.redemptions.count", conditions: { $less_than: [1_000_000] } },
      "2": {
        name: "campaign.redemptions.customers_count.monthly",
        conditions: { $less_than: [1_000_000] },
      },
    },
  };
  const made = await project.post("/v1/validation-rules", limits);
  const campaignId = await campaign(project, "Spring", { validation_rules: [made.body.id] });
  await code(project, campaignId, "HOT");
  await rule(project, "order.amount", { $more_than: [1] });
  await project.post("/v1/products", { source_id: "shirt", name: "Shirt", price: 2000 });
  await project.post("/v1/orders", { source_id: "first", amount: 100, customer });
  return { project, campaignId };
}

const customer = { source_id: "hot" };
const decided = (source_id: string) => ({
  redeemables: redeemables("HOT"),
  customer,
  order: { source_id, amount: 1000 },
});

type Call = (shop: Shop, round: string) => Promise<Reply>;
const get =
  (path: (shop: Shop) => string): Call =>
  (shop) =>
    shop.project.get(path(shop));

const calls: [name: string, roundTrips: number, call: Call][] = [
  ["a validation", 1, ({ project }, round) => project.post("/v1/validations", decided(round))],
  ["a redemption", 2, ({ project }, round) => project.post("/v1/redemptions", decided(round))],
  [
    "a rollback",
    2,
    async ({ project }, round) => {
      const { body } = await project.post("/v1/redemptions", decided(`${round}-back`));
      return project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`);
    },
  ],
  [
    "a publication",
    2,
    ({ project, campaignId }) =>
      project.post("/v1/publications", { campaign: campaignId, customer }),
  ],
  ["a code", 1, get(() => "/v1/vouchers/HOT")],
  ["a campaign", 1, get(({ campaignId }) => `/v1/campaigns/${campaignId}`)],
  ["its summary", 1, get(({ campaignId }) => `/v1/campaigns/${campaignId}/summary`)],
  ["a page of campaigns", 1, get(() => "/v1/campaigns")],
  ["a page of vouchers", 1, get(() => "/v1/vouchers?limit=20&page=2")],
  [
    "a page of a campaign's vouchers",
    1,
    get(({ campaignId }) => `/v1/vouchers?campaign_id=${campaignId}&limit=20&page=2`),
  ],
  ["a page of publications", 2, get(() => "/v1/publications?limit=1")],
  ["a page of redemptions", 2, get(() => "/v1/redemptions?limit=1")],
  ["a page of customers", 1, get(() => "/v1/customers")],
  ["a page of orders", 1, get(() => "/v1/orders?limit=1")],
  ["a page of products", 1, get(() => "/v1/products")],
  ["a page of async actions", 1, get(() => "/v1/async-actions")],
  ["what a customer holds", 1, get(() => "/v1/customers/hot/redeemables?limit=1")],
  ["a customer's activity", 1, get(() => "/v1/customers/hot/activity?limit=1")],
];

describe(`with ${FEW} and with ${MANY} codes in a campaign`, () => {
  const few = new Map<string, Reply>();
  const many = new Map<string, Reply>();

  async function measure(at: Shop, round: string, found: Map<string, Reply>) {
    await at.project.get("/v1/vouchers/HOT");
    for (const [name, , call] of calls) found.set(name, await call(at, round));
  }

  beforeAll(async () => {
    const at = await shop();
    await stock(at, 0, FEW);
    await measure(at, "first", new Map());
    await measure(at, "second", new Map());
    await measure(at, "few", few);
    await stock(at, FEW, MANY);
    await measure(at, "many", many);
  });

  it.each(calls)("%s: %i round trips, the same rows read", (name, roundTrips) => {
    const [before, after] = [few, many].map((found) => {
      const reply = found.get(name);
      expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
      return reply && costOf(reply);
    });
    expect(after?.roundTrips).toBe(roundTrips);
    // A row's neighbour in an index costs one read.
    expect(Math.abs((after?.read ?? 0) - (before?.read ?? 0))).toBeLessThanOrEqual(2);
    // A list looks at the size of its entries, too, up to the end of its page.
    expect(after?.read).toBeLessThan(name.startsWith("a page of") ? 350 : 250);
  });

  it("lists tell the total of all", () => {
    expect(many.get("a page of a campaign's vouchers")?.body.total).toBe(MANY + 1);
  });
});
