import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientPublication } from "../../src/resources/publications/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { campaign, codes, codesOf, publish } from "../support/publishing";
import { voucher } from "../support/redeeming";

const PATH = "/client/v1/publish";

async function open(): Promise<TestProject> {
  const project = await newProject({
    client_publish_enabled: 1,
    client_metadata_keys: '["tier", "from"]',
  });
  const id = await campaign(project, "Spring");
  await codes(project, id, { prefix: "SPRING", to: 5 });
  return project;
}

// Budgets of misses are per minute of the clock: it stands still.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 12, 0, 10) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("POST /client/v1/publish", () => {
  it("200: gives a code, and tells nothing that the shop noted for itself", async () => {
    const project = await open();
    const sent = {
      customer: { source_id: "jane", name: "Jane", metadata: { tier: "gold" } },
      channel: "Voucherify.js",
      metadata: { from: "footer" },
    };
    const reply = await project.post(`${PATH}?campaign=Spring`, sent);
    const body = parsed(ClientPublication, reply);
    expect(body).toMatchObject({
      channel: "Voucherify.js",
      tracking_id: "jane",
      customer: { source_id: "jane", object: "customer" },
      metadata: { from: "footer" },
      voucher: {
        campaign: "Spring",
        discount: { amount_off: 100 },
        metadata: {},
        categories: [],
        publish: { count: 1 },
        created_at: expect.any(String),
      },
    });
    for (const hidden of ["holder_id", "referrer_id"]) {
      expect(body.voucher).not.toHaveProperty(hidden);
    }
    expect(body.customer).not.toHaveProperty("metadata");
    expect(await rowsOf("publications", project.id)).toMatchObject([
      { metadata: '{"from":"footer"}', channel: "Voucherify.js" },
    ]);
    await expectSound(project.id);
  });

  it("200: notes of the voucher under the keys that the project lets browsers see", async () => {
    const project = await newProject({
      client_publish_enabled: 1,
      client_visible_metadata: '["theme"]',
    });
    const id = await campaign(project, "Spring");
    const metadata = { theme: "dark", note: "secret" };
    await project.post(`/v1/campaigns/${id}/vouchers/NOTED`, { metadata });
    const reply = await project.post(PATH, { campaign: "Spring", customer: { source_id: "jane" } });
    expect(parsed(ClientPublication, reply).voucher?.metadata).toEqual({ theme: "dark" });
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });

  it("200: the number of codes in the body beside the campaign of the query; 400: another one", async () => {
    const project = await open();
    await campaign(project, "Autumn");
    const customer = { source_id: "jane" };
    const [query, two] = [`${PATH}?campaign=Spring`, { name: "Spring", count: 2 }];
    for (const other of ["Autumn", { name: "Autumn" }, { name: "Autumn", count: 2 }]) {
      const reply = await project.post(query, { campaign: other, customer });
      expect([reply.status, reply.body.key, reply.body.details]).toEqual([
        400,
        "invalid_payload",
        "Property .campaign must name one campaign, not two",
      ]);
    }
    expect(await rowsOf("publications", project.id)).toEqual([]);
    expect(codesOf(await project.post(query, { campaign: two, customer }))).toHaveLength(2);
  });

  it("200: the campaign may stand in the body, several codes come as codes", async () => {
    const project = await open();
    const sent = { campaign: { name: "Spring", count: 2 }, customer: { source_id: "jane" } };
    expect(codesOf(await project.post(PATH, sent))).toHaveLength(2);
  });

  it("403: switched off unless the project turns it on", async () => {
    const project = await newProject();
    await campaign(project, "Spring", { type: "AUTO_UPDATE" });
    const reply = await project.post(`${PATH}?campaign=Spring`, { customer: { source_id: "j" } });
    expect(reply.status).toBe(403);
    expect(reply.body).toMatchObject({
      key: "forbidden",
      details: "Client-side publication is switched off",
    });
    expect(await rowsOf("publications", project.id)).toEqual([]);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("400: a customer is named by source id, never by id", async () => {
    const project = await open();
    const known = await project.post("/v1/customers", { source_id: "jane" });
    for (const customer of [{}, { id: known.body.id }, { source_id: "" }, { source_id: null }]) {
      const reply = await project.post(`${PATH}?campaign=Spring`, { customer });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
    }
    const both = { customer: { id: known.body.id, source_id: "john" } };
    const reply = await project.post(`${PATH}?campaign=Spring`, both);
    expect(reply.body.customer.source_id).toBe("john");
  });

  it("400: nobody is told what was published before", async () => {
    const project = await open();
    await publish(project, "jane", { campaign: "Spring", source_id: "order-1" });
    const sent = { campaign: "Spring", customer: { source_id: "jane" } };
    const repeated = await project.post(PATH, { ...sent, source_id: "order-1" });
    expect(repeated.body.key).toBe("duplicate_source_id");
    const joined = await project.post(`${PATH}?join_once=true`, sent);
    expect(joined.body.key).toBe("voucher_cannot_be_published");
    for (const { body } of [repeated, joined])
      expect(JSON.stringify(body)).not.toContain("SPRING-");
    await expectSound(project.id);
  });

  it("404: unknown, foreign and disabled codes look the same, and are misses", async () => {
    const [project, other] = [await open(), await open()];
    await voucher(project, "MINE");
    await voucher(project, "OFF", { active: false });
    await voucher(other, "FAR");
    const address = { "cf-connecting-ip": "10.9.8.7" };
    const customer = { source_id: "jane" };
    const replies = [];
    for (const code of ["NONE", "OFF", "FAR"]) {
      replies.push(await project.post(PATH, { voucher: code, customer }, address));
    }
    for (const { status, body } of replies) {
      expect(status).toBe(404);
      const { request_id: _, resource_id: __, details: ___, ...rest } = body;
      expect(rest).toEqual({
        code: 404,
        key: "not_found",
        message: "Resource not found",
        resource_type: "voucher",
      });
    }
    const misses = await rowsOf("misses", project.id);
    expect(misses.map(({ count }) => count)).toEqual([3, 3]);
    expect(codesOf(await project.post(PATH, { voucher: "MINE", customer }, address))).toEqual([
      "MINE",
    ]);
  });

  it("429: past the budget of misses not even the right code is given", async () => {
    const project = await open();
    await voucher(project, "MINE");
    // One block of addresses; more than 10 calls of one address would meet the rate limit.
    const address = (last: number) => ({ "cf-connecting-ip": `10.9.8.${last}` });
    const customer = { source_id: "jane" };
    for (let at = 0; at < 20; at++) {
      const reply = await project.post(PATH, { voucher: `GUESS-${at}`, customer }, address(at));
      expect(reply.status).toBe(404);
    }
    const reply = await project.post(PATH, { voucher: "MINE", customer }, address(99));
    expect([reply.status, reply.body.key]).toEqual([429, "too_many_requests"]);
    expect(await rowsOf("publications", project.id)).toEqual([]);
    await expectSound(project.id);
  });
});
