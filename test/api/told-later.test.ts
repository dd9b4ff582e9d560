import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { tellJob } from "../../src/async/jobs/tell";
import type { DayMove } from "../../src/commit/days";
import { cursorListOf } from "../../src/http/page";
import { Activity } from "../../src/resources/events/schema";
import { countLater } from "../../src/scope/counts";
import { tellLater } from "../../src/scope/tell-later";
import { costOf, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { PATIENCE } from "../support/patience";
import { campaign, publish } from "../support/publishing";
import { redeem, redeemables, voucher } from "../support/redeeming";
import { replacing } from "../support/replacing";

const List = cursorListOf(Activity);

const activity = async (project: TestProject) =>
  parsed(List, await project.get("/v1/customers/jane/activity")).data;

const JANE = { source_id: "jane" };

async function shop() {
  const project = await newProject();
  const { body } = await project.post("/v1/customers", JANE);
  await voucher(project, "GOOD");
  await voucher(project, "USED", { redemption: { quantity: 0 } });
  return { project, jane: body.id };
}

const validate = (project: TestProject, codes: string[], customer: object | null = JANE) =>
  project.post("/v1/validations", {
    redeemables: codes.flatMap((each) => redeemables(each)),
    customer,
  });

/** A queue that does not answer, whether it takes messages or not. */
const refusing = (takes: boolean) => ({
  ...env,
  JOBS: replacing(env.JOBS, {
    sendBatch: async (batch: Iterable<MessageSendRequest>) => {
      if (takes) await env.JOBS.sendBatch(batch);
      throw new Error("the queue did not answer");
    },
  }),
});

/** What is told of a validation at that moment (epoch milliseconds). */
const succeeded = (customer_id: string, now: number) => ({
  kind: "customer.validation.succeeded" as const,
  entity_id: "valid_1",
  customer_id,
  data: {
    validation: {
      id: "valid_1",
      status: "VALID" as const,
      created_at: new Date(now).toISOString(),
      customer_id,
      redeemables: [{ id: "GOOD", type: "voucher" }],
      skipped_redeemables: [],
      inapplicable_redeemables: [],
    },
  },
});

const isValidation = ({ kind }: Record<string, unknown>): boolean =>
  String(kind).includes("validation");

/** How many validations these events tell of. */
const toldOf = (events: Awaited<ReturnType<typeof eventsOf>>): number =>
  events.filter(isValidation).reduce((sum, { data }) => sum + (data.validation.count ?? 1), 0);

const untilTold = (project: TestProject, kinds: string[]) =>
  expect
    .poll(async () => (await activity(project)).map(({ type }) => type).sort())
    .toEqual([...kinds, "customer.created"].sort());

describe("a validation for a known customer", () => {
  it("stands in the activity once its answer has left, and costs it nothing", async () => {
    const { project, jane } = await shop();
    const [good, bad] = [
      await validate(project, ["GOOD"]),
      await validate(project, ["USED", "GOOD"]),
    ];
    expect(costOf(good)).toMatchObject({ roundTrips: 1, written: 0 });
    await untilTold(project, ["customer.validation.succeeded", "customer.validation.failed"]);
    const all = await activity(project);
    const [told] = all.filter(({ type }) => type === "customer.validation.succeeded");
    expect(told?.group_id).toBe(good.headers.get("x-request-id"));
    expect(told?.data.event_source).toMatchObject({
      channel: "API",
      api_key: { app_id: project.server["x-app-id"] },
    });
    expect(told?.data.data).toMatchObject({
      customer: { id: jane },
      validation: {
        id: good.body.id,
        status: "VALID",
        customer_id: jane,
        redeemables: [{ id: "GOOD", type: "voucher" }],
        skipped_redeemables: [],
        inapplicable_redeemables: [],
      },
    });
    const [failed] = all.filter(({ type }) => type === "customer.validation.failed");
    expect(failed?.data.data).toMatchObject({
      validation: {
        id: bad.body.id,
        status: "INVALID",
        inapplicable_redeemables: [{ id: "USED", type: "voucher" }],
        reasons: [{ key: "quantity_exceeded", count: 1 }],
      },
    });
    const sequences = (await rowsOf("outbox", project.id)).map(({ sequence }) => Number(sequence));
    expect(sequences.sort((a, b) => a - b)).toEqual(sequences.map((_, at) => at + 1));
  });

  it("is told once, also when the queue delivers it again", async () => {
    const { project, jane } = await shop();
    await validate(project, ["GOOD"]);
    await untilTold(project, ["customer.validation.succeeded"]);
    const [event] = (await eventsOf(project.id)).filter(({ kind }) => kind.includes("validation"));
    const told = {
      event: {
        kind: event?.kind,
        entity_id: event?.entity_id,
        customer_id: jane,
        data: { validation: event?.data.validation },
      },
      caller: { family: "server", name: null, app_id: "app" },
      request_id: "v-1",
      now: Date.now(),
    };
    const message = {
      job: "tell",
      project_id: project.id,
      id: crypto.randomUUID(),
      told: [told, { ...told, request_id: "v-2" }],
    };
    const others = await rowsOf("outbox", project.id);
    for (let delivery = 0; delivery < 3; delivery++) await tellJob(env, message);
    const [one, two] = (await rowsOf("outbox", project.id)).slice(others.length);
    expect(one).toMatchObject({ group_id: "v-1", created_at: new Date(told.now).toISOString() });
    expect(two).toMatchObject({ group_id: "v-2", sequence: Number(one?.sequence) + 1 });
    const kinds = (await activity(project)).map(({ type }) => type);
    expect(kinds.filter((each) => each === "customer.validation.succeeded")).toHaveLength(3);
  });

  it("is told once when the queue takes messages again, also what it took of those it refused", async () => {
    const { project, jane } = await shop();
    let later: Promise<unknown> = Promise.resolve();
    const ctx = { waitUntil: (work: Promise<unknown>) => (later = work) };
    const told = (request_id: string) => ({
      event: succeeded(jane, Date.now()),
      caller: { family: "server" as const, name: null, app_id: "a" },
      request_id,
      now: Date.now(),
    });
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const [takes, request_id] of [
      [false, "v-1"],
      [true, "v-2"],
    ] as const) {
      tellLater(refusing(takes), ctx, project.id, told(request_id));
      await later;
    }
    expect(log).toHaveBeenCalledTimes(2);
    log.mockRestore();
    tellLater(env, ctx, project.id, told("v-3"));
    await later;
    const groups = async () =>
      (await rowsOf("outbox", project.id)).filter(isValidation).map(({ group_id }) => group_id);
    await expect.poll(async () => new Set(await groups()).size).toBe(3);
    await scheduler.wait(500);
    expect((await groups()).sort()).toEqual(["v-1", "v-2", "v-3"]);
  });

  it("is told whole of a burst, though customers are large", async () => {
    const { project } = await shop();
    await project.put("/v1/customers/jane", { metadata: { note: "x".repeat(60_000) } });
    await Promise.all(Array.from({ length: 90 }, () => validate(project, ["GOOD"])));
    await expect.poll(async () => toldOf(await eventsOf(project.id)), PATIENCE).toBe(90);
  });

  it("costs less than a fifth of a row at ten a second: 600 are counted, with what kept them out", async () => {
    const { project, jane } = await shop();
    await voucher(project, "OFF", { active: false });
    const before = (await rowsOf("outbox", project.id)).length;
    const asked = Array.from({ length: 600 }, (_, at) => ["GOOD", "USED", "OFF", "GOOD"][at % 4]);
    const since = Date.now();
    for (let at = 0; at < asked.length; at += 20) {
      await Promise.all(asked.slice(at, at + 20).map((code) => validate(project, [code ?? ""])));
    }
    await expect.poll(async () => toldOf(await eventsOf(project.id)), PATIENCE).toBe(600);
    const all = async () => {
      const [total] = (await rowsOf("tallies", project.id)).map((row) => row.event_sequence);
      const [day] = await rowsOf("project_days", project.id);
      return { total, day: [day?.validations_succeeded, day?.validations_failed] };
    };
    await expect.poll(async () => (await all()).day, PATIENCE).toEqual([300, 300]);
    const told = (await eventsOf(project.id)).filter(isValidation).map(({ data }) => data);
    const reasons = new Map<string, number>();
    for (const { validation } of told) {
      expect(validation.customer_id).toBe(jane);
      expect(Date.parse(validation.since)).toBeGreaterThanOrEqual(since - 1);
      for (const { key, count } of validation.reasons ?? []) {
        reasons.set(key, (reasons.get(key) ?? 0) + count);
      }
    }
    expect(Object.fromEntries(reasons)).toEqual({ quantity_exceeded: 150, voucher_disabled: 150 });
    // An event is a row and one of its index; a message the row and index of its id, and the tally
    // or the day that it moves.
    const messages = (await rowsOf("idempotency_keys", project.id)).length;
    const events = (await rowsOf("outbox", project.id)).length - before;
    expect(2 * events + 3 * messages).toBeLessThanOrEqual(120);
  });

  it("leaves nothing of a customer who is deleted meanwhile", async () => {
    const { project, jane } = await shop();
    const event = {
      kind: "customer.validation.succeeded",
      entity_id: "valid_1",
      customer_id: jane,
      data: { validation: {} },
    };
    const told = [
      { event, caller: { family: "server", name: null, app_id: "a" }, request_id: "v-1", now: 0 },
    ];
    await project.delete("/v1/customers/jane");
    const before = await rowsOf("outbox", project.id);
    await tellJob(env, { job: "tell", project_id: project.id, id: crypto.randomUUID(), told });
    expect(await rowsOf("outbox", project.id)).toEqual(before);
  });

  it("keeps nothing else out of an activity by dates, though it is told minutes later", async () => {
    const { project, jane } = await shop();
    expect((await redeem(project, "GOOD", { customer: JANE })).status).toBe(200);
    const before = await rowsOf("outbox", project.id);
    const at = String(before.at(-1)?.created_at);
    const now = Date.parse(at) - 180_000;
    const event = succeeded(jane, now);
    const caller = { family: "server", name: null, app_id: "a" };
    const late = { event, caller, request_id: "v-1", now };
    // As many as there are before: among them is the number in the middle, which is tried first.
    const told = before.map(() => late);
    const started = Date.now();
    await tellJob(env, { job: "tell", project_id: project.id, id: crypto.randomUUID(), told });
    const found = await project.get(`/v1/customers/jane/activity?start_date=${at}`);
    const types = parsed(List, found).data.map(({ type }) => type);
    expect(types).toContain("customer.redemption.succeeded");
    expect(types).not.toContain("customer.validation.succeeded");
    const times = (await rowsOf("outbox", project.id))
      .filter(isValidation)
      .map(({ created_at }) => Date.parse(String(created_at)));
    expect(times).toHaveLength(before.length);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(started - 60_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.now() - 60_000);
  });

  it("is told of nobody who is unknown, nor of one that a browser only names, nor of a dry run", async () => {
    const { project } = await shop();
    await validate(project, ["GOOD"], { source_id: "stranger" });
    await validate(project, ["GOOD"], null);
    await project.post("/client/v1/validations", {
      redeemables: redeemables("GOOD"),
      customer: JANE,
    });
    await project.post("/v1/validations", {
      redeemables: redeemables("GOOD"),
      customer: JANE,
      options: { as_of: "2027-01-01T00:00:00.000Z" },
    });
    // The last one comes behind all of them.
    await validate(project, ["GOOD"]);
    await untilTold(project, ["customer.validation.succeeded"]);
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });
});

