import { beforeEach, describe, expect, it } from "vitest";
import { LoyaltyTier } from "../../src/model/loyalty/tier";
import { EarningRuleList } from "../../src/resources/loyalties/earning-rules/schema";
import { TierList } from "../../src/resources/loyalties/tiers/schema";
import { TierRewardList } from "../../src/resources/rewards/assignments/schema";
import {
  costOf,
  eventsOf,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { earningRule, fixed, program } from "../support/earning";
import { failure } from "../support/failure";
import { coinReward, goodsReward } from "../support/rewarding";
import { strictly } from "../support/strict";

const PATH = "/v1/loyalties/Points/tiers";

let project: TestProject;
let programId: string;

beforeEach(async () => {
  project = await newProject();
  programId = await program(project, "Points");
});

const SILVER = { name: "Silver", points: { from: 100, to: 499 } };
const GOLD = { name: "Gold", points: { from: 500 } };

const tiersOf = ({ status, body }: Reply): LoyaltyTier[] => {
  expect(status, JSON.stringify(body)).toBe(200);
  return strictly(LoyaltyTier.array(), body);
};

const add = async (...sent: object[]) => tiersOf(await project.post(PATH, sent));

/** Adds one tier, and answers it. */
async function addOne(sent: object): Promise<LoyaltyTier> {
  const [made] = await add(sent);
  if (!made) throw new Error("one tier was made");
  return made;
}

const stored = async () =>
  JSON.stringify(
    await Promise.all(
      ["loyalty_tiers", "outbox", "tallies"].map((name) => rowsOf(name, project.id)),
    ),
    (name, value) => (name === "events_taken" ? undefined : value),
  );

/** Sends what must be refused, and shows that nothing came of it. */
async function refused(send: () => Promise<Reply>, status: 400 | 404, key: string) {
  const before = await stored();
  const { details } = failure(await send(), status, key);
  expect(await stored()).toBe(before);
  return details;
}

const told = async () =>
  (await eventsOf(project.id))
    .filter(({ kind }) => kind.startsWith("campaign.loyalty_tier."))
    .map(({ kind, entity_id, data }) => ({ kind, entity_id, tier: data.loyalty_tier }));

describe("POST tiers", () => {
  it("200: all of them in the order of the body, each with an event", async () => {
    const rule = await earningRule(project, "Points", fixed(10));
    const mapped = {
      ...SILVER,
      earning_rules: { [rule.id]: { type: "MULTIPLY", multiplier: 1.5 } },
      metadata: { color: "grey" },
    };
    const reply = await project.post(PATH, [GOLD, mapped]);
    const [gold, silver] = tiersOf(reply);
    const shared = { campaign_id: programId, updated_at: null, object: "loyalty_tier" };
    expect(gold).toEqual({
      ...shared,
      id: expect.stringMatching(/^ltr_[0-9a-f]{18}$/),
      name: "Gold",
      points: { from: 500 },
      config: { points: { from: 500 } },
      earning_rules: {},
      rewards: {},
      metadata: null,
      created_at: expect.stringMatching(/\.\d{3}Z$/),
    });
    expect(silver).toMatchObject({ ...shared, ...mapped, config: { points: SILVER.points } });
    expect(costOf(reply).roundTrips).toBe(2);
    const kind = "campaign.loyalty_tier.created";
    expect(await told()).toEqual([
      { kind, entity_id: gold?.id, tier: gold },
      { kind, entity_id: silver?.id, tier: silver },
    ]);
  });

  it("200: tiers without points, as many as one likes, and mappings in their short form", async () => {
    const rule = await earningRule(project, "Points", fixed(10));
    const bare = { name: "Bare", points: {} };
    const made = await add(bare, bare, {
      name: "Mapped",
      points: { to: 9 },
      earning_rules: { [rule.id]: { points: 7 } },
    });
    expect(made.map(({ points }) => points)).toEqual([{}, {}, { to: 9 }]);
    expect(made[2]?.earning_rules).toEqual({ [rule.id]: { type: "CUSTOM", points: 7 } });
  });

  it("200: a bound that is null is none", async () => {
    const [gold] = await add({ ...GOLD, points: { from: 500, to: null } });
    expect(gold?.points).toEqual({ from: 500 });
    const [none] = await add({ name: "None", points: { from: null, to: null } });
    expect(none?.points).toEqual({});
    const changed = await project.put(`${PATH}/${gold?.id}`, { points: { from: 600, to: null } });
    expect([changed.status, changed.body.points]).toEqual([200, { from: 600 }]);
  });

  it("400: bodies that say nothing clear name the property", async () => {
    const cases: [unknown, string][] = [
      [{ name: "T", points: {} }, "Payload must be array"],
      [Array(101).fill({ name: "T", points: {} }), "must NOT have more than 100 items"],
      [[{ points: {} }], "Property [0] must have required property 'name'"],
      [[{ name: "T" }], "Property [0] must have required property 'points'"],
      [[{ name: "T", points: { from: -1 } }], "Property [0].points.from must be >= 0"],
      [[{ name: "T", points: { from: 1.5 } }], "Property [0].points.from must be integer"],
      [[{ name: "T", points: { from: 2, to: 1 } }], "Property [0].points.to must be >= from"],
      [[{ name: "T", points: {}, metadata: 1 }], "Property [0].metadata must be object"],
      [[{ name: "T", points: {}, rewards: { r: { type: "ADD" } } }], "Property [0].rewards.r"],
    ];
    for (const [sent, said] of cases) {
      const details = await refused(
        () => project.post(PATH, sent as object),
        400,
        "invalid_payload",
      );
      expect(details, JSON.stringify(sent).slice(0, 80)).toContain(said);
    }
  });

  it("400: tiers that share a point, with another of the body or of the program", async () => {
    const shared = "points must not overlap the points of tier Silver";
    const both = () => project.post(PATH, [SILVER, { name: "Gold", points: { from: 499 } }]);
    expect(await refused(both, 400, "invalid_payload")).toBe(`Property [1].${shared}`);
    await add(SILVER, GOLD);
    for (const points of [{ from: 499, to: 499 }, { to: 100 }, { from: 0, to: 200 }]) {
      const one = () => project.post(PATH, [{ name: "New", points }]);
      expect(await refused(one, 400, "invalid_payload")).toBe(`Property [0].${shared}`);
    }
    await add({ name: "Basic", points: { to: 99 } });
  });

  it("400: more than a hundred of a program, and metadata that the project does not allow", async () => {
    await add(...Array(60).fill({ name: "T", points: {} }));
    const more = () => project.post(PATH, Array(41).fill({ name: "T", points: {} }));
    expect(await refused(more, 400, "invalid_campaign")).toContain("at most 100 loyalty tiers");
    await project.post(`/management/v1/projects/${project.id}/metadata-schemas`, {
      related_object: "loyalty_tier",
      properties: { level: { type: "number" } },
    });
    const sent = [{ name: "T", points: {}, metadata: { level: "high" } }];
    const details = await refused(
      () => project.post(PATH, sent),
      400,
      "metadata_validation_failed",
    );
    expect(details).toContain("level");
  });

  it("404: mappings of what is not in the program, and programs that are none", async () => {
    await program(project, "Other");
    const foreign = await earningRule(project, "Other", fixed(10));
    const mapped = (part: object) => () => project.post(PATH, [{ ...GOLD, ...part }]);
    const once = { type: "MULTIPLY", multiplier: 2 };
    const rule = mapped({ earning_rules: { [foreign.id]: once } });
    expect(await refused(rule, 404, "not_found")).toBe(
      `Cannot find earning_rule with id ${foreign.id}`,
    );
    const reward = mapped({ rewards: { rewa_none: once } });
    expect(await refused(reward, 404, "not_found")).toContain(
      "reward_assignment with id rewa_none",
    );
    await project.post("/v1/campaigns", { name: "Gifts", voucher: { gift: { amount: 1 } } });
    for (const name of ["Gifts", "camp_none"]) {
      const path = `/v1/loyalties/${name}/tiers`;
      await refused(() => project.post(path, [GOLD]), 404, "not_found");
    }
  });

  it("of many at once with the same points only one comes through", async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map((each) => project.post(PATH, [{ ...GOLD, name: `Gold ${each}` }])),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
    expect(await rowsOf("loyalty_tiers", project.id)).toHaveLength(1);
  });
});

