import { describe, expect, it } from "vitest";
import type { Statement } from "../../src/db/client";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { listOf } from "../../src/http/page";
import { Reward } from "../../src/model/loyalty/reward";
import { giveBackRewards, takeRewards } from "../../src/resources/rewards/store";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { program } from "../support/earning";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";
import { countsOf, parallel } from "../support/redeeming";
import { coinReward, goodsReward } from "../support/rewarding";

const RewardList = listOf("data", Reward);

async function create(project: TestProject, sent: object): Promise<Reward> {
  const reply = await project.post("/v1/rewards", sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Reward, reply);
}

async function idOf(project: TestProject, path: string, sent: object): Promise<string> {
  const reply = await project.post(path, sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

const written = (statements: readonly Statement[]) =>
  writeBatch({ d1: homeDb(), cost: noCost() }, statements);

const taking = ({ id: project }: TestProject, id: string) =>
  takeRewards(project, [{ id, count: 1, seen: null, assignments: [] }]);

describe("POST /v1/rewards", () => {
  it("200: points as money, with nothing that was not said", async () => {
    const project = await newProject();
    const { id, created_at, ...rest } = await create(project, {
      parameters: { coin: { exchange_ratio: 0.05 } },
    });
    expect(id).toMatch(/^rew_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual({
      name: "Pay with points",
      stock: null,
      redeemed: null,
      attributes: null,
      metadata: {},
      type: "COIN",
      parameters: { coin: { exchange_ratio: 0.05, points_ratio: 1 } },
      updated_at: null,
      object: "reward",
    });
    expect(await eventKinds(project.id)).toEqual([]);
  });

  it("200: ratios and stock are taken as texts", async () => {
    const project = await newProject();
    const coin = await create(project, {
      name: "Coins",
      parameters: { coin: { exchange_ratio: "0.20", points_ratio: "100" } },
      attributes: { image_url: "https://shop.example/coin.png", description: null },
      metadata: { shelf: 3 },
    });
    expect(coin).toMatchObject({
      name: "Coins",
      parameters: { coin: { exchange_ratio: 0.2, points_ratio: 100 } },
      metadata: { shelf: 3 },
    });
    expect(coin.attributes).toEqual({ image_url: "https://shop.example/coin.png" });
    const product = await idOf(project, "/v1/products", { name: "Mug" });
    const parameters = { product: { id: product } };
    const mug = await create(project, { parameters, stock: "4" });
    expect(mug).toMatchObject({ stock: "4", redeemed: "0" });
    expect((await project.get(`/v1/rewards/${mug.id}`)).body).toEqual(mug);
  });

  it("200: a product is found by its source id, a SKU names it closer", async () => {
    const project = await newProject();
    const product = await idOf(project, "/v1/products", { source_id: "mug", name: "Mug" });
    const sku = await idOf(project, "/v1/products/mug/skus", { source_id: "red", sku: "Red mug" });
    const bare = await create(project, { parameters: { product: { id: "mug" } }, stock: 0 });
    expect(bare).toMatchObject({ name: "Mug", type: "MATERIAL", stock: "0", redeemed: "0" });
    expect(bare.parameters).toEqual({ product: { id: product, sku_id: null } });
    const red = await create(project, { parameters: { product: { id: product, sku_id: "red" } } });
    expect(red.name).toBe("Red mug");
    expect(red.parameters).toEqual({ product: { id: product, sku_id: sku } });
  });

  it("200: the type of a campaign's reward is the campaign's", async () => {
    const project = await newProject();
    const gifts = await idOf(project, "/v1/campaigns", {
      name: "Gifts",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 0 } },
    });
    const coupons = await idOf(project, "/v1/campaigns", {
      name: "Coupons",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 500 } },
    });
    const points = await program(project, "Program");
    const given = async (campaign: object) =>
      (await create(project, { parameters: { campaign } })).parameters;
    expect(await given({ id: gifts, balance: 2500 })).toEqual({
      campaign: { id: gifts, balance: 2500, type: "GIFT_VOUCHERS" },
    });
    expect(await given({ id: coupons, balance: 7 })).toEqual({
      campaign: { id: coupons, type: "DISCOUNT_COUPONS" },
    });
    expect(await given({ id: points, balance: 50 })).toEqual({
      campaign: { id: points, balance: 50, type: "LOYALTY_PROGRAM" },
    });
    const { body } = await project.get("/v1/rewards");
    expect(body.data.map(({ name }: Reward) => name)).toEqual(["Program", "Coupons", "Gifts"]);
    for (const balance of [undefined, null, 0, -1]) {
      const sent = { parameters: { campaign: { id: gifts, balance } } };
      const reply = await project.post("/v1/rewards", sent);
      const { message, details } = failure(reply, 400, "invalid_balance");
      expect(message).toBe("Property 'parameters.campaign.balance' is invalid");
      expect(details).toContain("must be greater than zero for GIFT_VOUCHERS");
    }
    expect(await rowsOf("rewards", project.id)).toHaveLength(3);
  });

  it("400: what no reward can be", async () => {
    const project = await newProject();
    const promotion = await idOf(project, "/v1/campaigns", {
      name: "Tiers",
      campaign_type: "PROMOTION",
    });
    const coin = { exchange_ratio: 1 };
    const one = "Property .parameters must name one of [ campaign, product, coin ]";
    const ratio = "must be > 0 and <= 1000000000, with at most six decimals";
    const refused: [object, string, string][] = [
      [{}, "invalid_payload", "Payload must have required property 'parameters'"],
      [{ parameters: {} }, "invalid_payload", one],
      [{ parameters: { coin, product: { id: "x" } } }, "invalid_payload", one],
      ...[0, -1, 1e-7, 1_000_000_001, 0.1234567].map((exchange_ratio): [object, string, string] => [
        { parameters: { coin: { exchange_ratio } } },
        "invalid_payload",
        `Property .parameters.coin.exchange_ratio ${ratio}`,
      ]),
      [
        { parameters: { coin: { ...coin, points_ratio: 0 } } },
        "invalid_payload",
        "Property .parameters.coin.points_ratio must be >= 1",
      ],
      [
        { parameters: { coin }, stock: 1 },
        "invalid_payload",
        "Property .stock is not for a COIN reward",
      ],
      [{ parameters: { coin }, stock: -1 }, "invalid_payload", "Property .stock must be >= 0"],
      [
        { parameters: { coin }, stock: "many" },
        "invalid_payload",
        "Property .stock must be number",
      ],
      [
        { parameters: { campaign: { id: promotion } } },
        "invalid_campaign",
        `Campaign ${promotion} is of type PROMOTION; a reward is of one of [ DISCOUNT_COUPONS, GIFT_VOUCHERS, LOYALTY_PROGRAM ]`,
      ],
    ];
    for (const [sent, key, details] of refused) {
      expect(failure(await project.post("/v1/rewards", sent), 400, key).details).toBe(details);
    }
    expect(await rowsOf("rewards", project.id)).toEqual([]);
  });

  it("404: what is not there, and what is another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const far = await program(other, "Program");
    await idOf(project, "/v1/products", { source_id: "mug" });
    const missing: [object, string][] = [
      [{ campaign: { id: far, balance: 1 } }, `Cannot find campaign with id ${far}`],
      [{ product: { id: "cup" } }, "Cannot find product with id cup"],
      [{ product: { id: "mug", sku_id: "red" } }, "Cannot find sku with id red"],
    ];
    for (const [parameters, details] of missing) {
      const reply = await project.post("/v1/rewards", { parameters });
      expect(failure(reply, 404, "not_found").details).toBe(details);
    }
    await idOf(project, "/v1/products", { source_id: "cup" });
    await idOf(project, "/v1/products/cup/skus", { source_id: "blue" });
    const foreign = { parameters: { product: { id: "mug", sku_id: "blue" } } };
    failure(await project.post("/v1/rewards", foreign), 400, "invalid_sku");
    expect(await rowsOf("rewards", project.id)).toEqual([]);
  });

  it("400: metadata that the project's schema of rewards does not allow", async () => {
    const project = await newProject();
    await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "reward",
      properties: { shelf: { type: "number", optional: false } },
    });
    const parameters = { coin: { exchange_ratio: 1 } };
    for (const metadata of [undefined, {}, { shelf: "three" }]) {
      const reply = await project.post("/v1/rewards", { parameters, metadata });
      failure(reply, 400, "metadata_validation_failed");
    }
    expect(await rowsOf("rewards", project.id)).toEqual([]);
    const { id } = await create(project, { parameters, metadata: { shelf: 3 } });
    const changed = await project.put(`/v1/rewards/${id}`, { metadata: { shelf: null } });
    failure(changed, 400, "metadata_validation_failed");
    const cleared = await project.put(`/v1/rewards/${id}`, { metadata: null });
    failure(cleared, 400, "metadata_validation_failed");
    expect((await project.get(`/v1/rewards/${id}`)).body.metadata).toEqual({ shelf: 3 });
  });
});

