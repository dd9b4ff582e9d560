import { describe, expect, it } from "vitest";
import * as z from "zod";
import { readBatch } from "../../src/db/commit";
import { sql } from "../../src/db/sql";
import { listOf } from "../../src/http/page";
import { Reward, RewardAssignment } from "../../src/model/loyalty/reward";
import { decodeAssigned, rewardAssigned } from "../../src/resources/rewards/assignments/store";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign as coupons, rule } from "../support/campaigns";
import { program } from "../support/earning";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { localScope } from "../support/local-scope";
import { homeDb } from "../support/places";
import { countsOf, parallel } from "../support/redeeming";
import { coinReward, goodsReward } from "../support/rewarding";

const AssignmentList = listOf("data", RewardAssignment);
const price = (points: number, more: object = {}) => ({ loyalty: { points, ...more } });

function assignment(reply: Reply): RewardAssignment {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(RewardAssignment, reply);
}

const assign = async (project: TestProject, reward: string, sent: object) =>
  assignment(await project.post(`/v1/rewards/${reward}/assignments`, sent));

const aRule = (project: TestProject) => rule(project, "order.amount", { $more_than: [1000] });

const countOf = async (project: TestProject, ruleId: string) =>
  (await project.get(`/v1/validation-rules/${ruleId}`)).body.assignments_count;

/** A program with a mug of 100 points in it. */
async function scene() {
  const project = await newProject();
  const [campaign, reward] = [await program(project, "Program"), await goodsReward(project)];
  const { id } = await assign(project, reward, { campaign, parameters: price(100) });
  return { project, campaign, reward, id };
}