describe("GET tiers", () => {
  it("200: pages of a program in each order, with their total", async () => {
    const [silver, gold] = await add(SILVER, GOLD);
    const other = await program(project, "Other");
    await project.post(`/v1/loyalties/${other}/tiers`, [GOLD]);
    await project.put(`${PATH}/${silver?.id}`, { name: "Silver plus" });
    const names = async (query: string) => {
      const list = parsed(TierList, await project.get(`${PATH}?${query}`));
      expect(list.total).toBe(2);
      return list.data.map(({ name }) => name);
    };
    expect(await names("")).toEqual(["Gold", "Silver plus"]);
    expect(await names("order=created_at")).toEqual(["Silver plus", "Gold"]);
    expect(await names("order=-updated_at")).toEqual(["Silver plus", "Gold"]);
    expect(await names("order=updated_at")).toEqual(["Gold", "Silver plus"]);
    expect(await names("limit=1&page=2")).toEqual(["Silver plus"]);
    const one = await project.get(`/v1/loyalties/${programId}/tiers/${gold?.id}`);
    expect(parsed(LoyaltyTier, one)).toEqual(gold);
  });

  it("400 and 404: a bad limit, a tier of another program, a program that is none", async () => {
    await program(project, "Other");
    const tier = await addOne(GOLD);
    failure(await project.get(`${PATH}?limit=0`), 400, "invalid_query_params");
    for (const path of [`Other/tiers/${tier.id}`, "Points/tiers/ltr_none", "None/tiers"]) {
      failure(await project.get(`/v1/loyalties/${path}`), 404, "not_found");
    }
  });
});

