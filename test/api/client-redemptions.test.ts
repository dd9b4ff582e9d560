import { describe, expect, it } from "vitest";
import { ClientRedemption, ClientRedemptionAnswer } from "../../src/resources/redemptions/schema";
import { costOf, newProject, parsed, rowsOf, send, type TestProject } from "../support/api";
import { promotion, tier } from "../support/promotions";
import { customer, tokenOf } from "../support/shoppers";

const voucher = (id: string) => ({ object: "voucher", id });

async function shop(settings = {}) {
  const project = await newProject(settings);
  const secrets = {
    additional_info: "secret-info",
    metadata: { note: "secret-note", theme: "dark" },
    category: "seasonal",
  };
  await project.post("/v1/vouchers/P20", {
    discount: { type: "PERCENT", percent_off: 20 },
    ...secrets,
  });
  await project.post("/v1/vouchers/GIFT", { gift: { amount: 3000 }, ...secrets });
  await project.post("/v1/vouchers/OFF", {
    discount: { type: "AMOUNT", amount_off: 5 },
    active: false,
  });
  return project;
}

/** From an address of its own, so that no other test's rate or misses count here. */
const client = (project: TestProject, path: string, body?: object, headers = {}) =>
  project.post(`/client/v1/${path}`, body, { "cf-connecting-ip": project.id, ...headers });