it("a publication that failed stands in the activity", async () => {
  const { project } = await shop();
  await campaign(project, "Off", { active: 0, type: "AUTO_UPDATE" });
  expect((await publish(project, "jane", { campaign: "Off" })).status).toBe(400);
  const [failed] = await activity(project);
  expect(failed?.type).toBe("customer.publication.failed");
  expect(failed?.data.data).toMatchObject({
    customer: { source_id: "jane" },
    campaign: { name: "Off" },
    publication: {
      result: "FAILURE",
      failure_code: "no_voucher_suitable_for_publication",
      failure_message: "Couldn't find any voucher suitable for publication",
    },
  });
});

describe("what a summary counts of validations", () => {
  const day = "2026-06-15";
  const moves: DayMove[] = [{ campaign_id: null, counters: { validations_succeeded: 1 } }];

  it("is counted once when the queue takes messages again, also what it took of those it refused", async () => {
    const project = await newProject();
    const counted = async () =>
      (await rowsOf("project_days", project.id)).map((row) => row.validations_succeeded);
    let later: Promise<unknown> = Promise.resolve();
    const ctx = { waitUntil: (work: Promise<unknown>) => (later = work) };
    const owner = { projectId: project.id, day };
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    for (const takes of [false, true]) {
      countLater(refusing(takes), ctx, owner, moves);
      await expect(later).rejects.toThrow("the queue did not answer");
    }
    const lines = [1, 2].map((failed) =>
      JSON.stringify({ level: "error", job: "validations", failed }),
    );
    expect(log.mock.calls.flat()).toEqual(lines);
    log.mockRestore();
    countLater(env, ctx, owner, moves);
    await later;
    await expect.poll(counted).toEqual([3]);
    await scheduler.wait(500);
    expect(await counted()).toEqual([3]);
  });
});