describe("PUT a tier", () => {
  it("200: what is absent stays, a mapping is replaced, null clears", async () => {
    const [one, two] = [
      await earningRule(project, "Points", fixed(1)),
      await earningRule(project, "Points", fixed(2)),
    ];
    const twice = { type: "MULTIPLY", multiplier: 2 };
    const tier = await addOne({
      ...SILVER,
      earning_rules: { [one.id]: twice },
      metadata: { a: 1, b: 2 },
    });
    const path = `${PATH}/${tier.id}`;
    const reply = await project.put(path, {
      points: { from: 50 },
      earning_rules: { [two.id]: twice },
      metadata: { b: null, c: 3 },
    });
    const changed = parsed(LoyaltyTier, reply);
    expect(changed).toEqual({
      ...tier,
      points: { from: 50 },
      config: { points: { from: 50 } },
      earning_rules: { [two.id]: twice },
      metadata: { a: 1, c: 3 },
      updated_at: expect.any(String),
    });
    expect((await told()).at(-1)).toEqual({
      kind: "campaign.loyalty_tier.updated",
      entity_id: tier.id,
      tier: changed,
    });
    const cleared = await project.put(path, { earning_rules: null, metadata: null });
    expect(cleared.body).toMatchObject({ earning_rules: {}, metadata: null });
  });

  it("200: nothing new is nothing written", async () => {
    const tier = await addOne(SILVER);
    const before = await stored();
    const same = await project.put(`${PATH}/${tier.id}`, { ...SILVER, metadata: null });
    expect(same.body).toEqual(tier);
    expect(await stored()).toBe(before);
  });

  it("400 and 404: points of another tier, an unknown rule, an unknown tier", async () => {
    const [silver, gold] = await add(SILVER, GOLD);
    const widen = () => project.put(`${PATH}/${silver?.id}`, { points: { from: 100, to: 500 } });
    expect(await refused(widen, 400, "invalid_payload")).toBe(
      "Property .points must not overlap the points of tier Gold",
    );
    const mapping = { earning_rules: { ern_none: { type: "CUSTOM", points: 1 } } };
    await refused(() => project.put(`${PATH}/${gold?.id}`, mapping), 404, "not_found");
    await refused(() => project.put(`${PATH}/ltr_none`, { name: "T" }), 404, "not_found");
  });
});

