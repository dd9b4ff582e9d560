import { describe, expect, it } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { Redemption, Rollback } from "../../src/model/redemption";
import { RedemptionAnswer, RollbacksAnswer } from "../../src/resources/redemptions/schema";
import { costOf, eventsOf, newProject, parsed, rowsOf } from "../support/api";
import { failure } from "../support/failure";

const voucher = (id: string) => ({ object: "voucher", id });

async function redeemed(codes: string[] = ["P20"], amount = 5000) {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", { discount: { type: "PERCENT", percent_off: 20 } });
  await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  const reply = await project.post("/v1/redemptions", {
    redeemables: codes.map(voucher),
    order: { source_id: "o-1", amount },
    customer: { source_id: "alice" },
  });
  const answer = parsed(RedemptionAnswer, reply);
  const ids = answer.redemptions.map(({ id }) => id);
  const used = async () =>
    (await rowsOf("vouchers", project.id)).map(({ redeemed_quantity }) => redeemed_quantity);
  return { project, answer, ids, id: String(ids[0]), used };
}

const stack = () => redeemed(["A500", "P20"]);

describe("POST /v1/redemptions/{id}/rollback: 200", () => {
  it("gives back the use, the discount and the order, and shows the whole", async () => {
    const { project, id, answer, used } = await redeemed();
    const reply = await project.post(`/v1/redemptions/${id}/rollback`, {
      reason: "returned",
      metadata: { desk: 1 },
    });
    const rollback = parsed(Rollback, reply);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(rollback).toMatchObject({
      id: expect.stringMatching(/^rr_[0-9a-f]{18}$/),
      redemption: id,
      reason: "returned",
      metadata: { desk: 1 },
      result: "SUCCESS",
      status: "SUCCEEDED",
      customer_id: answer.redemptions[0]?.customer_id,
      tracking_id: answer.redemptions[0]?.tracking_id,
      voucher: { code: "P20", redemption: { redeemed_quantity: 0 } },
      order: { status: "CANCELED", amount: 5000, total_amount: 5000 },
      object: "redemption_rollback",
    });
    expect(rollback.order).not.toHaveProperty("discount_amount");
    expect(rollback.order?.redemptions?.[id]).toMatchObject({
      rollback_id: rollback.id,
      rollback_date: rollback.date,
    });
    expect(await used()).toEqual([0, 0]);
    const after = parsed(Redemption, await project.get(`/v1/redemptions/${id}`));
    expect([after.status, after.result]).toEqual(["ROLLED_BACK", "SUCCESS"]);
    expect(parsed(Rollback, await project.get(`/v1/redemptions/${rollback.id}`))).toEqual(rollback);
    const { summary } = (await project.get("/v1/customers/alice")).body;
    expect(summary.redemptions).toMatchObject({
      total_rolled_back: 1,
      total_rollback_succeeded: 1,
      total_succeeded: 1,
    });
    expect(summary.orders).toMatchObject({ total_amount: 0, total_count: 0 });
    const told = (await eventsOf(project.id)).at(-1);
    expect(told?.kind).toBe("redemption.rollback.succeeded");
    expect(told?.data.redemption_rollback.id).toBe(rollback.id);
  });

  it("takes reason and tracking id from the query; the body goes before", async () => {
    const query = "?reason=late%20delivery&tracking_id=track_1";
    const { project, id } = await redeemed();
    const reply = await project.post(`/v1/redemptions/${id}/rollback${query}`);
    expect(parsed(Rollback, reply)).toMatchObject({
      reason: "late delivery",
      tracking_id: "track_1",
    });
    const other = await redeemed();
    const both = await other.project.post(`/v1/redemptions/${other.id}/rollback${query}`, {
      reason: "mine",
    });
    expect(parsed(Rollback, both).reason).toBe("mine");
  });

  it("a source id in place of a tracking id is told and kept hashed, as a redemption's", async () => {
    const { project, id, answer } = await redeemed();
    const reply = await project.post(`/v1/redemptions/${id}/rollback`, { tracking_id: "alice" });
    const hashed = answer.redemptions[0]?.tracking_id;
    expect(hashed).toMatch(/^track_/);
    expect(parsed(Rollback, reply).tracking_id).toBe(hashed);
    const rows = await rowsOf("redemptions", project.id);
    expect(rows.map(({ tracking_id }) => tracking_id)).toEqual([hashed, hashed]);
  });

  it("without a reason it is null", async () => {
    const { project, id } = await redeemed();
    const reply = await project.post(`/v1/redemptions/${id}/rollback`, {});
    expect(parsed(Rollback, reply).reason).toBeNull();
  });

  it("takes the customer who redeemed, by id or source id", async () => {
    for (const by of ["id", "source_id"]) {
      const { project, id, answer } = await redeemed();
      const customer =
        by === "id" ? { id: answer.redemptions[0]?.customer_id } : { source_id: "alice" };
      const reply = await project.post(`/v1/redemptions/${id}/rollback`, { customer });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
  });

  it("one child of a stack: the order loses its share, the parent stays", async () => {
    const { project, ids, answer, used } = await stack();
    const [first, second] = ids;
    const reply = await project.post(`/v1/redemptions/${first}/rollback`, {});
    expect(parsed(Rollback, reply)).toMatchObject({
      redemption: first,
      order: { status: "PAID", discount_amount: 900, total_amount: 4100 },
    });
    const parentId = answer.parent_redemption?.id;
    expect((await project.get(`/v1/redemptions/${parentId}`)).body.status).toBe("SUCCEEDED");
    const last = await project.post(`/v1/redemptions/${second}/rollback`, {});
    expect(parsed(Rollback, last).order).toMatchObject({ status: "CANCELED", total_amount: 5000 });
    expect((await project.get(`/v1/redemptions/${parentId}`)).body.status).toBe("ROLLED_BACK");
    expect(await used()).toEqual([0, 0]);
  });
});

describe("POST /v1/redemptions/{id}/rollbacks: 200", () => {
  it("a whole stack at once", async () => {
    const { project, ids, answer, used } = await stack();
    const parentId = answer.parent_redemption?.id;
    const reply = await project.post(`/v1/redemptions/${parentId}/rollbacks`, { reason: "all" });
    const rolled = parsed(RollbacksAnswer, reply);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(rolled.rollbacks.map(({ redemption }) => redemption).sort()).toEqual([...ids].sort());
    expect(rolled.parent_rollback).toMatchObject({ redemption: parentId, reason: "all" });
    expect(rolled.order).toMatchObject({ status: "CANCELED", total_amount: 5000 });
    for (const id of [parentId, ...ids]) {
      expect((await project.get(`/v1/redemptions/${id}`)).body.status).toBe("ROLLED_BACK");
    }
    expect(await used()).toEqual([0, 0]);
  });

  it("what is left of a stack", async () => {
    const { project, ids, answer, used } = await stack();
    await project.post(`/v1/redemptions/${ids[0]}/rollback`, {});
    const path = `/v1/redemptions/${answer.parent_redemption?.id}/rollbacks`;
    const rolled = parsed(RollbacksAnswer, await project.post(path, {}));
    expect(rolled.rollbacks.map(({ redemption }) => redemption)).toEqual([ids[1]]);
    expect(rolled.order).toMatchObject({ status: "CANCELED", total_amount: 5000 });
    expect(await used()).toEqual([0, 0]);
  });

  it("a single redemption, without a parent", async () => {
    const { project, id, used } = await redeemed();
    const reply = await project.post(`/v1/redemptions/${id}/rollbacks`, {});
    const rolled = parsed(RollbacksAnswer, reply);
    expect(rolled.rollbacks).toHaveLength(1);
    expect(rolled).not.toHaveProperty("parent_rollback");
    expect(await used()).toEqual([0, 0]);
  });
});

describe("a rollback that is refused", () => {
  it("400 already_rolled_back: recorded under rrf_, nothing moves twice", async () => {
    const { project, id, used } = await redeemed();
    await project.post(`/v1/redemptions/${id}/rollback`, {});
    const reply = await project.post(`/v1/redemptions/${id}/rollback`, {});
    expect(parsed(ErrorBody, reply)).toEqual({
      code: 400,
      key: "already_rolled_back",
      message: "Already rolled back",
      details: "Redemption has been already rolled back.",
      resource_id: expect.stringMatching(/^rrf_[0-9a-f]{18}$/),
      resource_type: "redemption_rollback",
      request_id: expect.any(String),
    });
    expect(await used()).toEqual([0, 0]);
    const failed = parsed(Rollback, await project.get(`/v1/redemptions/${reply.body.resource_id}`));
    expect(failed).toMatchObject({
      redemption: id,
      result: "FAILURE",
      status: "FAILED",
      failure_code: "already_rolled_back",
    });
    const told = (await eventsOf(project.id)).at(-1);
    expect(told?.kind).toBe("redemption.rollback.failed");
    const { summary } = (await project.get("/v1/customers/alice")).body;
    expect(summary.redemptions).toMatchObject({ total_rolled_back: 1, total_rollback_failed: 1 });
  });

  it("400 already_rolled_back: a stack twice", async () => {
    const { project, answer, used } = await stack();
    const path = `/v1/redemptions/${answer.parent_redemption?.id}/rollbacks`;
    await project.post(path, {});
    const reply = await project.post(path, {});
    expect([reply.status, reply.body.key]).toEqual([400, "already_rolled_back"]);
    expect(await used()).toEqual([0, 0]);
  });

  it("400 invalid_customer: somebody else", async () => {
    const { project, id, used } = await redeemed();
    const bob = await project.post("/v1/customers", { source_id: "bob" });
    for (const customer of [{ id: bob.body.id }, { source_id: "bob" }, { source_id: "nobody" }]) {
      const reply = await project.post(`/v1/redemptions/${id}/rollback`, { customer });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_customer"]);
      expect(reply.body.details).toBe("Customer is not related with redemption.");
    }
    const nobody = { customer: { id: "cust_nobody" } };
    const unknown = await project.post(`/v1/redemptions/${id}/rollback`, nobody);
    expect([unknown.status, unknown.body.resource_type]).toEqual([404, "customer"]);
    expect(await used()).toEqual([0, 1]);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });

  it("400 invalid_order: another order; its own one is taken by id or source id", async () => {
    const { project, id, answer, used } = await redeemed();
    const other = await project.post("/v1/orders", { source_id: "o-2", amount: 5000 });
    for (const order of [{ id: other.body.id }, { source_id: "o-2" }, { source_id: "o-3" }]) {
      const reply = await project.post(`/v1/redemptions/${id}/rollback`, { order });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_order"]);
      expect(reply.body.details).toBe("Order is not related with redemption.");
    }
    expect(await used()).toEqual([0, 1]);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    const order = { id: answer.order?.id, source_id: "o-1" };
    expect((await project.post(`/v1/redemptions/${id}/rollback`, { order })).status).toBe(200);
    expect(await used()).toEqual([0, 0]);
  });

  it("400 invalid_redemption_parent: a child of a stack through the endpoint of stacks", async () => {
    const { project, ids, used } = await stack();
    const reply = await project.post(`/v1/redemptions/${ids[0]}/rollbacks`, {});
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_redemption_parent"]);
    expect(reply.body.details).toBe(
      "You can rollback only a redemption that does not have parent redemption.",
    );
    expect(await used()).toEqual([1, 1]);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(3);
  });

  it("400 invalid_redemption: the parent of a stack through the single endpoint", async () => {
    const { project, answer, used } = await stack();
    const path = `/v1/redemptions/${answer.parent_redemption?.id}/rollback`;
    const reply = await project.post(path, {});
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_redemption"]);
    expect(reply.body.details).toBe(
      "You can rollback only a single redemption. Use different endpoint for stacked redemption.",
    );
    expect(await used()).toEqual([1, 1]);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(3);
  });

  it("400 invalid_redemption: one that failed", async () => {
    const { project } = await redeemed();
    await project.post("/v1/vouchers/P20/disable");
    const failed = await project.post("/v1/vouchers/P20/redemption", {});
    expect(failed.body.resource_id).toMatch(/^rf_/);
    for (const verb of ["rollback", "rollbacks"]) {
      const reply = await project.post(`/v1/redemptions/${failed.body.resource_id}/${verb}`, {});
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_redemption"]);
    }
    expect(await rowsOf("redemptions", project.id)).toHaveLength(2);
  });

  it("404 not_found: unknown, a rollback's id, another project's", async () => {
    const { project, id } = await redeemed();
    const other = await newProject();
    const rollback = await project.post(`/v1/redemptions/${id}/rollback`, {});
    for (const [where, name] of [
      [project, "r_unknown"],
      [project, rollback.body.id],
      [project, id.replace("r_", "rf_")],
      [other, id],
    ] as const) {
      for (const verb of ["rollback", "rollbacks"]) {
        const reply = await where.post(`/v1/redemptions/${name}/${verb}`, {});
        expect([name, reply.status, reply.body.resource_type]).toEqual([name, 404, "redemption"]);
      }
    }
    expect(await rowsOf("redemptions", project.id)).toHaveLength(2);
  });

  it("400 invalid_payload: metadata that the ledger does not take, here and of what is redeemed", async () => {
    const { project, id, used } = await redeemed();
    // With its name, its colon, its quotation marks and its brackets: a byte too many.
    const metadata = { note: "n".repeat(300_000 - 10) };
    const redeem = () =>
      project.post("/v1/redemptions", { redeemables: [voucher("A500")], metadata });
    const back = () => project.post(`/v1/redemptions/${id}/rollback`, { metadata });
    const rows = await rowsOf("redemptions", project.id);
    for (const reply of [await redeem(), await back()]) {
      expect(reply).toMatchObject({
        status: 400,
        body: {
          key: "invalid_payload",
          details: "Property .metadata must NOT be larger than 300000 bytes",
        },
      });
    }
    expect(await rowsOf("redemptions", project.id)).toEqual(rows);
    expect(await used()).toEqual([0, 1]);
    metadata.note = metadata.note.slice(1);
    expect([(await redeem()).status, (await back()).status]).toEqual([200, 200]);
  });
});

describe("a rollback that asks for a part: 400", () => {
  it.each([
    ["items", [{ source_id: "a", quantity: 1 }]],
    ["amount", 100],
    ["quantity", 1],
    ["credits", 100],
    ["points", 5],
    ["gift", { credits: 100 }],
    ["loyalty_card", { points: 5 }],
    ["reward", { points: 5 }],
    ["redeemables", [voucher("P20")]],
    ["release_use", false],
    ["recalculate", true],
  ])("names %s, on both paths, and gives nothing back", async (name, value) => {
    const { project, id, used } = await redeemed();
    for (const path of ["rollback", "rollbacks"]) {
      const reply = await project.post(`/v1/redemptions/${id}/${path}`, { [name]: value });
      const { details } = failure(reply, 400, "invalid_payload");
      expect(details).toMatch(
        `Property .${name} cannot be set, since a rollback gives back the whole`,
      );
    }
    expect((await used()).toSorted()).toEqual([0, 1]);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    expect((await project.post(`/v1/redemptions/${id}/rollback`, { [name]: null })).status).toBe(
      200,
    );
  });

  const lines = [
    { source_id: "a", price: 1000, quantity: 2 },
    { source_id: "b", price: 500, quantity: 1 },
  ];
  async function bought() {
    const project = await newProject();
    await project.post("/v1/vouchers/P20", { discount: { type: "PERCENT", percent_off: 20 } });
    const order = { source_id: "o-1", items: lines };
    const reply = await project.post("/v1/redemptions", { redeemables: [voucher("P20")], order });
    return { project, redemption: parsed(RedemptionAnswer, reply).redemptions[0] };
  }

  it.each([
    ["amount", { amount: 1000 }],
    ["items", { items: lines.slice(1) }],
    ["items", { items: [{ ...lines[0], quantity: 1 }, lines[1]] }],
    ["items", { items: [] }],
  ])("names .order.%s of a part, and gives nothing back", async (name, part) => {
    const { project, redemption } = await bought();
    const path = `/v1/redemptions/${redemption?.id}/rollback`;
    const reply = await project.post(path, { order: { source_id: "o-1", ...part } });
    const { details } = failure(reply, 400, "invalid_payload");
    expect(details).toMatch(`Property .order.${name} must be that of the whole order`);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });

  it("takes the whole order as it was sent or answered", async () => {
    const [sent, answered] = [await bought(), await bought()];
    const whole = { source_id: "o-1", amount: 2500, items: lines };
    const path = ({ redemption }: typeof sent) => `/v1/redemptions/${redemption?.id}/rollback`;
    expect((await sent.project.post(path(sent), { order: whole })).status).toBe(200);
    const body = { order: answered.redemption?.order };
    expect((await answered.project.post(path(answered), body)).status).toBe(200);
  });
});
