import { describe, expect, it } from "vitest";
import { Redemption } from "../../src/model/redemption";
import { Voucher } from "../../src/model/voucher";
import { RedemptionAnswer } from "../../src/resources/redemptions/schema";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { strictly } from "../support/strict";

const voucher = (id: string, more = {}) => ({ object: "voucher", id, ...more });
const redeem = (project: TestProject, redeemables: object[], more = {}) =>
  project.post("/v1/redemptions", { redeemables, ...more });

async function shop() {
  const project = await newProject();
  await project.post("/v1/vouchers/P20", {
    discount: { type: "PERCENT", percent_off: 20 },
    redemption: { quantity: 2 },
    metadata: { note: "kept" },
  });
  await project.post("/v1/vouchers/A500", { discount: { type: "AMOUNT", amount_off: 500 } });
  await project.post("/v1/vouchers/GIFT", { gift: { amount: 3000 } });
  return project;
}

describe("POST /v1/redemptions of one voucher: 200", () => {
  it("pays the order, keeps the customer, and shows the whole redemption", async () => {
    const project = await shop();
    const reply = await redeem(project, [voucher("p20")], {
      order: { source_id: "order-1", amount: 5000, metadata: { till: 4 } },
      customer: { source_id: "alice", name: "Alice", email: "a@example.com" },
      metadata: { shop: "web" },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(costOf(reply).roundTrips).toBe(2);
    const answer = parsed(RedemptionAnswer, reply);
    const [customer] = await rowsOf("customers", project.id);
    const [order] = await rowsOf("orders", project.id);
    const id = String(answer.redemptions[0]?.id);
    expect(id).toMatch(/^r_[0-9a-f]{18}$/);
    const { redemptions, ...amounts } = answer.redemptions[0]?.order ?? {};
    expect(amounts).toEqual({
      id: order?.id,
      source_id: "order-1",
      status: "PAID",
      amount: 5000,
      initial_amount: 5000,
      discount_amount: 1000,
      total_discount_amount: 1000,
      total_amount: 4000,
      applied_discount_amount: 1000,
      total_applied_discount_amount: 1000,
      items: [],
      metadata: { till: 4 },
      customer_id: customer?.id,
      referrer_id: null,
      customer: { id: customer?.id, object: "customer" },
      created_at: order?.created_at,
      updated_at: answer.redemptions[0]?.date,
      object: "order",
    });
    const voucherId = answer.redemptions[0]?.voucher?.id;
    expect(redemptions).toEqual({
      [id]: {
        date: answer.redemptions[0]?.date,
        related_object_type: "voucher",
        related_object_id: voucherId,
      },
    });
    expect(answer.redemptions[0]).toMatchObject({
      id,
      customer_id: customer?.id,
      tracking_id: expect.stringMatching(/^track_/),
      metadata: { shop: "web" },
      result: "SUCCESS",
      status: "SUCCEEDED",
      channel: { channel_type: "API", channel_id: project.server["x-app-id"] },
      customer: {
        id: customer?.id,
        name: "Alice",
        email: "a@example.com",
        source_id: "alice",
        object: "customer",
      },
      related_object_type: "voucher",
      related_object_id: voucherId,
      voucher: {
        code: "P20",
        metadata: { note: "kept" },
        redemption: { quantity: 2, redeemed_quantity: 1 },
        applicable_to: { object: "list", data_ref: "data", data: [], total: 0 },
        inapplicable_to: { object: "list", data_ref: "data", data: [], total: 0 },
      },
      object: "redemption",
    });
    for (const name of ["amount", "gift", "redemption", "failure_code"]) {
      expect(answer.redemptions[0]).not.toHaveProperty(name);
    }
    expect(answer).not.toHaveProperty("parent_redemption");
    expect(answer.order).toEqual(answer.redemptions[0]?.order);
    const got = await project.get(`/v1/redemptions/${id}`);
    expect(parsed(Redemption, got)).toEqual(answer.redemptions[0]);
    expect(costOf(got).roundTrips).toBe(1);
  });

  it("tells of the customer, then of the redemption", async () => {
    const project = await shop();
    const before = (await eventKinds(project.id)).length;
    const reply = await redeem(project, [voucher("P20")], {
      order: { amount: 5000 },
      customer: { source_id: "alice" },
    });
    const [created, redeemed, ...more] = (await eventsOf(project.id)).slice(before);
    expect(more).toEqual([]);
    expect(created?.kind).toBe("customer.created");
    expect(redeemed?.kind).toBe("redemption.succeeded");
    expect(redeemed?.entity_id).toBe(reply.body.redemptions[0].id);
    expect(strictly(Voucher, redeemed?.data.voucher).redemption.redeemed_quantity).toBe(1);
    expect(redeemed?.data.order).toEqual(reply.body.order);
  });

  it("without order and customer", async () => {
    const project = await shop();
    const answer = parsed(RedemptionAnswer, await redeem(project, [voucher("A500")]));
    expect(answer.redemptions[0]).toMatchObject({
      order: null,
      customer: null,
      customer_id: null,
      tracking_id: null,
      metadata: null,
    });
    expect(answer).not.toHaveProperty("order");
    expect(await rowsOf("orders", project.id)).toEqual([]);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("validates and redeems alike", async () => {
    const project = await shop();
    const request = { redeemables: [voucher("P20"), voucher("A500")], order: { amount: 1234 } };
    const valid = await project.post("/v1/validations", request);
    const done = parsed(RedemptionAnswer, await project.post("/v1/redemptions", request));
    for (const name of ["amount", "discount_amount", "total_amount"]) {
      expect(Object(done.order)[name]).toBe(valid.body.order[name]);
    }
  });
});

describe("POST /v1/redemptions of a stack: 200", () => {
  async function stacked() {
    const project = await shop();
    const reply = await redeem(project, [voucher("A500"), voucher("P20"), voucher("GIFT")], {
      order: { source_id: "o-1", amount: 5000 },
      customer: { source_id: "alice" },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return { project, reply, answer: parsed(RedemptionAnswer, reply) };
  }

  it("has a parent, and a child for each with the order at its turn", async () => {
    const { answer, reply } = await stacked();
    expect(costOf(reply).roundTrips).toBe(2);
    const parent = answer.parent_redemption;
    expect(parent).toMatchObject({
      id: expect.stringMatching(/^r_/),
      result: "SUCCESS",
      related_object_type: "redemption",
      related_object_id: parent?.id,
      object: "redemption",
    });
    expect(parent).not.toHaveProperty("voucher");
    expect(answer.redemptions.map(({ redemption }) => redemption)).toEqual([
      parent?.id,
      parent?.id,
      parent?.id,
    ]);
    expect(
      answer.redemptions.map(({ order }) => [
        order?.applied_discount_amount,
        order?.discount_amount,
        order?.total_amount,
      ]),
    ).toEqual([
      [500, 500, 4500],
      [900, 1400, 3600],
      [3000, 4400, 600],
    ]);
    expect(answer.redemptions.map(({ amount, gift }) => [amount, gift])).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [3000, { amount: 3000 }],
    ]);
    expect(answer.order).toMatchObject({
      status: "PAID",
      applied_discount_amount: 4400,
      total_amount: 600,
    });
  });

  it("is listed in the order as one, under its own id, with its children", async () => {
    const { project, answer } = await stacked();
    const { id = "", date } = answer.parent_redemption ?? {};
    const children = answer.redemptions.map((child) => child.id);
    const entry = { date, related_object_type: "redemption", related_object_id: id };
    expect(answer.order?.redemptions).toEqual({ [id]: { ...entry, stacked: children } });
    const { body } = await project.post(`/v1/redemptions/${children[1]}/rollback`);
    const { body: order } = await project.get(`/v1/orders/${answer.order?.id}`);
    expect(order.redemptions).toEqual({
      [id]: {
        ...entry,
        stacked: children,
        rollback_date: body.date,
        rollback_stacked: [body.id],
      },
    });
  });

  it("of a campaign's code the order names the campaign, of another one none", async () => {
    const project = await newProject();
    const { body: campaign } = await project.post("/v1/campaigns", {
      name: "Spring",
      campaign_type: "DISCOUNT_COUPONS",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
    });
    await project.post(`/v1/campaigns/${campaign.id}/vouchers/SPRING`, {});
    await project.post("/v1/vouchers", {
      code: "ALONE",
      discount: { type: "AMOUNT", amount_off: 1 },
    });
    const listed = async (code: string) => {
      const { body } = await redeem(project, [voucher(code)], { order: { amount: 1000 } });
      const { body: order } = await project.get(`/v1/orders/${body.order.id}`);
      expect(order.redemptions).toEqual(body.order.redemptions);
      const { body: entry } = await project.get(`/v1/redemptions/${body.redemptions[0].id}`);
      expect(entry.order.redemptions).toEqual(body.order.redemptions);
      return Object.values<{ related_object_parent_id?: string }>(order.redemptions);
    };
    const [ofCampaign] = await listed("SPRING");
    expect(ofCampaign?.related_object_parent_id).toBe(campaign.id);
    expect(await listed("ALONE")).toEqual([
      expect.not.objectContaining({ related_object_parent_id: expect.anything() }),
    ]);
  });

  it("each child and the parent can be read again", async () => {
    const { project, answer } = await stacked();
    for (const entry of [answer.parent_redemption, ...answer.redemptions]) {
      const got = parsed(Redemption, await project.get(`/v1/redemptions/${entry?.id}`));
      expect(got).toEqual(entry);
    }
  });

  it("counts each child, and the order once", async () => {
    const { project } = await stacked();
    const { summary } = (await project.get("/v1/customers/alice")).body;
    expect(summary.redemptions).toMatchObject({
      total_redeemed: 3,
      total_succeeded: 3,
      gift: { redeemed_amount: 3000, amount_to_go: 0 },
    });
    expect(summary.orders).toMatchObject({ total_amount: 600, total_count: 1 });
    const events = (await eventKinds(project.id)).filter((kind) => kind.startsWith("redemption"));
    expect(events).toEqual(Array(3).fill("redemption.succeeded"));
  });

  it("400: none is used when one cannot, and no counter moves", async () => {
    const project = await shop();
    const before = await rowsOf("vouchers", project.id);
    const reply = await redeem(
      project,
      [voucher("A500"), voucher("GIFT", { gift: { credits: 3001 } })],
      {
        order: { amount: 5000 },
      },
    );
    expect([reply.status, reply.body.key]).toEqual([400, "gift_amount_exceeded"]);
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    expect(await rowsOf("orders", project.id)).toEqual([]);
    const rows = await rowsOf("redemptions", project.id);
    expect(rows.map(({ result }) => result)).toEqual(["FAILURE"]);
  });
});