describe("DELETE a tier", () => {
  it("204: it is gone, and told of once", async () => {
    const tier = await addOne(GOLD);
    const path = `${PATH}/${tier.id}`;
    expect((await project.delete(path)).status).toBe(204);
    expect((await told()).at(-1)).toEqual({
      kind: "campaign.loyalty_tier.deleted",
      entity_id: tier.id,
      tier,
    });
    await refused(() => project.delete(path), 404, "not_found");
    expect(await rowsOf("loyalty_tiers", project.id)).toEqual([]);
  });
});

describe("GET what a tier gives", () => {
  it("200: rules of the program with the points that its members get", async () => {
    const shares = {
      event: "order.paid",
      loyalty: {
        type: "PROPORTIONAL",
        calculation_type: "ORDER_AMOUNT",
        order: { amount: { every: 100, points: 3, points_formula: "ORDER_UNITS_QUANTITY" } },
      },
    };
    const own = await earningRule(project, "Points", fixed(4));
    const twice = await earningRule(project, "Points", fixed(5));
    const share = await earningRule(project, "Points", shares);
    const tier = await addOne({
      ...GOLD,
      earning_rules: {
        [twice.id]: { type: "MULTIPLY", multiplier: 1.5 },
        [share.id]: { type: "CUSTOM", points: 7 },
      },
    });
    const path = `${PATH}/${tier.id}/earning-rules`;
    const list = parsed(EarningRuleList, await project.get(path));
    expect(list.data).toEqual([
      {
        ...share,
        loyalty: { ...shares.loyalty, order: { amount: { every: 100, points: 7 } } },
      },
      // Seven and a half, rounded half up.
      { ...twice, loyalty: { type: "FIXED", points: 8 } },
      own,
    ]);
    const second = parsed(EarningRuleList, await project.get(`${path}?limit=1&page=2`));
    expect(second).toMatchObject({ total: 3, data: [{ id: twice.id }] });
    failure(await project.get(`${path}?limit=0`), 400, "invalid_query_params");
  });

  it("200: rewards of the program at what they cost its members", async () => {
    const [mug, cap, coin] = [
      await goodsReward(project),
      await goodsReward(project),
      await coinReward(project),
    ];
    const costs = (points: number) => ({ parameters: { loyalty: { points } } });
    const sent = [{ reward: mug, ...costs(25) }, { reward: cap, ...costs(30) }, { reward: coin }];
    const reply = await project.post("/v1/loyalties/Points/rewards", sent);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { data: assigned } = (await project.get("/v1/loyalties/Points/reward-assignments")).body;
    const idOf = (reward: string): string =>
      assigned.find((each: { reward_id: string }) => each.reward_id === reward)?.id;
    const tier = await addOne({
      ...GOLD,
      rewards: {
        [idOf(mug)]: { type: "MULTIPLY", multiplier: 0.5 },
        [idOf(coin)]: { type: "CUSTOM", points: 1 },
      },
    });
    const list = parsed(TierRewardList, await project.get(`${PATH}/${tier.id}/rewards`));
    expect(list.total).toBe(3);
    const price = (reward: string) =>
      list.data.find((each) => each.reward.id === reward)?.assignment.parameters;
    expect(price(mug)).toEqual({ loyalty: { points: 13 } });
    expect(price(cap)).toEqual({ loyalty: { points: 30 } });
    expect(price(coin)).toBe(undefined);
  });

  it("404: of a tier that is not there, or of another program", async () => {
    await program(project, "Other");
    const tier = await addOne(GOLD);
    for (const part of ["earning-rules", "rewards"]) {
      for (const path of [`Points/tiers/ltr_none/${part}`, `Other/tiers/${tier.id}/${part}`]) {
        failure(await project.get(`/v1/loyalties/${path}`), 404, "not_found");
      }
    }
  });
});
