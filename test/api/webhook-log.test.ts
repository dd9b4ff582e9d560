import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  Delivery,
  DeliveryList,
  Replay,
  WebhookTest,
} from "../../src/resources/webhooks/deliveries/schema";
import { EventFeed } from "../../src/resources/webhooks/schema";
import { eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { deliver, deliveriesOf, hooksOf, newHook, newReceiver, verified } from "../support/hooks";
import { homeDb } from "../support/places";

const quiet = { ...env, ...DEAF_QUEUES };

const ask = (project: TestProject, path: string, body: object = {}) =>
  sendPausing(project, { path, body, headers: project.management }, {}, DEAF_QUEUES);

/** Vouchers A to E, and a webhook whose receiver answers so. */
async function told(answer: string, codes = ["A", "B", "C", "D", "E"]) {
  const project = await newProject();
  const receiver = newReceiver(answer);
  const hook = await newHook(project, { target_url: receiver.url });
  for (const code of codes) {
    await sendPausing(
      project,
      { path: `/v1/vouchers/${code}`, body: { gift: { amount: 1 } } },
      {},
      DEAF_QUEUES,
    );
  }
  await deliver(project, quiet);
  const log = `${hooksOf(project)}/${hook.id}/deliveries`;
  const sequences = async () =>
    (await receiver.received()).map((each) => verified(project.webhookSecret, each).sequence);
  return { project, receiver, hook, log, sequences };
}

describe("a webhook's deliveries", () => {
  it("200: the newest first, each with what came of it", async () => {
    const { project, log, hook, receiver } = await told("ok");
    const list = parsed(DeliveryList, await project.get(log));
    expect(list.total).toBe(5);
    expect(list.data.map(({ sequence }) => sequence)).toEqual([5, 4, 3, 2, 1]);
    const [newest] = list.data;
    expect(newest).toMatchObject({
      webhook_id: hook.id,
      type: "voucher.created",
      status: "SUCCEEDED",
      attempts: 1,
      replays: 0,
      due_at: null,
      last_attempt: { status: 200, cause: null },
    });
    expect(parsed(Delivery, await project.get(`${log}/${newest?.id}`))).toEqual(newest);
    const ids = (await receiver.received()).map(({ headers }) => headers["webhook-id"]);
    expect(ids.sort()).toEqual(list.data.map(({ id }) => id).sort());
    const second = parsed(DeliveryList, await project.get(`${log}?limit=2&page=2`));
    expect(second.data.map(({ sequence }) => sequence)).toEqual([3, 2]);
  });

  it("200: by status and by time", async () => {
    const { project, log } = await told("500x2");
    const by = async (query: string) =>
      parsed(DeliveryList, await project.get(`${log}?${query}`)).total;
    expect(await by("status=RETRYING")).toBe(2);
    expect(await by("status=SUCCEEDED")).toBe(3);
    expect(await by("status=DEAD")).toBe(0);
    expect(await by("created_at[after]=2999-01-01")).toBe(0);
    expect(await by("created_at[before]=2999-01-01&status=RETRYING")).toBe(2);
    failure(await project.get(`${log}?status=LOST`), 400, "invalid_query_params");
  });

  it("404: of another webhook, of another project, and of none", async () => {
    const { project, log } = await told("ok", ["A"]);
    const other = await newHook(project, { target_url: newReceiver().url });
    const [{ id } = { id: "" }] = (await project.get(log)).body.data;
    failure(
      await project.get(`${hooksOf(project)}/${other.id}/deliveries/${id}`),
      404,
      "not_found",
    );
    const path = `${hooksOf(project)}/${other.id}/deliveries/${id}/replay`;
    failure(await project.post(path, {}), 404, "not_found");
    failure(await project.get(`${log}/whs_1`), 404, "not_found");
    failure(await project.get(`${hooksOf(project)}/wh_none/deliveries`), 404, "not_found");
    expect((await deliveriesOf(project)).map(({ replays }) => replays)).toEqual([0]);
  });
});

describe("a replay", () => {
  it("200: of one sends it again under its id, with all retries", async () => {
    const { project, log, receiver } = await told("ok", ["A"]);
    const [{ id } = { id: "" }] = (await project.get(log)).body.data;
    const reply = await ask(project, `${log}/${id}/replay`);
    expect(parsed(Delivery, reply)).toMatchObject({ status: "PENDING", attempts: 0, replays: 1 });
    await deliver(project, quiet);
    const received = await receiver.received();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([id, id]);
    expect(parsed(Delivery, await project.get(`${log}/${id}`))).toMatchObject({
      status: "SUCCEEDED",
      attempts: 1,
      replays: 1,
    });
  });

  it("200: comes by itself", async () => {
    const { project, log, sequences } = await told("ok", ["A"]);
    const reply = await project.post(`${log}/replay`, { from_sequence: 1, to_sequence: 1 });
    expect(reply.status).toBe(200);
    await expect.poll(sequences).toEqual([1, 1]);
  });

  it("200: of a range sends that range, also what the webhook was never told of", async () => {
    const { project, log, sequences, hook } = await told("ok");
    const put = { events: ["voucher.created", "voucher.gift.balance_aded"] };
    expect((await project.put(`${hooksOf(project)}/${hook.id}`, put)).status).toBe(200);
    await homeDb()
      .prepare("DELETE FROM webhook_deliveries WHERE project_id = ?1 AND sequence = 3")
      .bind(project.id)
      .run();
    const reply = await ask(project, `${log}/replay`, { from_sequence: 2, to_sequence: 4 });
    expect(parsed(Replay, reply)).toEqual({
      replayed: 3,
      next_sequence: null,
      has_more: false,
      object: "webhook_replay",
    });
    await deliver(project, quiet);
    expect((await sequences()).slice(5).sort()).toEqual([2, 3, 4]);
    expect((await deliveriesOf(project)).map(({ replays }) => replays)).toEqual([0, 1, 0, 1, 0]);
  });

  it("200: of a range that goes on behind the last event ends with that", async () => {
    const { project, log } = await told("ok");
    const replay = async (from_sequence: number) => {
      const body = { from_sequence, to_sequence: Number.MAX_SAFE_INTEGER - 1 };
      return parsed(Replay, await ask(project, `${log}/replay`, body));
    };
    const end = { next_sequence: null, has_more: false };
    expect(await replay(2)).toMatchObject({ replayed: 4, ...end });
    expect(await replay(6)).toMatchObject({ replayed: 0, ...end });
    expect((await deliveriesOf(project)).map(({ replays }) => replays)).toEqual([0, 1, 1, 1, 1]);
    await homeDb()
      .prepare("UPDATE tallies SET event_sequence = 2000 WHERE project_id = ?")
      .bind(project.id)
      .run();
    const more = { next_sequence: 1_001, has_more: true };
    expect(await replay(1)).toMatchObject({ replayed: 5, ...more });
    expect(await replay(1_001)).toMatchObject({ replayed: 0, ...end });
  });

  it("200: of what was given up", async () => {
    const { project, log, sequences } = await told("500", ["A", "B", "C"]);
    await homeDb()
      .prepare(
        `UPDATE webhook_deliveries SET status = 'DEAD', due_at = NULL, attempts = 13
       WHERE project_id = ?1 AND sequence < 3`,
      )
      .bind(project.id)
      .run();
    const reply = await ask(project, `${log}/replay`, { status: "DEAD" });
    expect(parsed(Replay, reply)).toMatchObject({ replayed: 2, has_more: false });
    await deliver(project, quiet);
    expect((await sequences()).slice(3).sort()).toEqual([1, 2]);
    expect(await deliveriesOf(project)).toMatchObject([
      { status: "RETRYING", attempts: 1, replays: 1 },
      { status: "RETRYING", attempts: 1, replays: 1 },
      { status: "RETRYING", attempts: 1, replays: 0 },
    ]);
  });

  it.each([
    ["nothing", {}],
    ["the other way round", { from_sequence: 3, to_sequence: 2 }],
    ["no number", { from_sequence: "a", to_sequence: 2 }],
    ["a range and a status", { from_sequence: 1, to_sequence: 2, status: "DEAD" }],
    ["half a range and a status", { from_sequence: 1, status: "DEAD" }],
    ["another status", { status: "SUCCEEDED" }],
  ])("400: %s", async (_, body) => {
    const { project, log } = await told("ok", ["A"]);
    const before = await deliveriesOf(project);
    const { details } = failure(await project.post(`${log}/replay`, body), 400, "invalid_payload");
    expect(details).toMatch(/^(Payload|Property \.\w+) must /);
    expect(await deliveriesOf(project)).toEqual(before);
  });
});

describe("a sample", () => {
  it("200: tells the newest event of its kind, signed, and leaves no trace", async () => {
    const { project, hook, receiver } = await told("ok", ["A", "B"]);
    const before = [await deliveriesOf(project), await rowsOf("outbox", project.id)];
    const reply = await project.post(`${hooksOf(project)}/${hook.id}/test`, {});
    const answer = parsed(WebhookTest, reply);
    expect(answer).toMatchObject({ type: "voucher.created", delivered: true, status: 200 });
    const message = (await receiver.received()).at(-1);
    if (!message) throw new Error("a sample came");
    const sample = verified(project.webhookSecret, message);
    expect(sample).toMatchObject({ id: answer.id, sequence: 0, data: { voucher: { code: "B" } } });
    expect(sample.event).toMatchObject({ id: expect.stringMatching(/^evtest_/) });
    const real = (await rowsOf("outbox", project.id)).map(({ id }) => id);
    expect(real).not.toContain(sample.event.id);
    expect([await deliveriesOf(project), await rowsOf("outbox", project.id)]).toEqual(before);
  });

  it("200: of what has not happened yet, to a receiver that fails", async () => {
    const project = await newProject();
    const receiver = newReceiver("503");
    const events = ["voucher.created", "customer.created"];
    const hook = await newHook(project, { target_url: receiver.url, events, active: false });
    const path = `${hooksOf(project)}/${hook.id}/test`;
    const answer = parsed(WebhookTest, await project.post(path, { event: "customer.created" }));
    expect(answer).toMatchObject({ delivered: false, status: 503, cause: "http_status" });
    const [message] = await receiver.received();
    if (!message) throw new Error("a sample came");
    expect(verified(project.webhookSecret, message)).toMatchObject({
      type: "customer.created",
      data: {},
      sequence: 0,
    });
  });

  it("400: of a kind that the webhook did not ask for", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    const path = `${hooksOf(project)}/${hook.id}/test`;
    failure(await project.post(path, { event: "customer.created" }), 400, "invalid_payload");
    expect(await receiver.received()).toEqual([]);
  });
});