describe("GET /v1/rewards", () => {
  it("200: newest first, by page, with the total", async () => {
    const project = await newProject();
    expect(parsed(RewardList, await project.get("/v1/rewards"))).toEqual({
      object: "list",
      data_ref: "data",
      data: [],
      total: 0,
      has_more: false,
    });
    for (const name of ["a", "b", "c"]) await coinReward(project, { name });
    const page = async (query: string) => {
      const list = parsed(RewardList, await project.get(`/v1/rewards?${query}`));
      return [list.data.map(({ name }) => name).join(), list.total];
    };
    expect(await page("")).toEqual(["c,b,a", 3]);
    expect(await page("limit=2")).toEqual(["c,b", 3]);
    expect(await page("limit=2&page=2")).toEqual(["a", 3]);
    for (const query of ["limit=101", "page=0"]) {
      failure(await project.get(`/v1/rewards?${query}`), 400, "invalid_query_params");
    }
  });

  it("200: one, in one round trip; 404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const [mine, far] = [await coinReward(project), await coinReward(other)];
    const reply = await project.get(`/v1/rewards/${mine}`);
    expect(parsed(Reward, reply).id).toBe(mine);
    expect(costOf(reply).roundTrips).toBe(1);
    for (const id of ["rew_unknown", far]) {
      const { details } = failure(await project.get(`/v1/rewards/${id}`), 404, "not_found");
      expect(details).toBe(`Cannot find reward with id ${id}`);
      failure(await project.put(`/v1/rewards/${id}`, { name: "B" }), 404, "not_found");
      failure(await project.delete(`/v1/rewards/${id}`), 404, "not_found");
    }
    expect((await other.get(`/v1/rewards/${far}`)).body.name).toBe("Pay with points");
  });
});