describe("POST /v1/rewards/{rewardId}/assignments", () => {
  it("200: for so many points, in the program of an id or a name", async () => {
    const project = await newProject();
    const [campaign, mug, cup] = [
      await program(project, "Club"),
      await goodsReward(project),
      await goodsReward(project),
    ];
    const made = await assign(project, mug, {
      campaign: "Club",
      parameters: price(100, { auto_redeem: null }),
    });
    expect(made.id).toMatch(/^rewa_[0-9A-Za-z]{24}$/);
    expect(made).toEqual({
      id: made.id,
      reward_id: mug,
      related_object_id: campaign,
      related_object_type: "campaign",
      parameters: { loyalty: { points: 100 } },
      created_at: made.created_at,
      updated_at: null,
      object: "reward_assignment",
    });
    const auto = await assign(project, cup, {
      campaign,
      parameters: price(1, { auto_redeem: true }),
    });
    expect(auto.parameters).toEqual({ loyalty: { points: 1, auto_redeem: true } });
    const [event] = (await eventsOf(project.id)).filter(({ entity_id }) => entity_id === made.id);
    expect(event).toMatchObject({
      kind: "campaign.reward.assignment.created",
      data: { campaign: { id: campaign }, reward: { id: mug }, reward_assignment: made },
    });
  });

  it("200: points as money cost none, and ask for a rule, which counts the assignment", async () => {
    const project = await newProject();
    const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
    const ruleId = await aRule(project);
    const reply = await project.post(`/v1/rewards/${reward}/assignments`, {
      campaign,
      validation_rules: [ruleId],
    });
    const made = assignment(reply);
    expect(made).not.toHaveProperty("parameters");
    expect(costOf(reply).roundTrips).toBe(2);
    const { body } = await project.get(
      `/v1/validation-rules-assignments?related_object_id=${made.id}`,
    );
    expect(body.total).toBe(1);
    expect(body.data[0]).toMatchObject({
      rule_id: ruleId,
      related_object_type: "reward_assignment",
    });
    expect(await countOf(project, ruleId)).toBe(1);
    expect(await eventKinds(project.id)).toEqual([
      "campaign.created",
      "business_validation_rule.created",
      "campaign.reward.assignment.created",
      "business_validation_rule.assignment.created",
    ]);
    const told = (await eventsOf(project.id)).at(-1)?.data;
    expect(told).toMatchObject({ rule: { assignments_count: 1 }, reward_assignment: made });
  });

  it("400: a price that is missing, or that points as money do not take", async () => {
    const project = await newProject();
    const [campaign, mug, coin] = [
      await program(project, "Program"),
      await goodsReward(project),
      await coinReward(project),
    ];
    const rules = [await aRule(project), await aRule(project)];
    const refused: [string, object, string, string][] = [
      [mug, {}, "missing_param", "Parameter 'parameters.loyalty' is required"],
      [mug, { parameters: {} }, "missing_param", "Parameter 'parameters.loyalty' is required"],
      [
        mug,
        { parameters: { loyalty: { auto_redeem: true } } },
        "missing_param",
        "Parameter 'parameters.loyalty.points' is required",
      ],
      [
        mug,
        { parameters: price(0) },
        "invalid_payload",
        "Property .parameters.loyalty.points must be >= 1",
      ],
      [
        mug,
        { parameters: price(5), validation_rules: rules.slice(1) },
        "invalid_payload",
        "Property .validation_rules is not for a MATERIAL reward",
      ],
      [
        coin,
        { parameters: price(5) },
        "invalid_payload",
        "Property .parameters.loyalty is not for a COIN reward",
      ],
      [
        coin,
        { validation_rules: rules },
        "invalid_payload",
        "Property .validation_rules must NOT have more than 1 items",
      ],
    ];
    for (const [reward, sent, key, details] of refused) {
      const reply = await project.post(`/v1/rewards/${reward}/assignments`, { campaign, ...sent });
      const body = failure(reply, 400, key);
      expect(body.details).toBe(details);
      if (key === "missing_param") expect(body.message).toBe("Missing required parameter");
    }
    const nowhere = await project.post(`/v1/rewards/${coin}/assignments`, {});
    failure(nowhere, 400, "invalid_payload");
    const gifts = await coupons(project, "Coupons");
    const reply = await project.post(`/v1/rewards/${coin}/assignments`, { campaign: gifts });
    expect(failure(reply, 400, "invalid_campaign").details).toBe(
      `Campaign ${gifts} is of type DISCOUNT_COUPONS; only a LOYALTY_PROGRAM has rewards`,
    );
    expect(await rowsOf("reward_assignments", project.id)).toEqual([]);
    expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
  });

  it("404: reward, program or rule that is not there, or another project's", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
    const far = [await program(other, "Program"), await coinReward(other), await aRule(other)];
    const missing: [string, object, string][] = [
      ["rew_none", { campaign }, "Cannot find reward with id rew_none"],
      [far[1] ?? "", { campaign }, `Cannot find reward with id ${far[1]}`],
      [reward, { campaign: far[0] }, `Cannot find campaign with id ${far[0]}`],
      [
        reward,
        { campaign, validation_rules: [far[2]] },
        `Cannot find validation_rules with id ${far[2]}`,
      ],
    ];
    for (const [id, sent, details] of missing) {
      const reply = await project.post(`/v1/rewards/${id}/assignments`, sent);
      expect(failure(reply, 404, "not_found").details).toBe(details);
    }
    expect(await rowsOf("reward_assignments", project.id)).toEqual([]);
  });

  it("409: of fifty at once one is made, and the others are told its id", async () => {
    const project = await newProject();
    const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
    const ruleId = await aRule(project);
    const sent = { campaign, validation_rules: [ruleId] };
    const path = `/v1/rewards/${reward}/assignments`;
    const replies = await parallel(50, () => project.post(path, sent));
    expect(countsOf(replies)).toEqual({ "200": 1, "409 duplicate_found": 49 });
    const [row] = await rowsOf("reward_assignments", project.id);
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(1);
    expect(await countOf(project, ruleId)).toBe(1);
    const { details, resource_id, resource_type } = failure(
      await project.post(path, sent),
      409,
      "duplicate_found",
    );
    expect(details).toBe(`Duplicated reward_assignment exists with id ${row?.id}`);
    expect([resource_id, resource_type]).toEqual([row?.id, "reward_assignment"]);
  });

  it("409: one reward of a program is redeemed by itself, of twenty that would be", async () => {
    const project = await newProject();
    const campaign = await program(project, "Program");
    const rewards = await parallel(20, () => goodsReward(project));
    const sent = { campaign, parameters: price(10, { auto_redeem: true }) };
    const replies = await parallel(20, (at) =>
      project.post(`/v1/rewards/${rewards[at]}/assignments`, sent),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, "409 duplicate_found": 19 });
    const elsewhere = { ...sent, campaign: await program(project, "Other") };
    await assign(project, rewards[0] ?? "", elsewhere);
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(2);
  });

  it.each([1, 2, 3])(
    "400: a reward that is put into a program before batch %i of its deletion stays",
    async (at) => {
      const project = await newProject();
      const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
      const before = async (batch: number) => {
        if (batch === at) await assign(project, reward, { campaign });
      };
      const removal = { method: "DELETE", path: `/v1/rewards/${reward}` };
      const { status, body, batches } = await sendPausing(project, removal, { before });
      expect([status, body.key]).toEqual(
        batches < at ? [204, undefined] : [400, "resource_in_use"],
      );
      expect(await rowsOf("reward_assignments", project.id)).toHaveLength(batches < at ? 0 : 1);
      expect(await rowsOf("rewards", project.id)).toHaveLength(batches < at ? 0 : 1);
    },
  );

  it.each([1, 2, 3])("404: of a reward that is deleted before its batch %i", async (at) => {
    const project = await newProject();
    const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
    const before = async (batch: number) => {
      if (batch === at) await project.delete(`/v1/rewards/${reward}`);
    };
    const path = `/v1/rewards/${reward}/assignments`;
    const { status, batches } = await sendPausing(
      project,
      { path, body: { campaign } },
      { before },
    );
    expect(status).toBe(batches < at ? 200 : 404);
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(batches < at ? 1 : 0);
  });

  it("400: a program takes 500 rewards, and none more", async () => {
    const project = await newProject();
    const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
       INSERT INTO reward_assignments (project_id, id, reward_id, campaign_id, points, created_at)
       SELECT ?, printf('rewa_%d', i), printf('rew_%d', i), ?, 1, '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, campaign)
      .run();
    const second = await coinReward(project);
    const both = [{ reward }, { reward: second }];
    const refused = await project.post(`/v1/loyalties/${campaign}/rewards`, both);
    expect(failure(refused, 400, "invalid_campaign").details).toBe(
      `Campaign ${campaign} takes no more than 500 rewards`,
    );
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(499);
    await assign(project, reward, { campaign });
    const one = await project.post(`/v1/rewards/${second}/assignments`, { campaign });
    failure(one, 400, "invalid_campaign");
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(500);
  });
});

