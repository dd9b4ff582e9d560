import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ClientSentEvent } from "../../src/resources/custom-events/schema";
import {
  anyAddress,
  eventKinds,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { earningRule, hearAgain, hearAll, program } from "../support/earning";
import { publish } from "../support/publishing";
import { referralCampaign, referrer } from "../support/referrals";

const PATH = "/client/v1/events";

async function open(enabled = 1, settings = {}): Promise<TestProject & { event: string }> {
  const project = await newProject({
    client_loyalty_events_enabled: enabled,
    client_metadata_keys: '["tier"]',
    ...settings,
  });
  const at = `/management/v1/projects/${project.id}/custom-event-schemas`;
  const properties = { page: { type: "string", optional: true } };
  const { status, body } = await project.post(at, { name: "seen", schema: { properties } });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...project, event: body.id };
}

/** A card of a new program for each, one point for each event. */
async function cards(project: TestProject, ...who: string[]): Promise<string[]> {
  await program(project, "Cards", { type: "AUTO_UPDATE" });
  return Promise.all(
    who.map(
      async (each) => (await publish(project, each, { campaign: "Cards" })).body.voucher.code,
    ),
  );
}

const tell = (project: TestProject, sent: object, more = {}) => {
  const headers = { ...project.client, "cf-connecting-ip": anyAddress(), ...more };
  return send("POST", PATH, headers, { event: "seen", ...sent });
};

// Budgets of misses are per minute of the clock: it stands still.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 12, 0, 10) });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("POST /client/v1/events", () => {
  it("200: takes an event, and shows nothing that the shop noted for itself", async () => {
    const project = await open();
    await project.post("/v1/customers", { source_id: "jane", metadata: { tier: "gold" } });
    const reply = await tell(project, {
      customer: { source_id: "jane", name: "Evil", metadata: { tier: "lead" } },
      metadata: { page: "home" },
    });
    const jane = (await project.get("/v1/customers/jane")).body;
    expect(parsed(ClientSentEvent, reply)).toEqual({
      object: "event",
      type: "seen",
      customer: { id: jane.id, source_id: "jane", object: "customer" },
      referral: null,
      loyalty: null,
      metadata: { page: "home" },
    });
    expect(jane).toMatchObject({ metadata: { tier: "gold" } });
    expect(jane).not.toHaveProperty("name");
    expect((await eventKinds(project.id)).at(-1)).toBe("customer.custom_event");
  });

  it.each([
    ["nothing, unless the project trusts its browsers", 0],
    ["points and converts referrals where it does, once however often it is heard of", 1],
  ])("earns %s", async (_, trusted) => {
    const project = await open(1, { client_orders_trusted: trusted });
    const [card = ""] = await cards(project, "jane");
    const custom_event = { schema_id: project.event };
    await earningRule(project, "Cards", {
      event: "seen",
      custom_event,
      loyalty: { type: "FIXED", points: 3 },
    });
    const id = await referralCampaign(project, "Friends", {
      referral_program: { conversion_event_type: "custom_event", custom_event: { name: "seen" } },
    });
    await referrer(project, id, "anna");
    const sent = {
      customer: { source_id: "jane" },
      referral: { code: "BY-ANNA" },
      loyalty: { code: card },
    };
    expect((await tell(project, sent)).status).toBe(200);
    await hearAll(project);
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await rowsOf("referrals", project.id)).toHaveLength(trusted);
    const { body } = await project.get(`/v1/vouchers/${card}`);
    expect(body.loyalty_card.balance).toBe(trusted * 3);
  });

  it("429: referral codes that lead nowhere are failed look-ups, of which the answer tells nothing", async () => {
    const project = await open();
    await referrer(project, await referralCampaign(project, "Friends"), "anna");
    const name = (at: number) => ({ "cf-connecting-ip": `172.30.7.${at}` });
    const guess = (code: string, at: number) =>
      tell(project, { customer: { source_id: "jane" }, referral: { code } }, name(at));
    const { body: right } = await guess("BY-ANNA", 0);
    for (let at = 1; at <= 20; at++) expect((await guess(`NO-${at}`, at)).body).toEqual(right);
    const before = await eventKinds(project.id);
    expect(await guess("BY-ANNA", 21)).toMatchObject({
      status: 429,
      body: { key: "too_many_requests" },
    });
    expect((await tell(project, { customer: { source_id: "jane" } }, name(22))).status).toBe(200);
    expect(await eventKinds(project.id)).toEqual([...before, "customer.custom_event"]);
  });

  it("403: while the project has not switched it on", async () => {
    const project = await open(0);
    const reply = await tell(project, { customer: { source_id: "jane" } });
    expect(reply).toMatchObject({ status: 403, body: { key: "forbidden" } });
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("400: whoever it is of must be named, and not by our id", async () => {
    const project = await open();
    const { id } = (await project.post("/v1/customers", { source_id: "jane" })).body;
    for (const sent of [{}, { customer: {} }, { customer: { id } }]) {
      const reply = await tell(project, sent);
      expect(reply, JSON.stringify(sent)).toMatchObject({
        status: 400,
        body: { key: "invalid_payload" },
      });
    }
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("200: is of the customer whose token is sent", async () => {
    const project = await open();
    const { id } = (await project.post("/v1/customers", { source_id: "jane" })).body;
    const made = await project.post(`/v1/customers/${id}/client-token`, {});
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const token = { "x-customer-token": made.body.token };
    for (const sent of [{}, { customer: { name: "Jane" } }, { customer: { source_id: "jane" } }]) {
      const reply = await tell(project, sent, token);
      expect(parsed(ClientSentEvent, reply).customer.id).toBe(id);
    }
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("403: somebody else beside a token; 401: the token of a customer who was deleted", async () => {
    const project = await open();
    await project.post("/v1/customers", { source_id: "jane" });
    await project.post("/v1/customers", { source_id: "joe" });
    const made = await project.post("/v1/customers/jane/client-token", {});
    const token = { "x-customer-token": made.body.token };
    const [jane, events] = [await project.get("/v1/customers/jane"), await eventKinds(project.id)];
    for (const source_id of ["joe", "nobody"]) {
      const reply = await tell(project, { customer: { source_id, name: "Joe" } }, token);
      expect([reply.status, reply.body.key], source_id).toEqual([403, "forbidden"]);
    }
    expect((await project.get("/v1/customers/jane")).body).toEqual(jane.body);
    expect(await eventKinds(project.id)).toEqual(events);
    await project.delete("/v1/customers/jane");
    const reply = await tell(project, {}, token);
    expect([reply.status, reply.body.key]).toEqual([401, "unauthorized_client"]);
  });

  it("404: a card of somebody else looks like none", async () => {
    const project = await open();
    const [, zoes = ""] = await cards(project, "jane", "zoe");
    const before = await eventKinds(project.id);
    const ask = async (code: string) => {
      const { status, body } = await tell(project, {
        customer: { source_id: "jane" },
        loyalty: { code },
      });
      const { request_id: _, ...rest } = body;
      return JSON.stringify({ status, ...rest }).replaceAll(code, "CODE");
    };
    expect(await ask(zoes)).toBe(await ask("NONE"));
    expect(await ask("NONE")).toContain("not_found");
    expect(await eventKinds(project.id)).toEqual(before);
  });
});
