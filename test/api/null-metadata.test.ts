import { describe, expect, it } from "vitest";
import { done } from "../support/actions";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";

const discount = { type: "PERCENT", percent_off: 5 } as const;
const SENT = { kept: 1, gone: null, deep: { inner: null } };
const KEPT = { kept: 1, deep: { inner: null } };

async function made(project: TestProject, path: string, body: object) {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

const campaign = (project: TestProject, body: object = {}) =>
  made(project, "/v1/campaigns", { name: "Codes", voucher: { discount }, ...body });

const promotion = (project: TestProject, tiers: object[] = []) =>
  campaign(project, { campaign_type: "PROMOTION", voucher: null, promotion: { tiers } });

const loyal = (project: TestProject) =>
  made(project, "/v1/loyalties", {
    name: "Club",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });

/** Each makes one of a kind with metadata and answers the path that updates it. */
const KINDS: [string, (project: TestProject, metadata: object) => Promise<string>][] = [
  [
    "a voucher",
    async (project, metadata) =>
      `/v1/vouchers/${(await made(project, "/v1/vouchers", { discount, metadata })).code}`,
  ],
  [
    "a code of a campaign",
    async (project, metadata) => {
      const { id } = await campaign(project);
      await made(project, `/v1/campaigns/${id}/vouchers/ONE`, { metadata });
      return "/v1/vouchers/ONE";
    },
  ],
  [
    "a campaign",
    async (project, metadata) => `/v1/campaigns/${(await campaign(project, { metadata })).id}`,
  ],
  [
    "a promotion tier",
    async (project, metadata) => {
      const { id } = await promotion(project);
      const body = { name: "Tier", action: { discount }, metadata };
      const tier = await made(project, `/v1/promotions/${id}/tiers`, body);
      return `/v1/promotions/tiers/${tier.id}`;
    },
  ],
  [
    "a tier made with its promotion",
    async (project, metadata) => {
      const { promotion: part } = await promotion(project, [
        { name: "Tier", action: { discount }, metadata },
      ]);
      return `/v1/promotions/tiers/${part.tiers[0].id}`;
    },
  ],
  [
    "a reward",
    async (project, metadata) => {
      const parameters = { coin: { exchange_ratio: 1, points_ratio: 1 } };
      const reward = await made(project, "/v1/rewards", { name: "Coin", parameters, metadata });
      return `/v1/rewards/${reward.id}`;
    },
  ],
  [
    "a loyalty tier",
    async (project, metadata) => {
      const { id } = await loyal(project);
      const path = `/v1/loyalties/${id}/tiers`;
      const [tier] = await made(project, path, [{ name: "Gold", points: { from: 1 }, metadata }]);
      return `${path}/${tier.id}`;
    },
  ],
  [
    "an earning rule",
    async (project, metadata) => {
      const { id } = await loyal(project);
      const path = `/v1/loyalties/${id}/earning-rules`;
      const loyalty = { type: "FIXED", points: 1 };
      const [rule] = await made(project, path, [{ event: "order.paid", loyalty, metadata }]);
      return `${path}/${rule.id}`;
    },
  ],
  [
    "a customer",
    async (project, metadata) =>
      `/v1/customers/${(await made(project, "/v1/customers", { metadata })).id}`,
  ],
];

describe("null within the metadata of something new", () => {
  it.each(KINDS)("means absent in %s, so that an update takes nothing away", async (_, make) => {
    const project = await newProject();
    const path = await make(project, SENT);
    const first = (await project.get(path)).body;
    expect(first.metadata).toEqual(KEPT);
    const events = await eventKinds(project.id);
    expect((await project.put(path, { metadata: {} })).body.metadata).toEqual(KEPT);
    expect((await project.get(path)).body).toEqual(first);
    expect(await eventKinds(project.id)).toEqual(events);
  });

  it("means absent in each of several codes", async () => {
    const project = await newProject();
    const { id } = await campaign(project);
    const path = `/v1/campaigns/${id}/vouchers?vouchers_count=2`;
    await done(project, await project.post(path, { metadata: SENT }));
    const stored = await rowsOf("vouchers", project.id);
    expect(stored.map(({ metadata }) => JSON.parse(String(metadata)))).toEqual([KEPT, KEPT]);
  });
});

describe("attributes of goods", () => {
  it.each([
    ["product", [] as const, ["red"]],
    ["sku", {}, { colour: "red" }],
  ])("none of a %s are one thing, sent as null or as none", async (kind, none, some) => {
    const project = await newProject();
    await made(project, "/v1/products", { source_id: "shirt" });
    await made(project, "/v1/products/shirt/skus", { source_id: "shirt-s", price: 5 });
    const path = kind === "sku" ? "/v1/products/shirt/skus/shirt-s" : "/v1/products/shirt";
    const first = (await project.put(path, { price: 7 })).body;
    expect(first.attributes).toEqual(none);
    await scheduler.wait(2);
    for (const attributes of [none, null, none]) {
      expect((await project.put(path, { attributes })).body).toEqual(first);
    }
    expect((await project.put(path, { attributes: some })).body.attributes).toEqual(some);
    expect((await project.put(path, { attributes: none })).body.attributes).toEqual(none);
    const [row] = await rowsOf(`${kind}s`, project.id);
    expect(row?.attributes).toBe(null);
  });
});