describe("the rewards of a program", () => {
  it("200: several at once, in the order in which they were sent", async () => {
    const project = await newProject();
    const [campaign, mug, coin] = [
      await program(project, "Club"),
      await goodsReward(project),
      await coinReward(project),
    ];
    const ruleId = await aRule(project);
    const reply = await project.post("/v1/loyalties/Club/rewards", [
      { reward: mug, parameters: price(70) },
      { reward: coin, validation_rules: [ruleId] },
    ]);
    expect(costOf(reply).roundTrips).toBe(2);
    const made = parsed(z.array(RewardAssignment), reply);
    expect(made.map((each) => [each.reward_id, each.parameters])).toEqual([
      [mug, { loyalty: { points: 70 } }],
      [coin, undefined],
    ]);
    expect(made.every((each) => each.related_object_id === campaign)).toBe(true);
    expect(await countOf(project, ruleId)).toBe(1);
    expect((await eventKinds(project.id)).slice(2)).toEqual([
      "campaign.reward.assignment.created",
      "campaign.reward.assignment.created",
      "business_validation_rule.assignment.created",
    ]);
  });

  it("200: a hundred at once cost no more statements than one", async () => {
    const project = await newProject();
    const campaign = await program(project, "Program");
    const rewards = await parallel(100, () => coinReward(project));
    const ruleId = await aRule(project);
    const reply = await project.post(
      `/v1/loyalties/${campaign}/rewards`,
      rewards.map((reward) => ({ reward, validation_rules: [ruleId] })),
    );
    expect(parsed(z.array(RewardAssignment), reply)).toHaveLength(100);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await countOf(project, ruleId)).toBe(100);
    const told = (await eventsOf(project.id)).filter(({ entity_id }) => entity_id === ruleId);
    expect(told.at(-1)?.data).toMatchObject({ rule: { assignments_count: 100 } });
  });

  it("none of them where one cannot be", async () => {
    const { project, campaign, reward } = await scene();
    const [coin, cup] = [await coinReward(project), await goodsReward(project)];
    const path = `/v1/loyalties/${campaign}/rewards`;
    const auto = price(5, { auto_redeem: true });
    const refused: [object, number, string][] = [
      [[{ reward: coin }, { reward: "rew_none" }], 404, "not_found"],
      [[{ reward: coin }, { reward: cup }], 400, "missing_param"],
      [[{ reward: coin }, { reward, parameters: price(5) }], 409, "duplicate_found"],
      [[{ reward: coin }, { reward: coin }], 400, "invalid_payload"],
      [
        [
          { reward: cup, parameters: auto },
          { reward: await goodsReward(project), parameters: auto },
        ],
        400,
        "invalid_payload",
      ],
      [{ reward: coin }, 400, "invalid_payload"],
      [Array.from({ length: 101 }, () => ({ reward: coin })), 400, "invalid_payload"],
    ];
    const events = await eventKinds(project.id);
    for (const [sent, status, key] of refused) {
      failure(await project.post(path, sent), status, key);
    }
    const none = await project.post(path, []);
    expect([none.status, none.body]).toEqual([200, []]);
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual(events);
  });

  it("404: below a campaign that is no program", async () => {
    const { project, reward, id } = await scene();
    const other = await coupons(project, "Coupons");
    const elsewhere = await program(project, "Other");
    for (const campaign of [other, "nothing"]) {
      const path = `/v1/loyalties/${campaign}`;
      failure(await project.get(`${path}/rewards`), 404, "not_found");
      failure(await project.get(`${path}/reward-assignments`), 404, "not_found");
      failure(await project.post(`${path}/rewards`, [{ reward }]), 404, "not_found");
      failure(await project.get(`${path}/rewards/${id}`), 404, "not_found");
    }
    for (const place of ["rewards", "reward-assignments"]) {
      const path = `/v1/loyalties/${elsewhere}/${place}/${id}`;
      expect(failure(await project.get(path), 404, "not_found").details).toBe(
        `Cannot find reward_assignment with id ${id}`,
      );
    }
    const path = `/v1/loyalties/${elsewhere}/rewards/${id}`;
    failure(await project.put(path, { parameters: price(1) }), 404, "not_found");
    failure(await project.delete(path), 404, "not_found");
    const other2 = await coinReward(project);
    failure(await project.get(`/v1/rewards/${other2}/assignments/${id}`), 404, "not_found");
    failure(await project.get(`/v1/rewards/rew_none/assignments/${id}`), 404, "not_found");
    failure(await project.get("/v1/rewards/rew_none/assignments"), 404, "not_found");
    expect(await rowsOf("reward_assignments", project.id)).toHaveLength(1);
  });
});