describe("POST /client/v1/redeem: 200", () => {
  it("redeems the code of the query and shows the shopper's part alone", async () => {
    const project = await shop({ client_metadata_keys: '["device"]' });
    const reply = await client(project, "redeem?code=%20p20%20", {
      customer: { source_id: "alice" },
      order: { source_id: "o-1", amount: 5000 },
      metadata: { device: "phone" },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const redemption = parsed(ClientRedemption, reply);
    expect(redemption).toMatchObject({
      result: "SUCCESS",
      metadata: { device: "phone" },
      order: { status: "CREATED", total_amount: 4000 },
      voucher: { code: "P20", redemption: { redeemed_quantity: 1 } },
    });
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    expect(redemption.channel).toEqual({
      channel_type: "API",
      channel_id: project.client["x-client-application-id"],
    });
    expect(redemption.voucher).toMatchObject({
      metadata: {},
      category: "seasonal",
      categories: [],
      assets: { qr: { url: expect.any(String) } },
      publish: { count: 0 },
      created_at: expect.any(String),
    });
    for (const name of ["referrer_id", "holder_id"]) {
      expect(reply.body.voucher).not.toHaveProperty(name);
    }
    const again = await client(project, "redeem?code=P20", {});
    expect(costOf(again).roundTrips).toBe(2);
    const stored = await project.get(`/v1/redemptions/${redemption.id}`);
    expect(stored.body.channel).toEqual({
      channel_type: "API",
      channel_id: project.client["x-client-application-id"],
    });
  });

  it("takes credits of a gift card, and the tracking id of the query", async () => {
    const project = await shop();
    const reply = await client(project, "redeem?code=GIFT&tracking_id=alice", {
      gift: { credits: 100 },
      order: { amount: 500 },
    });
    const redemption = parsed(ClientRedemption, reply);
    expect(redemption).toMatchObject({ amount: 100, gift: { amount: 100 } });
    expect(redemption.customer).toMatchObject({ source_id: "alice" });
    expect(redemption.tracking_id).toMatch(/^track_/);
  });
});

describe("POST /client/v1/redemptions: 200", () => {
  it("a stack, each part shown as to a shopper", async () => {
    const project = await shop();
    const reply = await client(project, "redemptions", {
      redeemables: [voucher("P20"), voucher("GIFT")],
      order: { amount: 5000 },
    });
    const answer = parsed(ClientRedemptionAnswer, reply);
    expect(answer.redemptions).toHaveLength(2);
    expect(answer.order?.total_amount).toBe(1000);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });

  it("notes of vouchers and tiers under the keys that the project lets browsers see", async () => {
    const project = await shop({ client_visible_metadata: '["theme"]' });
    const sale = await promotion(project, "Sale");
    const notes = { note: "secret-note", theme: "light" };
    const { id } = await tier(project, sale, "First", { metadata: notes });
    const reply = await client(project, "redemptions", {
      redeemables: [voucher("P20"), { object: "promotion_tier", id }],
      order: { amount: 5000 },
    });
    const { redemptions } = parsed(ClientRedemptionAnswer, reply);
    expect(redemptions.map((one) => (one.voucher ?? one.promotion_tier)?.metadata)).toEqual([
      { theme: "dark" },
      { theme: "light" },
    ]);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
    const alone = parsed(ClientRedemption, await client(project, "redeem?code=P20"));
    expect(alone.voucher?.metadata).toEqual({ theme: "dark" });
  });
});

describe("the client family: refusals", () => {
  const paths = ["redeem?code=CODE", "redemptions"];
  const ask = (project: TestProject, path: string, code: string) =>
    client(project, path.replace("CODE", code), { redeemables: [voucher(code)] });

  it.each(paths)("404: unknown, foreign and disabled are the same on %s", async (path) => {
    const [project, other] = [await shop(), await newProject()];
    await other.post("/v1/vouchers/FOREIGN", { discount: { type: "AMOUNT", amount_off: 5 } });
    const answers = [];
    for (const code of ["UNKNOWN", "FOREIGN", "OFF"]) {
      const { status, body } = await ask(project, path, code);
      const text = JSON.stringify([status, body]);
      answers.push(text.replaceAll(code, "CODE").replace(/v-[0-9a-f]{18}/, "v-"));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('[404,{"code":404,"key":"not_found"');
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it.each(paths)("400: an expired code says so on %s", async (path) => {
    const project = await shop();
    await project.put("/v1/vouchers/P20", { expiration_date: "2001-01-01" });
    const reply = await ask(project, path, "P20");
    expect([reply.status, reply.body.key]).toEqual([400, "voucher_expired"]);
    expect(reply.body.resource_id).toMatch(/^rf_/);
  });

  it.each(paths)("403: switched off for the project, on %s", async (path) => {
    const project = await shop({ client_redeem_enabled: 0 });
    const reply = await ask(project, path, "P20");
    expect([reply.status, reply.body.key]).toEqual([403, "forbidden"]);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it.each(paths)("403: without an origin, on %s", async (path) => {
    const project = await shop();
    const reply = await send(
      "POST",
      `/client/v1/${path.replace("CODE", "P20")}`,
      { ...project.client, "cf-connecting-ip": project.id },
      { redeemables: [voucher("P20")] },
    );
    expect([reply.status, reply.body.key]).toEqual([403, "forbidden"]);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("400 invalid_query_params: no code", async () => {
    const project = await shop();
    const reply = await client(project, "redeem", {});
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
    expect(reply.body.details).toBe("Query must have required property 'code'");
  });

  it("a shopper is not told what the shop knows of a customer", async () => {
    const project = await shop();
    await project.post("/v1/customers", {
      source_id: "alice",
      name: "secret-name",
      email: "secret@example.com",
      metadata: { note: "secret-note" },
    });
    const reply = await client(project, "redeem?code=P20", { customer: { source_id: "alice" } });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });

  it("nor what the shop calls one whom it names by an id alone, but for their own token", async () => {
    const project = await shop();
    const id = await customer(project, "alice@shop.example");
    const code = "redeem?code=P20";
    const told = async (path: string, body: object, headers = {}) => {
      const reply = await client(project, path, body, headers);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      return (reply.body.redemptions?.[0] ?? reply.body).customer;
    };
    const nobody = { id, object: "customer" };
    const alice = { id, source_id: "alice@shop.example", object: "customer" };
    expect(await told(code, { customer: { id } })).toEqual(nobody);
    expect(await told(code, { customer: { id, source_id: "bob" } })).toEqual(nobody);
    expect(await told(code, { order: { amount: 100, customer: { id } } })).toEqual(nobody);
    const all = { redeemables: [voucher("P20")], customer: { id } };
    expect(await told("redemptions", all)).toEqual(nobody);
    expect(await told(code, { customer: { id, source_id: alice.source_id } })).toEqual(alice);
    expect(await told(code, { customer: { source_id: alice.source_id } })).toEqual(alice);
    expect(await told(code, {}, await tokenOf(project, id))).toEqual(alice);
  });
});
