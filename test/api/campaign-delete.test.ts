import { describe, expect, it } from "vitest";
import { AsyncAction, Started } from "../../src/resources/async-actions/schema";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign, code, rule } from "../support/campaigns";
import { failure } from "../support/failure";
import { Crash, DEAF_QUEUES, dying, pausing, sendPausing } from "../support/faults";
import { actionOf, deliver, finish } from "../support/generating";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";
import { redeem } from "../support/redeeming";

/** Deletes the campaign and answers the id of the work, which only the test carries on. */
async function remove(project: TestProject, name: string, query = ""): Promise<string> {
  const request = { method: "DELETE", path: `/v1/campaigns/${name}${query}` };
  const reply = await sendPausing(project, request, {}, DEAF_QUEUES);
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  return parsed(Started, reply).async_action_id;
}

/** Puts so many codes into the campaign, every third given out, every fifth deleted before. */
async function stock(project: TestProject, campaignId: string, count: number): Promise<number> {
  const deleted = Math.floor(count / 5);
  await homeDb().batch([
    homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, metadata, active, created_at, deleted_at)
       SELECT ?1, printf('s-%d', i), printf('v_0%031d', i), printf('S-%d', i), 'DISCOUNT_VOUCHER', ?2, '{}', i % 3 > 0,
         '2026-01-01T00:00:00.000Z', iif(i % 5 = 0, '2026-01-02T00:00:00.000Z', NULL) FROM n`,
      )
      .bind(project.id, campaignId, count),
    homeDb()
      .prepare(
        "UPDATE campaigns SET vouchers_count = vouchers_count + ?2 WHERE project_id = ?1 AND id = ?3",
      )
      .bind(project.id, count - deleted, campaignId),
    homeDb()
      .prepare("UPDATE tallies SET vouchers = vouchers + ?2 WHERE project_id = ?1")
      .bind(project.id, count - deleted),
  ]);
  return count - deleted;
}

const rowOf = async (project: TestProject, table: string, id: string) =>
  (await rowsOf(table, project.id)).find((row) => row.id === id);

const liveOf = async (project: TestProject) =>
  (await rowsOf("vouchers", project.id)).filter((row) => row.deleted_at === null).length;

const tallyOf = async (project: TestProject) => (await rowsOf("tallies", project.id))[0];

describe("DELETE /v1/campaigns/{campaignId}", () => {
  it("202: the campaign is gone at once, its name free, its codes of no use", async () => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [1] });
    const id = await campaign(project, "Gone", { validation_rules: [ruleId] });
    await campaign(project, "Stays");
    await code(project, id, "FREE");
    await code(project, id, "USED");
    await redeem(project, "USED", { order: { amount: 500 } });
    const before = (await eventKinds(project.id)).length;
    const reply = await project.delete("/v1/campaigns/Gone");
    expect(reply.status).toBe(202);
    expect(costOf(reply).roundTrips).toBe(2);
    const actionId = parsed(Started, reply).async_action_id;

    for (const name of ["Gone", id]) {
      failure(await project.get(`/v1/campaigns/${name}`), 404, "not_found");
      failure(await project.delete(`/v1/campaigns/${name}`), 404, "not_found");
      failure(await project.get(`/v1/campaigns/${name}/summary`), 404, "not_found");
      failure(await project.post(`/v1/campaigns/${name}/vouchers/X`), 404, "not_found");
    }
    const { body: list } = await project.get("/v1/campaigns");
    expect(list).toMatchObject({ total: 1, campaigns: [{ name: "Stays" }] });
    const { body } = await project.post("/v1/validations", {
      redeemables: [{ object: "voucher", id: "FREE" }],
      order: { amount: 500 },
    });
    expect(body.valid).toBe(false);
    await campaign(project, "Gone");

    const events = (await eventsOf(project.id)).slice(before, before + 2);
    expect(events).toMatchObject([
      {
        kind: "business_validation_rule.assignment.deleted",
        data: { rule: { id: ruleId, assignments_count: 0 }, campaign: { id } },
      },
      { kind: "campaign.deleted", entity_id: id, data: { campaign: { id, name: "Gone" } } },
    ]);
    expect(await rowOf(project, "validation_rules", ruleId)).toMatchObject({
      assignments_count: 0,
    });
    await finish(project, actionId);
    await expectSound(project.id);
  });

  it("202: without force the codes stay reserved, with their records", async () => {
    const project = await newProject();
    const ruleId = await rule(project, "order.amount", { $more_than: [1] });
    const id = await campaign(project, "Gone", {
      campaign_type: "GIFT_VOUCHERS",
      voucher: { gift: { amount: 1000 } },
    });
    await code(project, id, "CARD", { validation_rules: [ruleId] });
    await code(project, id, "OTHER", { active: false });
    await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 300 } }],
      order: { amount: 500 },
    });
    const action = await finish(project, await remove(project, "Gone"));
    expect(action).toMatchObject({
      status: "DONE",
      operation_status: "SUCCESS",
      done: 2,
      total: 2,
      result: { done_count: 2 },
    });
    for (const name of ["CARD", "OTHER"]) {
      failure(await project.get(`/v1/vouchers/${name}`), 404, "not_found");
      const again = await project.post(`/v1/vouchers/${name}`, { gift: { amount: 1 } });
      failure(again, 409, "duplicate_found");
    }
    expect(await rowsOf("redemptions", project.id)).not.toEqual([]);
    expect(await rowOf(project, "validation_rules", ruleId)).toMatchObject({
      assignments_count: 0,
    });
    expect(await tallyOf(project)).toMatchObject({
      campaigns: 0,
      vouchers: 0,
      validation_rules_assignments: 0,
    });
    expect(await rowsOf("campaign_days", project.id)).toMatchObject([
      { vouchers_created: 2, vouchers_deleted: 2, amount_deleted: 1700 },
    ]);
    await expectSound(project.id);
  });

  it("202: by force the codes are free, also those that were deleted before", async () => {
    const project = await newProject();
    const id = await campaign(project, "Gone");
    await code(project, id, "ONE");
    await code(project, id, "TWO");
    await project.delete("/v1/vouchers/TWO");
    const action = await finish(project, await remove(project, id, "?force=true"));
    expect(action).toMatchObject({ done: 1, total: 1 });
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    for (const name of ["ONE", "TWO"]) {
      expect((await project.post(`/v1/vouchers/${name}`, { gift: { amount: 1 } })).status).toBe(
        200,
      );
    }
    await expectSound(project.id);
  });

  it("202: the action says how far it is", async () => {
    const project = await newProject();
    await campaign(project, "Gone", { vouchers_count: 1 });
    const id = await remove(project, "Gone");
    const shown = parsed(AsyncAction, await project.get(`/v1/async-actions/${id}`));
    expect(shown).toMatchObject({ type: "CAMPAIGN.VOUCHERS_DELETE", counts: { total: 1 } });
  });

  it("400: a protected campaign, and nothing changes", async () => {
    const project = await newProject();
    const id = await campaign(project, "Safe");
    await homeDb()
      .prepare("UPDATE campaigns SET protected = 1 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const before = await rowsOf("campaigns", project.id);
    const replies = [
      await project.delete(`/v1/campaigns/${id}`),
      await project.put(`/v1/campaigns/${id}`, { description: "x" }),
      await project.post(`/v1/campaigns/${id}/disable`),
    ];
    for (const reply of replies) {
      expect(failure(reply, 400, "resource_protected").details).toBe(
        `Resource campaign with id ${id} is protected and cannot be modified`,
      );
    }
    expect(await rowsOf("campaigns", project.id)).toEqual(before);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("202: of ten at once one deletes", async () => {
    const project = await newProject();
    await campaign(project, "Gone", { vouchers_count: 1 });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => project.delete("/v1/campaigns/Gone")),
    );
    expect(replies.filter(({ status }) => status === 202)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 202) failure(reply, 404, "not_found");
    expect(await tallyOf(project)).toMatchObject({ campaigns: 0 });
    expect(await rowsOf("async_actions", project.id)).toHaveLength(1);
  });
});

describe("the work behind a deletion", () => {
  it.each(["", "?force=true"])(
    "takes thousands of codes away, a thousand at a time %s",
    async (query) => {
      const project = await newProject();
      const id = await campaign(project, "Big");
      const live = await stock(project, id, 3500);
      const actionId = await remove(project, "Big", query);
      const action = await finish(project, actionId);
      expect(action).toMatchObject({ status: "DONE", done: live, total: live });
      expect(action.cursor).toBeGreaterThanOrEqual(4);
      expect(await liveOf(project)).toBe(0);
      expect(await rowsOf("vouchers", project.id)).toHaveLength(query ? 0 : 3500);
      expect(await tallyOf(project)).toMatchObject({ vouchers: 0 });
      expect(await rowOf(project, "campaigns", id)).toMatchObject({ vouchers_count: 0 });
      const [day] = await rowsOf("campaign_days", project.id);
      expect(day).toMatchObject({ vouchers_deleted: live });
    },
  );

  it.each(["before", "after"] as const)("goes on where it ended %s a batch", async (moment) => {
    const project = await newProject();
    const id = await campaign(project, "Big");
    const live = await stock(project, id, 2500);
    const actionId = await remove(project, "Big");
    for (const at of [3, 5]) {
      const DB = pausing(homeDb(), dying(moment, at), { count: 0 });
      await expect(finish(project, actionId, { [homeName()]: DB })).rejects.toThrow(Crash);
    }
    expect(await finish(project, actionId)).toMatchObject({ status: "DONE", done: live });
    expect(await liveOf(project)).toBe(0);
    expect(await tallyOf(project)).toMatchObject({ vouchers: 0 });
    const [day] = await rowsOf("campaign_days", project.id);
    expect(day).toMatchObject({ vouchers_deleted: live });
  });

  it("does nothing twice where two workers have it", async () => {
    const project = await newProject();
    const id = await campaign(project, "Big");
    const live = await stock(project, id, 2500);
    const actionId = await remove(project, "Big", "?force=true");
    await Promise.all([1, 2, 3].map(() => deliver(project, actionId)));
    expect(await finish(project, actionId)).toMatchObject({ status: "DONE", done: live });
    expect(await tallyOf(project)).toMatchObject({ vouchers: 0 });
    const [day] = await rowsOf("campaign_days", project.id);
    expect(day).toMatchObject({ vouchers_deleted: live });
  });

  it("takes codes with it that were being made", async () => {
    const project = await newProject();
    const id = await campaign(project, "Busy", { vouchers_count: 20_000 });
    const [making] = await rowsOf("async_actions", project.id);
    const deletion = await remove(project, id);
    await finish(project, String(making?.id));
    await finish(project, deletion);
    expect(await actionOf(project, String(making?.id))).toMatchObject({ status: "DONE" });
    expect(await liveOf(project)).toBe(0);
    expect(await tallyOf(project)).toMatchObject({ vouchers: 0 });
  });

  it("finds codes that were switched on or off meanwhile", async () => {
    const project = await newProject();
    const id = await campaign(project, "Big");
    await stock(project, id, 2500);
    const actionId = await remove(project, "Big");
    // Off while the free ones go, on while the others go, before the walk has come to it.
    const switches: Record<number, string> = { 3: "S-2494/disable", 7: "S-2499/enable" };
    const after = async (batch: number) => {
      if (!switches[batch]) return;
      expect((await project.post(`/v1/vouchers/${switches[batch]}`)).status).toBe(200);
    };
    const count = { count: 0 };
    await finish(project, actionId, { [homeName()]: pausing(homeDb(), { after }, count) });
    expect(count.count).toBeGreaterThan(9);
    expect(await liveOf(project)).toBe(0);
    expect(await tallyOf(project)).toMatchObject({ vouchers: 0 });
  });

  it.each([2, 3, 4, 5])("counts no code that was deleted by hand before batch %d", async (at) => {
    const project = await newProject();
    const id = await campaign(project, "Few");
    const live = await stock(project, id, 10);
    const actionId = await remove(project, "Few");
    const before = async (batch: number) => {
      if (batch === at) await project.delete("/v1/vouchers/S-1");
    };
    const DB = pausing(homeDb(), { before }, { count: 0 });
    const action = await finish(project, actionId, { [homeName()]: DB });
    const [day] = await rowsOf("campaign_days", project.id);
    expect([live - 1, live]).toContain(action.done);
    expect(day).toMatchObject({ vouchers_deleted: live });
    expect(await tallyOf(project)).toMatchObject({ vouchers: 0 });
  });
});