describe("reading assignments", () => {
  it("finds a reward of a program for who pays with points there, and no other", async () => {
    const { project, campaign, reward, id } = await scene();
    const elsewhere = await program(project, "Other");
    const base = localScope(homeDb());
    const scope = { ...base, project: { ...base.project, id: project.id } };
    const [found, none] = await readBatch(scope.db, [
      rewardAssigned(scope, sql`${campaign}`, reward),
      rewardAssigned(scope, sql`${elsewhere}`, reward),
    ]);
    expect(found?.map(decodeAssigned)).toMatchObject([
      { id, points: 100, auto_redeem: false, reward: { id: reward, redeemed: 0 }, rules: [] },
    ]);
    expect(none).toEqual([]);
  });

  it("200: the same one at each of its paths, and its reward", async () => {
    const { project, campaign, reward, id } = await scene();
    const paths = [
      `/v1/rewards/${reward}/assignments/${id}`,
      `/v1/loyalties/${campaign}/rewards/${id}`,
      `/v1/loyalties/Program/rewards/${id}`,
      `/v1/loyalties/${campaign}/reward-assignments/${id}`,
    ];
    for (const path of paths) {
      const reply = await project.get(path);
      expect(assignment(reply)).toMatchObject({ id, reward_id: reward });
      expect(costOf(reply).roundTrips).toBe(1);
    }
    const whole = await project.get(`/v1/loyalties/${campaign}/reward-assignments/${id}/reward`);
    expect(parsed(Reward, whole).id).toBe(reward);
    const list = (await project.get(`/v1/rewards?assignment_id=${id}`)).body;
    expect([list.total, list.data]).toEqual([1, [whole.body]]);
    expect((await project.get(`/v1/rewards?assignment_id=${id}&page=2`)).body.data).toEqual([]);
    expect((await project.get("/v1/rewards?assignment_id=rewa_none")).body.total).toBe(0);
  });

  it("200: lists newest first, by page, or the one of an id", async () => {
    const { project, campaign, reward, id } = await scene();
    const other = await program(project, "Other");
    const second = await assign(project, await coinReward(project), { campaign });
    const third = await assign(project, reward, { campaign: other, parameters: price(7) });
    const ids = async (path: string) => {
      const list = parsed(AssignmentList, await project.get(path));
      return [list.data.map((each) => each.id), list.total];
    };
    expect(await ids(`/v1/rewards/${reward}/assignments`)).toEqual([[third.id, id], 2]);
    expect(await ids(`/v1/rewards/${reward}/assignments?limit=1&page=2`)).toEqual([[id], 2]);
    for (const [place, filter] of [
      ["rewards", "assignment_id"],
      ["reward-assignments", "assignmentId"],
    ]) {
      const path = `/v1/loyalties/${campaign}/${place}`;
      expect(await ids(path)).toEqual([[second.id, id], 2]);
      expect(await ids(`${path}?limit=1`)).toEqual([[second.id], 2]);
      expect(await ids(`${path}?${filter}=${id}`)).toEqual([[id], 1]);
      expect(await ids(`${path}?${filter}=${third.id}`)).toEqual([[], 0]);
      failure(await project.get(`${path}?limit=0`), 400, "invalid_query_params");
    }
  });
});