describe("GET /v1/event-feed", () => {
  it("200: all events after a number, in the envelope of webhooks", async () => {
    const { project, receiver } = await told("ok");
    const first = parsed(EventFeed, await project.get("/v1/event-feed?limit=2"));
    expect(first.data.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(first.has_more).toBe(true);
    const rest = parsed(EventFeed, await project.get("/v1/event-feed?after=2&limit=100"));
    expect(rest.data.map(({ sequence }) => sequence)).toEqual([3, 4, 5]);
    expect(rest.has_more).toBe(false);
    const messages = await receiver.received();
    const delivered = messages.map((each) => verified(project.webhookSecret, each));
    const one = delivered.find(({ sequence }) => sequence === 1);
    const { id: _, source: _source, ...shared } = one;
    expect(first.data[0]).toMatchObject(shared);
    expect(first.data[0]?.source).toEqual({ id: null, object: "event_feed", target_url: null });
    expect(first.data[0]?.id).toBe(one.event.id);
    expect(rest.data.map(({ data }) => data)).toEqual(
      (await eventsOf(project.id)).slice(2).map(({ data }) => data),
    );
  });

  it("200: empty behind the last", async () => {
    const project = await newProject();
    const feed = parsed(EventFeed, await project.get("/v1/event-feed?after=5"));
    expect(feed).toEqual({ object: "list", data_ref: "data", data: [], has_more: false });
    failure(await project.get("/v1/event-feed?limit=101"), 400, "invalid_query_params");
    failure(await project.get("/v1/event-feed?after=-1"), 400, "invalid_query_params");
  });
});
