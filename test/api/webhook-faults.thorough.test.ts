import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { fanOutJob } from "../../src/async/jobs/fan-out";
import { laneJob } from "../../src/async/jobs/lane";
import { callLanes } from "../../src/async/sweeps/webhooks";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF, DEAF_QUEUES, dying, pausing, sendUnheard } from "../support/faults";
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
import type { Received } from "../support/receiver";

const quiet = { ...env, ...DEAF_QUEUES };
const EVENTS = 40;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Vouchers of whose events no queue hears: as when the worker ends after its commit. */
const effects = (project: TestProject, count = EVENTS): Promise<void> => {
  const codes = Array.from({ length: count }, (_, at) => `C${at}`);
  const body = { gift: { amount: 100 } };
  return sendUnheard(
    project,
    codes.map((code) => ({ path: `/v1/vouchers/${code}`, body })),
  );
};

/** What is held by workers that have ended is free again. */
async function letGo(project: TestProject) {
  await homeDb()
    .prepare(
      "UPDATE webhook_lanes SET leased_until = '2000-01-01' WHERE project_id = ? AND lease IS NOT NULL",
    )
    .bind(project.id)
    .run();
  await makeDue(project);
}

/** Numbers that came, each of them under one id. */
function numbersOf(project: TestProject, received: readonly Received[]): number[] {
  const ids = new Map<number, Set<string>>();
  for (const message of received) {
    const { id, sequence } = verified(project.webhookSecret, message);
    expect(message.headers["webhook-id"]).toBe(id);
    ids.set(sequence, (ids.get(sequence) ?? new Set()).add(id));
  }
  for (const known of ids.values()) expect(known.size).toBe(1);
  return [...ids.keys()].sort((a, b) => a - b);
}

const ALL = Array.from({ length: EVENTS }, (_, at) => at + 1);
const messagesOf = async (project: TestProject) =>
  (await rowsOf("webhook_lanes", project.id)).map(({ webhook_id, lane }) => ({
    job: "lane",
    project_id: project.id,
    webhook_id,
    lane,
  }));