describe("changing assignments", () => {
  it("200: other points at either path; the same again changes nothing", async () => {
    const { project, campaign, reward, id } = await scene();
    const path = `/v1/rewards/${reward}/assignments/${id}`;
    const reply = await project.put(path, { parameters: price(150) });
    const changed = assignment(reply);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(changed.parameters).toEqual({ loyalty: { points: 150 } });
    expect(changed.updated_at).toMatch(/Z$/);
    for (const sent of [{}, { parameters: {} }, { parameters: price(150) }]) {
      expect(assignment(await project.put(path, sent))).toEqual(changed);
    }
    const auto = assignment(
      await project.put(`/v1/loyalties/${campaign}/rewards/${id}`, {
        parameters: { loyalty: { auto_redeem: true } },
      }),
    );
    expect(auto.parameters).toEqual({ loyalty: { points: 150, auto_redeem: true } });
    const off = await project.put(path, { parameters: { loyalty: { auto_redeem: null } } });
    expect(assignment(off).parameters).toEqual({ loyalty: { points: 150 } });
    const told = (await eventsOf(project.id)).filter(({ entity_id }) => entity_id === id);
    expect(told.map(({ kind }) => kind)).toEqual([
      "campaign.reward.assignment.created",
      ...Array.from({ length: 3 }, () => "campaign.reward.assignment.updated"),
    ]);
    expect(told[1]?.data).toMatchObject({ reward_assignment: changed, reward: { id: reward } });
  });

  it("400 and 409: a price of points as money, and a second one redeemed by itself", async () => {
    const { project, campaign, reward, id } = await scene();
    const coin = await coinReward(project);
    const coins = await assign(project, coin, { campaign });
    const path = `/v1/rewards/${coin}/assignments/${coins.id}`;
    const { details } = failure(
      await project.put(path, { parameters: price(5) }),
      400,
      "invalid_payload",
    );
    expect(details).toBe("Property .parameters.loyalty is not for a COIN reward");
    const auto = { parameters: { loyalty: { auto_redeem: true } } };
    const cup = await goodsReward(project);
    const cups = await assign(project, cup, { campaign, parameters: price(3) });
    const both = [`${reward}/assignments/${id}`, `${cup}/assignments/${cups.id}`];
    const replies = await parallel(2, (at) => project.put(`/v1/rewards/${both[at]}`, auto));
    expect(countsOf(replies)).toEqual({ "200": 1, "409 duplicate_found": 1 });
    const winner = both[replies.findIndex(({ status }) => status === 200)];
    expect((await project.put(`/v1/rewards/${winner}`, auto)).status).toBe(200);
    const rows = await rowsOf("reward_assignments", project.id);
    expect(rows.filter(({ auto_redeem }) => auto_redeem === 1)).toHaveLength(1);
  });

  it("of twenty changes at once each comes through", async () => {
    const { project, reward, id } = await scene();
    const replies = await parallel(20, (at) =>
      project.put(`/v1/rewards/${reward}/assignments/${id}`, { parameters: price(at + 1) }),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
  });
});

describe("taking rewards out of programs", () => {
  it("204, once, and the rule is free again", async () => {
    const project = await newProject();
    const [campaign, reward] = [await program(project, "Program"), await coinReward(project)];
    const ruleId = await aRule(project);
    const { id } = await assign(project, reward, { campaign, validation_rules: [ruleId] });
    const path = `/v1/rewards/${reward}/assignments/${id}`;
    const replies = await parallel(10, () => project.delete(path));
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      204,
      ...Array.from({ length: 9 }, () => 404),
    ]);
    expect(await rowsOf("reward_assignments", project.id)).toEqual([]);
    expect(await rowsOf("validation_rules_assignments", project.id)).toEqual([]);
    expect(await countOf(project, ruleId)).toBe(0);
    expect((await project.get("/v1/validation-rules-assignments")).body.total).toBe(0);
    expect((await eventKinds(project.id)).slice(-2)).toEqual([
      "business_validation_rule.assignment.deleted",
      "campaign.reward.assignment.deleted",
    ]);
    expect((await eventsOf(project.id)).at(-1)?.data).toMatchObject({ reward: { id: reward } });
    expect((await project.delete(`/v1/rewards/${reward}`)).status).toBe(204);
  });

  it("400: a reward that is in a program is not deleted", async () => {
    const { project, campaign, reward, id } = await scene();
    const body = failure(await project.delete(`/v1/rewards/${reward}`), 400, "resource_in_use");
    expect(body).toMatchObject({
      details: `Resource reward with id ${reward} is in use by reward_assignments with ids [${id}]`,
      resource_id: reward,
      resource_type: "reward",
      related_object_ids: [id],
      related_object_type: "reward_assignment",
      related_object_total: 1,
    });
    expect((await project.get(`/v1/rewards/${reward}`)).status).toBe(200);
    const path = `/v1/loyalties/${campaign}/rewards/${id}`;
    expect((await project.delete(path)).status).toBe(204);
    expect((await project.delete(`/v1/rewards/${reward}`)).status).toBe(204);
  });
});

