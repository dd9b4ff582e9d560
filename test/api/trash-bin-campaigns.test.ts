import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { BinList } from "../../src/resources/trash-bin/schema";
import { done } from "../support/actions";
import {
  eventKinds,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign, code } from "../support/campaigns";
import { DEAF_QUEUES, pausing, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { program } from "../support/loyalty";
import { everything } from "../support/one-of-each";
import { homeDb, homeName } from "../support/places";
import { campaign as bare, codes, publish } from "../support/publishing";
import { redeem } from "../support/redeeming";
import { coinReward } from "../support/rewarding";

const bin = async (project: TestProject) =>
  parsed(BinList, await project.get("/v1/trash-bin?order=id")).data;

const removed = async (project: TestProject, id: string): Promise<void> => {
  const { operation_status } = await done(project, await project.delete(`/v1/campaigns/${id}`));
  expect(operation_status).toBe("SUCCESS");
};

/** Brings back what went there first, with all of its vouchers. */
async function restored(project: TestProject): Promise<Reply> {
  const [entry] = await bin(project);
  const reply = await project.post(`/v1/trash-bin/${entry?.id}/restore`);
  const { async_action_id } = reply.body;
  await done(project, { ...reply, body: { async_action_id } });
  return reply;
}

const isEmpty = async (project: TestProject): Promise<void> => {
  expect(await bin(project)).toEqual([]);
  expect(await rowsOf("trash_bin_parts", project.id)).toEqual([]);
};

describe("a campaign in the bin", () => {
  it("comes back with its vouchers, their rules and who holds them", async () => {
    const project = await newProject();
    const rule = (await project.post("/v1/validation-rules", { name: "Any", rules: {} })).body.id;
    const id = await campaign(project, "Autumn", { metadata: { season: "autumn" } });
    for (const name of ["FREE", "HELD", "RULED", "BEFORE"]) await code(project, id, name);
    await project.post(`/v1/validation-rules/${rule}/assignments`, { campaign: id });
    await project.post(`/v1/validation-rules/${rule}/assignments`, { voucher: "RULED" });
    await publish(project, "ada", { voucher: "HELD" });
    await project.delete("/v1/vouchers/BEFORE");
    const before = (await project.get(`/v1/campaigns/${id}`)).body;
    const ruled = (await project.get("/v1/vouchers/RULED")).body;
    await removed(project, id);
    expect((await project.get(`/v1/campaigns/${id}`)).status).toBe(404);
    for (const name of ["FREE", "HELD", "RULED"]) {
      expect((await project.get(`/v1/vouchers/${name}`)).status).toBe(404);
    }
    expect((await bin(project)).map((each) => [each.object, each.resource_name])).toEqual([
      ["voucher", "BEFORE"],
      ["campaign", "Autumn"],
    ]);
    const [own, entry] = await bin(project);
    const reply = await project.post(`/v1/trash-bin/${entry?.id}/restore`);
    expect([reply.status, reply.body.resource_id]).toEqual([202, id]);
    await done(project, { ...reply, body: { async_action_id: reply.body.async_action_id } });
    expect((await project.get(`/v1/campaigns/${id}`)).body).toEqual(before);
    expect((await project.get("/v1/vouchers/RULED")).body).toEqual(ruled);
    const held = (await project.get("/v1/customers/ada/redeemables")).body.data;
    expect(held.map((each: { redeemable_object: string }) => each.redeemable_object)).toEqual([
      "voucher",
    ]);
    expect((await project.get("/v1/vouchers/BEFORE")).status).toBe(404);
    expect((await eventKinds(project.id)).slice(-3)).toEqual([
      "campaign.deleted",
      "business_validation_rule.assignment.created",
      "campaign.updated",
    ]);
    expect((await bin(project)).map((each) => each.id)).toEqual([own?.id]);
    await expectSound(project.id);
    expect((await project.post(`/v1/trash-bin/${own?.id}/restore`)).status).toBe(200);
    expect((await project.get(`/v1/campaigns/${id}`)).body.vouchers_count).toBe(4);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("comes back with what rollbacks gave its cards meanwhile", async () => {
    const project = await newProject();
    const id = await campaign(project, "Cards", {
      campaign_type: "GIFT_VOUCHERS",
      voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } },
    });
    await code(project, id, "CARD");
    const { body } = await redeem(project, "CARD", { order: { amount: 200 } });
    await removed(project, id);
    const rollback = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
    expect((await project.post(rollback)).status).toBe(200);
    const amountDeleted = async () =>
      (await rowsOf("campaign_days", project.id))[0]?.amount_deleted;
    expect(await amountDeleted()).toBe(500);
    await restored(project);
    expect(await amountDeleted()).toBe(0);
    await expectSound(project.id);
  });

  it.each([4, 5])(
    "counts what was left on its cards, whoever moved one at that moment (batch %s)",
    async (at) => {
      const project = await newProject();
      const id = await campaign(project, "Cards", {
        campaign_type: "GIFT_VOUCHERS",
        voucher: { type: "GIFT_VOUCHER", gift: { amount: 500 } },
      });
      await code(project, id, "CARD");
      const { body } = await redeem(project, "CARD", { order: { amount: 200 } });
      const path = `/v1/campaigns/${id}`;
      const reply = await sendPausing(project, { method: "DELETE", path }, {}, DEAF_QUEUES);
      const before = async (batch: number) => {
        if (batch !== at) return;
        const rollback = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
        expect((await project.post(rollback)).status).toBe(200);
      };
      const bound = {
        ...env,
        ...DEAF_QUEUES,
        [homeName()]: pausing(homeDb(), { before }, { count: 0 }),
      };
      await actionJob(bound, { project_id: project.id, action_id: reply.body.async_action_id });
      const [day] = await rowsOf("campaign_days", project.id);
      expect(day?.amount_deleted).toBe(500);
      await restored(project);
      await expectSound(project.id);
    },
  );

  it("comes back with more vouchers than one step takes", async () => {
    const project = await newProject();
    const id = await bare(project, "Large");
    await codes(project, id, { prefix: "FREE", to: 1_200 });
    await codes(project, id, { prefix: "GIVEN", to: 900, given: 1, ids: "v_0TIME001" });
    await removed(project, id);
    await restored(project);
    const { body } = await project.get(`/v1/campaigns/${id}`);
    expect(body.vouchers_count).toBe(2_100);
    const live = await rowsOf("vouchers", project.id);
    expect(live.filter(({ deleted_at }) => deleted_at === null)).toHaveLength(2_100);
    expect((await publish(project, "ada", { campaign: id })).status).toBe(200);
    await isEmpty(project);
  });

  it("a promotion comes back with tiers, stacks and their rules", async () => {
    const project = await newProject();
    const rule = (await project.post("/v1/validation-rules", { name: "Any", rules: {} })).body.id;
    const made = await project.post("/v1/campaigns", {
      name: "Tiers",
      campaign_type: "PROMOTION",
      promotion: {
        tiers: [
          { name: "One", action: { discount: { type: "AMOUNT", amount_off: 100 } } },
          { name: "Two", action: { discount: { type: "AMOUNT", amount_off: 200 } } },
        ],
      },
    });
    const { id, promotion } = made.body;
    const tiers = promotion.tiers.map((each: { id: string }) => each.id);
    await project.post(`/v1/validation-rules/${rule}/assignments`, { promotion_tier: tiers[0] });
    await project.post(`/v1/promotions/${id}/stacks`, { name: "Both", tiers: { ids: tiers } });
    const [before, stacks] = [
      (await project.get(`/v1/campaigns/${id}`)).body,
      (await project.get("/v1/promotions/stacks")).body,
    ];
    await removed(project, id);
    expect((await project.get("/v1/promotions/tiers")).body.total).toBe(0);
    await restored(project);
    expect((await project.get(`/v1/campaigns/${id}`)).body).toEqual(before);
    expect((await project.get("/v1/promotions/stacks")).body).toEqual(stacks);
    expect((await project.get("/v1/promotions/tiers")).body.total).toBe(2);
    const redeemables = [{ object: "promotion_tier", id: tiers[1] }];
    const used = await project.post("/v1/redemptions", { redeemables, order: { amount: 500 } });
    expect(used.status).toBe(200);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("a loyalty program comes back with its members, rewards and what earns points", async () => {
    const { project, id, cards } = await program(["ada", "bob"], { card: { points: 40 } });
    const reward = await project.post("/v1/rewards", {
      parameters: { coin: { exchange_ratio: 1 } },
    });
    await project.post(`/v1/loyalties/${id}/rewards`, [{ reward: reward.body.id }]);
    const earning = [{ event: "order.paid", loyalty: { type: "FIXED", points: 5 } }];
    await project.post(`/v1/loyalties/${id}/earning-rules`, earning);
    await project.post(`/v1/loyalties/${id}/tiers`, [{ name: "Gold", points: { from: 10 } }]);
    const paths = ["members", "rewards", "earning-rules", "tiers"].map(
      (part) => `/v1/loyalties/${id}/${part}`,
    );
    const told = () => Promise.all(paths.map(async (path) => (await project.get(path)).body));
    const before = await told();
    await done(project, await project.delete(`/v1/loyalties/${id}`));
    await restored(project);
    expect(await told()).toEqual(before);
    const points = await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points: 1 });
    expect(points.body.balance).toBe(41);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("a program comes back without a reward that was deleted meanwhile, and its rules", async () => {
    const { project, id } = await program([]);
    const [kept, gone] = [await coinReward(project), await coinReward(project)];
    const assigned = [{ reward: kept }, { reward: gone }];
    const { body } = await project.post(`/v1/loyalties/${id}/rewards`, assigned);
    const { body: rule } = await project.post("/v1/validation-rules", { name: "Any", rules: {} });
    for (const { id: related_object_id } of body) {
      const sent = { related_object_type: "reward_assignment", related_object_id };
      const reply = await project.post(`/v1/validation-rules/${rule.id}/assignments`, sent);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
    await removed(project, id);
    expect((await project.delete(`/v1/rewards/${gone}`)).status).toBe(204);
    await restored(project);
    const { data } = (await project.get(`/v1/loyalties/${id}/reward-assignments`)).body;
    expect(data.map(({ reward_id }: { reward_id: string }) => reward_id)).toEqual([kept]);
    const path = `/v1/validation-rules/${rule.id}`;
    expect((await project.get(`${path}/assignments`)).body.total).toBe(1);
    expect((await project.get(path)).body.assignments_count).toBe(1);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it.each([
    // The step's batches: its turn, the vouchers that it reads, and what it writes.
    ["before its step", 1],
    ["in the middle of its step", 3],
  ])("a card stays in the bin whose holder joined again %s", async (_, at) => {
    const { project, id, cards } = await program(["ada", "bob"], { card: { points: 40 } });
    await done(project, await project.delete(`/v1/loyalties/${id}`));
    const [entry] = await bin(project);
    const path = `/v1/trash-bin/${entry?.id}/restore`;
    const { status, body } = await sendPausing(project, { path }, {}, DEAF_QUEUES);
    expect(status).toBe(202);
    const joined: string[] = [];
    const before = async (batch: number) => {
      if (batch !== at) return;
      const customer = { source_id: "ada" };
      const member = await project.post(`/v1/loyalties/${id}/members`, { customer });
      expect(member.status).toBe(200);
      joined.push(member.body.code);
    };
    const database = { [homeName()]: pausing(homeDb(), { before }, { count: 0 }) };
    const message = { project_id: project.id, action_id: body.async_action_id };
    await actionJob({ ...env, ...database }, message);
    expect(joined).toHaveLength(1);
    const work = await project.get(`/v1/async-actions/${body.async_action_id}`);
    expect(work.body).toMatchObject({ status: "DONE", result: { done_count: 1 } });
    const { vouchers } = (await project.get(`/v1/loyalties/${id}/members`)).body;
    const codesOf = vouchers.map((each: { code: string }) => each.code);
    expect(codesOf.toSorted()).toEqual([cards.bob, ...joined].toSorted());
    expect((await project.get(`/v1/campaigns/${id}`)).body.vouchers_count).toBe(2);
    const [card, ...others] = await bin(project);
    expect(others).toEqual([]);
    expect(card).toMatchObject({ object: "voucher", resource_name: cards.ada });
    expect(card?.created_at).toBe(entry?.created_at);
    await expectSound(project.id);
    const refused = await project.post(`/v1/trash-bin/${card?.id}/restore`);
    expect([refused.status, refused.body.key]).toEqual([409, "duplicate_found"]);
    expect((await project.delete(`/v1/vouchers/${joined[0]}?force=true`)).status).toBe(204);
    expect((await project.post(`/v1/trash-bin/${card?.id}/restore`)).status).toBe(200);
    const [ada] = (await project.get("/v1/customers/ada/redeemables")).body.data;
    expect(ada.redeemable_id).toBe(card?.resource_id);
    await isEmpty(project);
    await expectSound(project.id);
  });

  it("409 duplicate_found: another campaign has its name", async () => {
    const project = await newProject();
    await removed(project, await campaign(project, "Taken"));
    await campaign(project, "Taken");
    const before = await everything(project);
    const [entry] = await bin(project);
    const reply = await project.post(`/v1/trash-bin/${entry?.id}/restore`);
    expect([reply.status, reply.body.key]).toEqual([409, "duplicate_found"]);
    expect(await everything(project)).toBe(before);
  });

  it("204: it leaves the bin for good, and its codes are free", async () => {
    const project = await newProject();
    const rule = (await project.post("/v1/validation-rules", { name: "Any", rules: {} })).body.id;
    const id = await campaign(project, "Over");
    for (const name of ["ONE", "TWO", "BEFORE"]) await code(project, id, name);
    await project.post(`/v1/validation-rules/${rule}/assignments`, { voucher: "TWO" });
    await project.delete("/v1/vouchers/BEFORE");
    await removed(project, id);
    const [, entry] = await bin(project);
    const deleted = await project.delete(`/v1/trash-bin/${entry?.id}`);
    expect(deleted.status).toBe(204);
    const [action] = (await project.get("/v1/async-actions")).body.async_actions;
    await done(project, { ...deleted, status: 202, body: { async_action_id: action.id } });
    await isEmpty(project);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    const discount = { type: "PERCENT", percent_off: 20 };
    expect((await project.post("/v1/vouchers/BEFORE", { discount })).status).toBe(200);
    await expectSound(project.id);
  });

  it("400 resource_in_use: its vouchers are still going, or still coming back", async () => {
    const project = await newProject();
    const id = await campaign(project, "Busy");
    await code(project, id, "ONE");
    await removed(project, id);
    const [entry] = await bin(project);
    const at = (action: string | null) =>
      homeDb()
        .prepare("UPDATE trash_bin SET action_id = ?2 WHERE project_id = ?1")
        .bind(project.id, action)
        .run();
    await at("aa_0123456789abcdef01");
    const before = await everything(project);
    for (const reply of [
      await project.post(`/v1/trash-bin/${entry?.id}/restore`),
      await project.delete(`/v1/trash-bin/${entry?.id}`),
    ]) {
      expect([reply.status, reply.body.key]).toEqual([400, "resource_in_use"]);
      expect(reply.body.related_object_ids).toEqual(["aa_0123456789abcdef01"]);
    }
    expect(await everything(project)).toBe(before);
    await at(null);
    await restored(project);
    await homeDb()
      .prepare(
        `INSERT INTO trash_bin (project_id, id, resource_id, resource_type, resource_name, created_at)
       VALUES (?1, 'bin_1', ?2, 'campaign', 'Busy', '')`,
      )
      .bind(project.id, id)
      .run();
    for (const query of ["", "?force=true"]) {
      const reply = await project.delete(`/v1/campaigns/${id}${query}`);
      expect([reply.status, reply.body.key]).toEqual([400, "resource_in_use"]);
    }
    expect((await project.get("/v1/vouchers/ONE")).status).toBe(200);
  });
});