describe("every event comes at least once, under one id", () => {
  it("where the worker ends between its commit and the queue: the sweep finds it", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project);
    await homeDb()
      .prepare("UPDATE outbox SET created_at = '2026-01-01' WHERE project_id = ?")
      .bind(project.id)
      .run();
    // The listeners have come to all of it: nobody but the webhook's own sweep asks for it.
    await homeDb()
      .prepare("UPDATE tallies SET events_taken = event_sequence WHERE project_id = ?")
      .bind(project.id)
      .run();
    await sweep(env, Date.now(), undefined, homeName());
    const come = async () => numbersOf(project, await receiver.received());
    await expect.poll(come).toEqual(ALL);
  });

  it("where the message of a lane is lost: the sweep calls it", async () => {
    const project = await newProject();
    const receiver = newReceiver("500x1");
    await newHook(project, { target_url: receiver.url });
    await effects(project, 1);
    await deliver(project, quiet);
    expect(await deliveriesOf(project)).toMatchObject([{ status: "RETRYING" }]);
    await homeDb().batch(
      ["webhook_deliveries", "webhook_lanes"].map((table) =>
        homeDb()
          .prepare(
            `UPDATE ${table} SET due_at = '2026-01-01' WHERE project_id = ? AND due_at IS NOT NULL`,
          )
          .bind(project.id),
      ),
    );
    await sweep(env, Date.now(), undefined, homeName());
    const status = async () => (await deliveriesOf(project))[0]?.status;
    await expect.poll(status).toBe("SUCCEEDED");
  });

  it("where more lanes than a sweep calls find no worker: they stand in nobody's way", async () => {
    const project = await newProject();
    const receiver = newReceiver("500");
    await newHook(project, { target_url: receiver.url });
    await effects(project, 1);
    await fanOutJob(quiet, { job: "fan-out", project_id: project.id });
    const due =
      "UPDATE webhook_lanes SET due_at = '2026-01-02' WHERE project_id = ? AND due_at > ''";
    await homeDb().prepare(due).bind(project.id).run();
    // Longer than anybody, lanes wait of a project that is gone.
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
       INSERT INTO webhook_lanes (project_id, webhook_id, lane, due_at)
       SELECT 'proj_gone', printf('wh_%d', i), 0, '2026-01-01' FROM n`,
      )
      .run();
    const sendBatch = vi.spyOn(DEAF, "sendBatch");
    try {
      for (const minute of [0, 1]) {
        await sweep(quiet, Date.now() + minute * 60_000, [callLanes], homeName());
      }
    } finally {
      await homeDb().prepare("DELETE FROM webhook_lanes WHERE project_id = 'proj_gone'").run();
    }
    const told = sendBatch.mock.calls.flatMap(([messages]) => [...messages]);
    const own = told.map(({ body }) => body);
    expect(own).toContainEqual(expect.objectContaining({ job: "lane", project_id: project.id }));
  });

  it.each([
    ["before", 1],
    ["after", 1],
    ["before", 2],
    ["after", 2],
    ["before", 3],
    ["after", 3],
  ] as const)("where the database fails %s batch %i of a worker", async (moment, at) => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project);
    const failing = () => ({
      ...quiet,
      [homeName()]: pausing(homeDb(), dying(moment, at), { count: 0 }),
    });
    const fanOut = { job: "fan-out", project_id: project.id };
    await fanOutJob(failing(), fanOut).catch(() => undefined);
    for (const message of await messagesOf(project)) {
      await laneJob(failing(), message).catch(() => undefined);
    }
    await letGo(project);
    await deliver(project, quiet);
    expect(numbersOf(project, await receiver.received())).toEqual(ALL);
    const rows = await deliveriesOf(project);
    expect(rows.map(({ sequence }) => sequence)).toEqual(ALL);
    expect(rows.every(({ status }) => status === "SUCCEEDED")).toBe(true);
  });

  it("where the queue tells of everything three times and in no order: each is sent once", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await effects(project);
    const fanOut = () => fanOutJob(quiet, { job: "fan-out", project_id: project.id });
    const lanes = await messagesOf(project);
    const jobs = [...lanes, ...lanes, ...lanes].reverse().map((each) => () => laneJob(quiet, each));
    await Promise.all([fanOut, ...jobs, fanOut, fanOut, ...jobs].map((job) => job()));
    await deliver(project, quiet);
    const received = await receiver.received();
    expect(received).toHaveLength(EVENTS);
    expect(numbersOf(project, received)).toEqual(ALL);
  });

  it("where a worker that was thought dead comes back: what has arrived stays so", async () => {
    const project = await newProject();
    const receiver = newReceiver("slow-300");
    await newHook(project, { target_url: receiver.url });
    await effects(project, 1);
    const slow = deliver(project, quiet);
    await vi.waitFor(async () => expect(await receiver.received()).toHaveLength(1), PATIENCE);
    await letGo(project);
    await Promise.all([slow, deliver(project, quiet)]);
    const received = await receiver.received();
    expect(numbersOf(project, received)).toEqual([1]);
    expect(await deliveriesOf(project)).toMatchObject([{ status: "SUCCEEDED", due_at: null }]);
  });
});

it("secrets of projects and receivers stand in no log, answer or row", async () => {
  const lines: string[] = [];
  for (const name of ["log", "error", "warn"] as const) {
    vi.spyOn(console, name).mockImplementation((...parts) => {
      lines.push(parts.map(String).join(" "));
    });
  }
  const project = await newProject();
  const receiver = newReceiver("500");
  const custom_headers = { Authorization: "Bearer s3cret-of-theirs" };
  const hook = await newHook(project, { target_url: receiver.url, custom_headers });
  await effects(project, 2);
  await deliver(project, quiet);
  const failing = { ...quiet, [homeName()]: pausing(homeDb(), dying("after", 1), { count: 0 }) };
  await makeDue(project);
  await deliver(project, failing).catch((error: unknown) => lines.push(String(error)));
  const base = `${hooksOf(project)}/${hook.id}`;
  const answers = [
    await project.post(`${base}/test`, {}),
    await project.get(base),
    await project.get(`${base}/deliveries`),
    await project.get("/v1/event-feed?limit=100"),
    await project.get(`/management/v1/projects/${project.id}/dead-jobs`),
  ];
  const tables = ["webhooks", "webhook_lanes", "webhook_deliveries", "dead_jobs", "outbox"];
  const rows = await Promise.all(tables.map((table) => rowsOf(table, project.id)));
  const text = JSON.stringify([lines, answers.map(({ body }) => body), rows]);
  expect(text).not.toContain("s3cret");
  expect(text).not.toContain(project.webhookSecret.slice("whsec_".length));
});