describe("PUT /v1/rewards/{rewardId}", () => {
  it("200: absent keeps, null clears, metadata merges; the same again changes nothing", async () => {
    const project = await newProject();
    const id = await goodsReward(project, {
      stock: 5,
      attributes: { image_url: "https://shop.example/mug.png", description: "Blue" },
      metadata: { a: 1, b: 2 },
    });
    const path = `/v1/rewards/${id}`;
    const before = (await project.get(path)).body;
    const sent = {
      name: "Cup",
      attributes: { description: "Red" },
      metadata: { b: null, c: 3 },
      stock: "6",
    };
    const changed = parsed(Reward, await project.put(path, sent));
    expect(changed).toEqual({
      ...before,
      name: "Cup",
      attributes: { description: "Red" },
      metadata: { a: 1, c: 3 },
      stock: "6",
      updated_at: changed.updated_at,
    });
    expect(changed.updated_at).toMatch(/Z$/);
    expect(parsed(Reward, await project.put(path, { name: "Cup" }))).toEqual(changed);
    const cleared = parsed(
      Reward,
      await project.put(path, { name: null, stock: null, attributes: null, metadata: null }),
    );
    expect(cleared).toMatchObject({ name: "Cup", stock: null, attributes: null, metadata: {} });
    expect((await project.get(path)).body).toEqual(cleared);
  });

  it("200: other parameters of the same type; 400: those of another", async () => {
    const project = await newProject();
    const path = `/v1/rewards/${await coinReward(project)}`;
    const doubled = { parameters: { coin: { exchange_ratio: "0.1", points_ratio: 2 } } };
    const changed = parsed(Reward, await project.put(path, doubled));
    expect(changed.parameters).toEqual({ coin: { exchange_ratio: 0.1, points_ratio: 2 } });
    const points = await program(project, "Program");
    const refused: [object, string][] = [
      [
        { parameters: { campaign: { id: points, balance: 5 } } },
        "Property .parameters must be those of a COIN reward, which this one stays",
      ],
      [{ stock: 3 }, "Property .stock is not for a COIN reward"],
    ];
    for (const [sent, details] of refused) {
      expect(failure(await project.put(path, sent), 400, "invalid_payload").details).toBe(details);
    }
    expect((await project.get(path)).body).toEqual(changed);
  });

  it("400: a stock below what is redeemed, which stays what it was", async () => {
    const project = await newProject();
    const id = await goodsReward(project, { stock: 3 });
    for (const _ of [1, 2]) expect((await written(taking(project, id))).ok).toBe(true);
    const path = `/v1/rewards/${id}`;
    const { details } = failure(await project.put(path, { stock: 1 }), 400, "invalid_payload");
    expect(details).toBe("Property .stock must NOT be less than what is redeemed already");
    expect((await project.get(path)).body).toMatchObject({ stock: "3", redeemed: "2" });
    const exact = parsed(Reward, await project.put(path, { stock: 2 }));
    expect(exact).toMatchObject({ stock: "2", redeemed: "2" });
  });
});

describe("the stock of a reward", () => {
  it("gives the last one to one of fifty, and takes one back", async () => {
    const project = await newProject();
    const id = await goodsReward(project, { stock: 1 });
    const results = await parallel(50, () => written(taking(project, id)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.find(({ ok }) => !ok)).toEqual({
      ok: false,
      error: { constraint: "reward_stock" },
    });
    expect((await written(giveBackRewards(project.id, [id]))).ok).toBe(true);
    expect((await project.get(`/v1/rewards/${id}`)).body.redeemed).toBe("0");
    expect(await written(giveBackRewards(project.id, [id]))).toEqual({
      ok: false,
      error: { constraint: "reward_redeemed" },
    });
    expect(await written(taking(project, "rew_gone"))).toEqual({
      ok: false,
      error: { constraint: "reward_moved" },
    });
  });
});

describe("DELETE /v1/rewards/{rewardId}", () => {
  it("204, once: of ten at once the others find it gone", async () => {
    const project = await newProject();
    const id = await coinReward(project);
    const replies = await parallel(10, () => project.delete(`/v1/rewards/${id}`));
    expect(countsOf(replies)).toEqual({ "204 undefined": 1, "404 not_found": 9 });
    expect(parsed(RewardList, await project.get("/v1/rewards")).total).toBe(0);
    expect(await rowsOf("rewards", project.id)).toEqual([]);
  });
});
