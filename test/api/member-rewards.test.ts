import { describe, expect, it } from "vitest";
import { MemberRewardList } from "../../src/resources/rewards/assignments/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { program } from "../support/loyalty";
import { homeDb } from "../support/places";
import { giftCard } from "../support/redeeming";
import { coinReward, goodsReward } from "../support/rewarding";

const price = (points: number) => ({ parameters: { loyalty: { points } } });

async function listed(project: TestProject, card: string, query = "") {
  const reply = await project.get(`/v1/loyalties/members/${card}/rewards${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  expect(costOf(reply).roundTrips).toBe(1);
  return parsed(MemberRewardList, reply);
}

const names = async (project: TestProject, card: string, query = "") => {
  const { data, total } = await listed(project, card, query);
  return [data.map(({ reward }) => reward.name).join(), total];
};

/** A card of 100 points, and four rewards in its program. */
async function scene() {
  const { project, id, cards } = await program();
  const card = cards.ada ?? "";
  const added = await project.post(`/v1/loyalties/members/${card}/balance`, { points: 100 });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  const rewards = [
    { reward: await goodsReward(project, { name: "cup" }), ...price(100) },
    { reward: await goodsReward(project, { name: "mug" }), ...price(101) },
    { reward: await goodsReward(project, { name: "none left", stock: 0 }), ...price(1) },
    { reward: await coinReward(project, { name: "coins" }) },
  ];
  const made = await project.post(`/v1/loyalties/${id}/rewards`, rewards);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return { project, id, card, assignments: made.body.map((each: { id: string }) => each.id) };
}

describe("GET /v1/loyalties/members/{memberId}/rewards", () => {
  it("200: all rewards of the card's program, each with its assignment", async () => {
    const { project, card, assignments } = await scene();
    const { data, total } = await listed(project, card);
    expect(total).toBe(4);
    expect(data.map(({ assignment }) => assignment.id).sort()).toEqual([...assignments].sort());
    const cup = data.find(({ reward }) => reward.name === "cup");
    expect(cup).toMatchObject({
      reward: { type: "MATERIAL", object: "reward" },
      assignment: { reward_id: cup?.reward.id, parameters: { loyalty: { points: 100 } } },
      object: "loyalty_reward",
    });
  });

  it("200: those that its points pay, of which one is left", async () => {
    const { project, card } = await scene();
    const paid = async () => {
      const { data, total } = await listed(project, card, "?affordable_only=true");
      expect(total).toBe(data.length);
      return data.map(({ reward }) => reward.name).sort();
    };
    expect(await paid()).toEqual(["coins", "cup"]);
    await project.post(`/v1/loyalties/members/${card}/balance`, { points: 1 });
    expect(await paid()).toEqual(["coins", "cup", "mug"]);
    await homeDb()
      .prepare("UPDATE vouchers SET held_amount = 2 WHERE project_id = ? AND code = ?")
      .bind(project.id, card)
      .run();
    expect(await paid()).toEqual(["coins"]);
    expect((await listed(project, card, "?affordable_only=false")).total).toBe(4);
  });

  it("200: by the price at the holder's tier", async () => {
    const { project, id, card, assignments } = await scene();
    const [cup, mug] = assignments;
    const tiers = await project.post(`/v1/loyalties/${id}/tiers`, [
      {
        name: "Gold",
        points: { from: 0 },
        rewards: {
          [cup]: { type: "MULTIPLY", multiplier: 2 },
          [mug]: { type: "CUSTOM", points: 10 },
        },
      },
    ]);
    expect(tiers.status, JSON.stringify(tiers.body)).toBe(200);
    await homeDb()
      .prepare(
        `INSERT INTO loyalty_members
        (project_id, customer_id, campaign_id, voucher_id, tier_id, period_points, created_at)
       SELECT project_id, holder_id, campaign_id, id, ?, 0, created_at FROM vouchers
       WHERE project_id = ? AND code = ?
       ON CONFLICT DO UPDATE SET tier_id = excluded.tier_id`,
      )
      .bind(tiers.body[0].id, project.id, card)
      .run();
    const { data } = await listed(project, card, "?affordable_only=true");
    expect(data.map(({ reward }) => reward.name).sort()).toEqual(["coins", "mug"]);
  });

  it("200: none in a program without rewards", async () => {
    const { project, cards } = await program();
    expect(await names(project, cards.ada ?? "")).toEqual(["", 0]);
  });

  it("400 and 404: a filter that is no truth, and what is no loyalty card", async () => {
    const { project, card } = await scene();
    const path = `/v1/loyalties/members/${card}/rewards`;
    failure(await project.get(`${path}?affordable_only=some`), 400, "invalid_query_params");
    await giftCard(project, "GIFT", 100);
    for (const code of ["GIFT", "NOTHING"]) {
      const reply = await project.get(`/v1/loyalties/members/${code}/rewards`);
      expect(failure(reply, 404, "not_found").details).toBe(`Cannot find voucher with id ${code}`);
    }
    failure(await (await newProject()).get(path), 404, "not_found");
  });
});
