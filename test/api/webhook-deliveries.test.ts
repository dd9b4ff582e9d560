import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { laneJob } from "../../src/async/jobs/lane";
import { fanOutLeft } from "../../src/async/sweeps/webhooks";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { fanOut } from "../../src/resources/webhooks/deliveries/fan-out-store";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { aged, archiveTo } from "../support/archiving";
import { DEAF, DEAF_QUEUES, pausing, sendPausing, sendUnheard } from "../support/faults";
import {
  deliver,
  deliveriesOf,
  hooksOf,
  makeDue,
  newHook,
  newReceiver,
  verified,
} from "../support/hooks";
import { PATIENCE } from "../support/patience";
import { homeDb, homeName } from "../support/places";

const quiet = { ...env, ...DEAF_QUEUES };

/** Makes vouchers, of whose events no queue hears. */
const effects = (project: TestProject, ...codes: string[]): Promise<void> =>
  sendUnheard(
    project,
    codes.map((code) => ({ path: `/v1/vouchers/${code}`, body: { gift: { amount: 100 } } })),
  );

/** Lets the project's first event happen again, until so many have. */
const happensAgain = ({ id }: TestProject, last: number) =>
  homeDb().batch([
    homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO outbox (project_id, sequence, id, kind, entity_id, group_id, source, data,
         created_at)
       SELECT project_id, i, id || i, kind, entity_id, group_id, source, data, created_at
       FROM n CROSS JOIN outbox WHERE project_id = ?1 AND sequence = 1`,
      )
      .bind(id, last),
    homeDb().prepare("UPDATE tallies SET event_sequence = ?2 WHERE project_id = ?1").bind(id, last),
  ]);

const fanOutOf = ({ id }: TestProject) =>
  writeBatch({ d1: homeDb(), cost: noCost() }, fanOut(id, new Date().toISOString()));

const toldTo = (project: TestProject, path: string, active: boolean) => ({
  method: "PUT",
  path,
  body: { active },
  headers: project.management,
});

describe("a delivery", () => {
  it("comes by itself within two seconds of its effect, signed", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    const made = await project.post("/v1/vouchers/ONE", { gift: { amount: 100 } });
    expect(made.status).toBe(200);
    const [message] = await vi.waitFor(async () => {
      const received = await receiver.received();
      expect(received).toHaveLength(1);
      return received;
    }, PATIENCE);
    if (!message) throw new Error("a message came");
    const told = verified(project.webhookSecret, message);
    expect(Object.keys(told)).toEqual([
      ...["id", "project_id", "created_at", "type", "data", "source", "event", "sequence"],
    ]);
    expect(told).toMatchObject({
      id: message.headers["webhook-id"],
      project_id: project.id,
      type: "voucher.created",
      source: { id: hook.id, object: "webhook", target_url: receiver.url },
      event: {
        type: "voucher.created",
        group_id: made.headers.get("x-request-id"),
        event_source: { channel: "API", api_key: { name: null } },
      },
      sequence: 1,
    });
    expect(told.id).toMatch(/^whs_[0-9a-f]{18}$/);
    expect(told.event.id).toMatch(/^evvou_[0-9a-f]{18}$/);
    const none = { object: "list", data_ref: "data", data: [], total: 0 };
    expect(told.data.voucher).toEqual({ ...made.body, validation_rules_assignments: none });
    expect(message.headers["content-type"]).toBe("application/json");
    const hmac = createHmac("sha256", project.webhookSecret).update(message.body).digest("hex");
    expect(message.headers["x-voucherify-signature"]).toBe(hmac);
  });

  it("is not believed with another secret, body, id or time", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    await deliver(project, quiet);
    const [message] = await receiver.received();
    if (!message) throw new Error("a message came");
    const { headers, body } = message;
    expect(() => verified(project.webhookSecret, message)).not.toThrow();
    const other = (await newProject()).webhookSecret;
    expect(() => verified(other, message)).toThrow();
    const wrong = [
      { headers, body: body.replace('"sequence":1', '"sequence":2') },
      { headers: { ...headers, "webhook-id": "whs_other" }, body },
      { headers: { ...headers, "webhook-timestamp": "1700000000" }, body },
    ];
    for (const each of wrong) expect(() => verified(project.webhookSecret, each)).toThrow();
  });

  it("is signed with both secrets after a rotation", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    const rotate = `/management/v1/projects/${project.id}/webhook-secret/rotate`;
    const { webhook_token } = (await project.post(rotate, {})).body;
    await effects(project, "ONE");
    await deliver(project, quiet);
    const [message] = await receiver.received();
    if (!message) throw new Error("a message came");
    expect(message.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    for (const secret of [webhook_token, project.webhookSecret]) {
      expect(verified(secret, message).sequence).toBe(1);
    }
    // A receiver of this signature learns the new secret within the 24 hours.
    const hmac = createHmac("sha256", project.webhookSecret).update(message.body).digest("hex");
    expect(message.headers["x-voucherify-signature"]).toBe(hmac);
  });

  it("carries the receiver's own headers, and is told in the spelling that was asked for", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, {
      target_url: receiver.url,
      events: ["voucher.gift.balance_added"],
      custom_headers: { Authorization: "Bearer theirs" },
    });
    await effects(project, "ONE");
    await sendPausing(
      project,
      { path: "/v1/vouchers/ONE/balance", body: { amount: 5 } },
      {},
      DEAF_QUEUES,
    );
    await deliver(project, quiet);
    const received = await receiver.received();
    expect(received).toHaveLength(1);
    for (const message of received) {
      expect(message.headers.authorization).toBe("Bearer theirs");
      const told = verified(project.webhookSecret, message);
      expect(told.type).toBe("voucher.gift.balance_added");
      expect(told.event.type).toBe("voucher.gift.balance_added");
      expect(told.data.balance).toMatchObject({ amount: 5, total: 105, balance: 105 });
    }
  });

  it("tells of some kinds also when they happened", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const events = ["business_validation_rule.created", "campaign.created"];
    await newHook(project, { target_url: receiver.url, events });
    const ask = (path: string, body: object) =>
      sendPausing(project, { path, body }, {}, DEAF_QUEUES);
    expect((await ask("/v1/validation-rules", { name: "Any", rules: {} })).status).toBe(200);
    const campaign = { name: "Some", voucher: { gift: { amount: 100 } } };
    expect((await ask("/v1/campaigns", campaign)).status).toBe(200);
    await deliver(project, quiet);
    const told = (await receiver.received()).map((each) => verified(project.webhookSecret, each));
    expect(told.map(({ type }) => type).sort()).toEqual(events);
    for (const { data, event } of told) expect(data.created_at).toBe(event.created_at);
  });

  it("is not made of what nobody asked for, nor of what happened before", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await effects(project, "BEFORE");
    await newHook(project, { target_url: receiver.url, events: ["voucher.deleted"] });
    await effects(project, "AFTER");
    await deliver(project, quiet);
    expect(await receiver.received()).toEqual([]);
    expect(await deliveriesOf(project)).toEqual([]);
    expect(await rowsOf("webhooks", project.id)).toMatchObject([{ taken: 2 }]);
  });

  it("is sent once, however often the queue says so", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project, "A", "B", "C");
    await Promise.all([deliver(project, quiet), deliver(project, quiet), deliver(project, quiet)]);
    await deliver(project, quiet);
    const told = (await receiver.received()).map((each) => verified(project.webhookSecret, each));
    expect(told.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 3]);
    expect(await deliveriesOf(project)).toMatchObject([
      { sequence: 1, status: "SUCCEEDED", attempts: 1, due_at: null, last_status: 200 },
      { sequence: 2, status: "SUCCEEDED", attempts: 1 },
      { sequence: 3, status: "SUCCEEDED", attempts: 1 },
    ]);
  });
});

describe("what happened while a webhook was active", () => {
  it("comes when it is active again, however soon it was not: what happened between does not", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    const path = `${hooksOf(project)}/${hook.id}`;
    const active = async (is: boolean) =>
      expect((await sendPausing(project, toldTo(project, path, is), {}, DEAF_QUEUES)).status).toBe(
        200,
      );
    await effects(project, "ONE", "TWO");
    await active(false);
    await effects(project, "BETWEEN");
    await active(true);
    await effects(project, "FOUR");
    await deliver(project, quiet);
    const told = (await receiver.received()).map((each) => verified(project.webhookSecret, each));
    expect(told.map(({ sequence }) => sequence).sort()).toEqual([1, 2, 4]);
  });

  it("comes by itself when it is active again", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    const path = `${hooksOf(project)}/${hook.id}`;
    await effects(project, "ONE");
    await sendPausing(project, toldTo(project, path, false), {}, DEAF_QUEUES);
    await project.put(path, { active: true });
    await expect.poll(async () => (await receiver.received()).length).toBe(1);
  });

  it.each([
    ["is not", { active: false }],
    ["asks for others", { events: ["voucher.deleted"] }],
  ])("comes however much was left when it %s", async (_, change) => {
    const project = await newProject();
    const hook = await newHook(project, { target_url: newReceiver().url });
    const last = 5_700;
    await effects(project, "ONE");
    await happensAgain(project, last);
    const path = `${hooksOf(project)}/${hook.id}`;
    const request = { method: "PUT", path, body: change, headers: project.management };
    expect((await sendPausing(project, request, {}, DEAF_QUEUES)).status).toBe(200);
    await effects(project, "AFTER");
    for (let at = 0; at <= last; at += 500) await fanOutOf(project);
    const rows = await deliveriesOf(project);
    expect(rows.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: last }, (_, at) => at + 1),
    );
    expect(await rowsOf("webhook_spans", project.id)).toEqual([]);
    // It stands where the project does: one that is active again has nothing left.
    expect(await rowsOf("webhooks", project.id)).toMatchObject([
      { taken: "active" in change ? last : last + 1 },
    ]);
  });

  it("is taken up by the sweep where its message was lost, and ends with the webhook", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    const path = `${hooksOf(project)}/${hook.id}`;
    await sendPausing(project, toldTo(project, path, false), {}, DEAF_QUEUES);
    expect(await rowsOf("webhook_spans", project.id)).toMatchObject([{ after: 0, until: 1 }]);
    await sweep(env, Date.now(), [fanOutLeft], homeName());
    const made = async () => (await deliveriesOf(project)).length;
    await expect.poll(made).toBe(1);
    await effects(project, "TWO");
    await sendPausing(project, toldTo(project, path, true), {}, DEAF_QUEUES);
    await effects(project, "THREE");
    await sendPausing(project, toldTo(project, path, false), {}, DEAF_QUEUES);
    expect(await rowsOf("webhook_spans", project.id)).toMatchObject([{ after: 2, until: 3 }]);
    expect((await project.delete(path)).status).toBe(204);
    expect(await rowsOf("webhook_spans", project.id)).toEqual([]);
  });

  it("is told as it was asked for then", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    const body = { events: ["voucher.deleted"] };
    await project.put(`${hooksOf(project)}/${hook.id}`, body);
    await deliver(project, quiet);
    expect(await receiver.received()).toHaveLength(1);
  });
});

it("lanes that have much to do call the one that found no slot", async () => {
  const project = await newProject();
  const busy = newReceiver("slow-100");
  for (const target_url of [busy.url, busy.url]) await newHook(project, { target_url });
  const { id } = await newHook(project, { target_url: newReceiver().url });
  await effects(project, "ONE");
  await happensAgain(project, 128);
  await fanOutOf(project);
  const lanes = (await rowsOf("webhook_lanes", project.id)).map(({ webhook_id, lane }) => ({
    ...{ job: "lane", project_id: project.id, webhook_id, lane },
  }));
  const sent = vi.spyOn(DEAF, "sendBatch");
  const all = lanes.filter(({ webhook_id }) => webhook_id !== id);
  const serving = all.map((message) => laneJob(quiet, message));
  const late = lanes.find(({ webhook_id }) => webhook_id === id);
  await laneJob(quiet, late);
  expect(sent).not.toHaveBeenCalled();
  await Promise.all(serving);
  const called = sent.mock.calls.flatMap(([messages]) => [...messages]).map(({ body }) => body);
  // On a slow machine the others' turns end before their work, and they call themselves, too.
  const toIt = called.filter((body) => Object(body).webhook_id === id);
  expect(toIt).toEqual([expect.objectContaining(late ?? {})]);
  sent.mockRestore();
  await laneJob(quiet, late);
  const rows = await deliveriesOf(project);
  const own = rows.filter(({ webhook_id, lane }) => webhook_id === id && lane === late?.lane);
  expect(own.map(({ status }) => status)).toEqual(Array(own.length).fill("SUCCEEDED"));
  expect(own.length).toBeGreaterThan(30);
});

/** The next failure of what is on its way is the last one. */
const failsLastNext = ({ id }: TestProject) =>
  homeDb()
    .prepare("UPDATE webhook_deliveries SET attempts = 12 WHERE project_id = ?1")
    .bind(id)
    .run();

describe("a receiver that fails", () => {
  it.each([
    ["500", { last_status: 500, last_cause: "http_status" }],
    ["404", { last_status: 404, last_cause: "http_status" }],
    ["redirect", { last_status: 302, last_cause: "redirect" }],
  ])("by %s is tried again in a minute, under the same id", async (answer, expected) => {
    const project = await newProject();
    const receiver = newReceiver(answer);
    const hook = await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    const before = Date.now();
    await deliver(project, quiet);
    const [failed] = await deliveriesOf(project);
    expect(failed).toMatchObject({ status: "RETRYING", attempts: 1, ...expected });
    const delay = Date.parse(String(failed?.due_at)) - before;
    expect(delay).toBeGreaterThanOrEqual(60_000);
    expect(delay).toBeLessThan(66_000 + 5_000);
    await deliver(project, quiet);
    expect((await deliveriesOf(project))[0]?.attempts).toBe(1);
    await project.put(`${hooksOf(project)}/${hook.id}`, { target_url: receiver.answering("ok") });
    await makeDue(project);
    await deliver(project, quiet);
    const received = await receiver.received();
    const ids = received.map(({ headers }) => headers["webhook-id"]);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await deliveriesOf(project)).toMatchObject([
      { status: "SUCCEEDED", attempts: 2, due_at: null, last_status: 200, last_cause: null },
    ]);
  });

  it("nine times by 500 has the event with the tenth", async () => {
    const project = await newProject();
    const receiver = newReceiver("500x9");
    await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    for (let attempt = 1; attempt <= 10; attempt++) {
      await deliver(project, quiet);
      await makeDue(project);
    }
    const received = await receiver.received();
    expect(received).toHaveLength(10);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect(await deliveriesOf(project)).toMatchObject([{ status: "SUCCEEDED", attempts: 10 }]);
  });

  it("thirteen times is told nothing more, until it is active again", async () => {
    const project = await newProject();
    const receiver = newReceiver("500");
    const hook = await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    for (let attempt = 1; attempt <= 13; attempt++) {
      expect(await rowsOf("webhooks", project.id)).toMatchObject([{ active: 1 }]);
      await deliver(project, quiet);
      await makeDue(project);
    }
    expect(await deliveriesOf(project)).toMatchObject([
      { status: "DEAD", attempts: 13, due_at: null },
    ]);
    const path = `${hooksOf(project)}/${hook.id}`;
    expect((await project.get(path)).body).toMatchObject({
      active: false,
      inactive_because: "RETRIES_EXHAUSTED",
    });
    const other = newReceiver();
    await newHook(project, { target_url: other.url });
    await effects(project, "MEANWHILE");
    await deliver(project, quiet);
    expect(await receiver.received()).toHaveLength(13);
    expect(await other.received()).toHaveLength(1);
    expect(await deliveriesOf(project)).toHaveLength(2);
    await project.put(path, { active: true, target_url: receiver.answering("ok") });
    await effects(project, "AFTER");
    await deliver(project, quiet);
    const last = (await receiver.received()).slice(13);
    expect(last.map((each) => verified(project.webhookSecret, each).sequence)).toEqual([3]);
  });

  it("by 410 is told nothing more at once; what waits for it goes on when it is active again", async () => {
    const project = await newProject();
    const receiver = newReceiver("500");
    const hook = await newHook(project, { target_url: receiver.url });
    const path = `${hooksOf(project)}/${hook.id}`;
    await effects(project, "ONE");
    await deliver(project, quiet);
    await project.put(path, { target_url: receiver.answering("410") });
    await effects(project, "TWO");
    await deliver(project, quiet);
    expect((await project.get(path)).body).toMatchObject({
      active: false,
      inactive_because: "TARGET_GONE",
    });
    await makeDue(project);
    await effects(project, "THREE");
    await deliver(project, quiet);
    expect(await receiver.received()).toHaveLength(2);
    expect(await deliveriesOf(project)).toMatchObject([
      { sequence: 1, status: "RETRYING" },
      { sequence: 2, status: "DEAD", last_status: 410, last_cause: "gone" },
    ]);
    await project.put(path, { active: true, target_url: receiver.answering("ok") });
    await deliver(project, quiet);
    expect(await deliveriesOf(project)).toMatchObject([
      { sequence: 1, status: "SUCCEEDED", attempts: 2 },
      { sequence: 2, status: "DEAD" },
    ]);
  });

  it("by 410 has what happened before it when it is active again, not what happened after", async () => {
    const project = await newProject();
    const receiver = newReceiver("410");
    const hook = await newHook(project, { target_url: receiver.url });
    const path = `${hooksOf(project)}/${hook.id}`;
    await effects(project, "ONE");
    await fanOutOf(project);
    await effects(project, "TWO");
    for (const { webhook_id, lane } of await rowsOf("webhook_lanes", project.id)) {
      await laneJob(quiet, { job: "lane", project_id: project.id, webhook_id, lane });
    }
    expect((await project.get(path)).body).toMatchObject({ inactive_because: "TARGET_GONE" });
    await effects(project, "THREE");
    await project.put(path, { active: true, target_url: receiver.answering("ok") });
    await deliver(project, quiet);
    expect(await deliveriesOf(project)).toMatchObject([
      { sequence: 1, status: "DEAD" },
      { sequence: 2, status: "SUCCEEDED" },
    ]);
  });

  it.each(["410", "500"])(
    "by %s says nothing of another target that the webhook has by then: that one is told",
    async (answer) => {
      const project = await newProject();
      const [old, other] = [newReceiver(answer), newReceiver()];
      const hook = await newHook(project, { target_url: old.url });
      const path = `${hooksOf(project)}/${hook.id}`;
      await effects(project, "ONE");
      await fanOutOf(project);
      await failsLastNext(project);
      let isMoved = false;
      const before = async () => {
        if (isMoved || (await old.received()).length === 0) return;
        isMoved = true;
        expect((await project.put(path, { target_url: other.url })).status).toBe(200);
      };
      const moving = { ...quiet, [homeName()]: pausing(homeDb(), { before }, { count: 0 }) };
      await deliver(project, moving);
      expect((await project.get(path)).body).toMatchObject({ active: true });
      await deliver(project, quiet);
      expect(await old.received()).toHaveLength(1);
      expect(await other.received()).toHaveLength(1);
      expect(await deliveriesOf(project)).toMatchObject([{ status: "SUCCEEDED" }]);
    },
  );

  it("whose webhook gets another target meanwhile is sent no more than what was taken up", async () => {
    const project = await newProject();
    const [old, other] = [newReceiver(), newReceiver()];
    const hook = await newHook(project, { target_url: old.url });
    await effects(project, "ONE");
    await happensAgain(project, 500);
    await fanOutOf(project);
    let isMoved = false;
    const before = async () => {
      if (isMoved || (await old.received()).length === 0) return;
      isMoved = true;
      await project.put(`${hooksOf(project)}/${hook.id}`, { target_url: other.url });
    };
    const moving = { ...quiet, [homeName()]: pausing(homeDb(), { before }, { count: 0 }) };
    const lane = { project_id: project.id, webhook_id: hook.id, lane: 0 };
    await laneJob(moving, { job: "lane", ...lane });
    expect(await old.received()).toHaveLength(60);
    const told = (await deliveriesOf(project)).filter(({ status }) => status === "SUCCEEDED");
    expect(told.length).toBeGreaterThan(60);
    expect(await other.received()).toHaveLength(told.length - 60);
  });

  it("by answering two megabytes has received: nothing of them is read", async () => {
    const project = await newProject();
    const receiver = newReceiver("large");
    await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    await deliver(project, quiet);
    expect(await deliveriesOf(project)).toMatchObject([{ status: "SUCCEEDED", last_status: 200 }]);
  });

  it("by saying nothing for ten seconds is tried again", async () => {
    const project = await newProject();
    const receiver = newReceiver("slow-12000");
    await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    await deliver(project, quiet);
    const [failed] = await deliveriesOf(project);
    expect(failed).toMatchObject({ status: "RETRYING", last_status: null, last_cause: "timeout" });
    expect(Number(failed?.last_ms)).toBeGreaterThanOrEqual(9_900);
    expect(Number(failed?.last_ms)).toBeLessThan(11_500);
  });

  it("of none whose event cannot be read: that one waits, and the others of its lane come", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE", "TWO", "THREE");
    await fanOutOf(project);
    const kind = (of: string) =>
      homeDb()
        .prepare("UPDATE outbox SET kind = ?2 WHERE project_id = ?1 AND sequence = 2")
        .bind(project.id, of)
        .run();
    await kind("of.another.version");
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await deliver(project, quiet);
    log.mockRestore();
    expect(await deliveriesOf(project)).toMatchObject([
      { status: "SUCCEEDED" },
      { status: "RETRYING", attempts: 1, last_status: null, last_cause: "event_unreadable" },
      { status: "SUCCEEDED" },
    ]);
    await kind("voucher.created");
    await makeDue(project);
    await deliver(project, quiet);
    const sequences = (await receiver.received()).map(({ body }) => JSON.parse(body).sequence);
    expect(sequences.sort()).toEqual([1, 2, 3]);
  });

  it("of none whose file of the archive is gone: those wait, and the others of their lane come", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE", "TWO", "THREE");
    await fanOutOf(project);
    await aged(project);
    await archiveTo(project, 2);
    const [file] = (await env.EXPORTS.list({ prefix: `events/${project.id}/` })).objects;
    await env.EXPORTS.delete(String(file?.key));
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await deliver(project, quiet);
    await deliver(project, quiet);
    // Of the feed it is a page that fails; one behind the file goes on.
    expect((await project.get("/v1/event-feed?after=1")).status).toBe(500);
    log.mockRestore();
    const { body: feed } = await project.get("/v1/event-feed?after=2");
    expect(feed.data.map(({ sequence }: { sequence: number }) => sequence)).toEqual([3]);
    const waits = { status: "RETRYING", attempts: 1, last_cause: "event_unreadable" };
    expect(await deliveriesOf(project)).toMatchObject([waits, waits, { status: "SUCCEEDED" }]);
    const sequences = (await receiver.received()).map(({ body }) => JSON.parse(body).sequence);
    expect(sequences).toEqual([3]);
  });

  it("for the last time, while it is replayed, is tried again all the same", async () => {
    const project = await newProject();
    const receiver = newReceiver("500x99");
    const hook = await newHook(project, { target_url: receiver.url });
    await effects(project, "ONE");
    await fanOutOf(project);
    await failsLastNext(project);
    let replayed = 0;
    const after = async () => {
      const [lane] = (await rowsOf("webhook_lanes", project.id)).filter(({ lease }) => lease);
      if (!lane || replayed > 0) return;
      const range = { from_sequence: 1, to_sequence: 1 };
      const path = `${hooksOf(project)}/${hook.id}/deliveries/replay`;
      replayed = (
        await sendPausing(
          project,
          { ...toldTo(project, path, true), method: "POST", body: range },
          {},
          DEAF_QUEUES,
        )
      ).body.replayed;
    };
    await deliver(project, { ...quiet, [homeName()]: pausing(homeDb(), { after }, { count: 0 }) });
    expect(replayed).toBe(1);
    const [again] = await deliveriesOf(project);
    expect(again).toMatchObject({ status: "PENDING", attempts: 0, due_at: expect.any(String) });
  });

  it("by a private address is not asked at all, where the deployment does not allow it", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await homeDb()
      .prepare("UPDATE webhooks SET target_url = ?2 WHERE project_id = ?1")
      .bind(project.id, "http://169.254.169.254/latest")
      .run();
    await effects(project, "ONE");
    await deliver(project, quiet);
    expect(await deliveriesOf(project)).toMatchObject([
      { status: "RETRYING", last_status: null, last_cause: "private_address", last_ms: 0 },
    ]);
  });
});