describe("the rule of a reward in a program", () => {
  it("200: is assigned and taken back by itself, one at most, for points as money alone", async () => {
    const { project, campaign, id } = await scene();
    const { id: coins } = await assign(project, await coinReward(project), { campaign });
    const [first, second] = [await aRule(project), await aRule(project)];
    const path = `/v1/validation-rules/${first}/assignments`;
    const made = await project.post(path, { reward_assignment: coins });
    expect(made.body).toMatchObject({
      related_object_id: coins,
      related_object_type: "reward_assignment",
    });
    failure(await project.post(path, { reward_assignment: coins }), 409, "duplicate_found");
    const another = await project.post(`/v1/validation-rules/${second}/assignments`, {
      reward_assignment: coins,
    });
    expect(failure(another, 400, "invalid_campaign").details).toBe(
      `Reward assignment ${coins} has a validation rule; a reward assignment takes at most one`,
    );
    failure(await project.post(path, { reward_assignment: id }), 400, "invalid_payload");
    failure(await project.post(path, { reward_assignment: "rewa_none" }), 404, "not_found");
    expect(await countOf(project, second)).toBe(0);
    expect((await project.delete(`${path}/${made.body.id}`)).status).toBe(204);
    expect(await countOf(project, first)).toBe(0);
    const told = (await eventsOf(project.id)).filter(({ entity_id }) => entity_id === first);
    expect(told.map(({ kind }) => kind)).toEqual([
      "business_validation_rule.created",
      "business_validation_rule.assignment.created",
      "business_validation_rule.assignment.deleted",
    ]);
    expect(told[2]?.data).toMatchObject({ reward_assignment: { id: coins } });
  });
});
