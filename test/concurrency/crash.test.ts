import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { runJobs } from "../../src/async/queue";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, dying, type Pauses, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";
import { parallel, redeem, redeemables, voucher } from "../support/redeeming";

const TABLES = [
  "customers",
  "idempotency_keys",
  "orders",
  "outbox",
  "redemptions",
  "tallies",
  "voucher_transactions",
  "vouchers",
];

/** Everything that a project has written, so that "nothing changed" can be said of all of it. */
const everything = (project: TestProject) =>
  Promise.all(TABLES.map((table) => rowsOf(table, project.id)));

const key = { "idempotency-key": "checkout-1" };
const LOAD = 1;
const COMMIT = 2;

const redemption = {
  path: "/v1/redemptions",
  headers: key,
  body: {
    redeemables: [...redeemables("CODE"), ...redeemables("CARD", 300)],
    order: { source_id: "cart", amount: 1000, items: [{ source_id: "sku", amount: 1000 }] },
    customer: { source_id: "alice", name: "Alice" },
  },
};

const deaf = DEAF_QUEUES;

/** A shop with a voucher and a gift card. Nobody has rung for its events, and its key is warm. */
async function shop(): Promise<TestProject> {
  const project = await newProject();
  const create = (body: unknown) => sendPausing(project, { path: "/v1/vouchers", body }, {}, deaf);
  await create({
    code: "CODE",
    discount: { type: "AMOUNT", amount_off: 100 },
    redemption: { quantity: 1 },
  });
  await create({ code: "CARD", gift: { amount: 1000 } });
  return project;
}

async function rollbackOf(project: TestProject) {
  const { path, body } = redemption;
  const redeemed = await sendPausing(project, { path, body }, {}, deaf);
  expect(redeemed.status).toBe(200);
  return {
    path: `/v1/redemptions/${redeemed.body.parent_redemption.id}/rollbacks`,
    headers: key,
    body: {},
  };
}

/** How many of its events nobody took up so far. */
async function pending(project: TestProject): Promise<number> {
  const [tally] = await rowsOf("tallies", project.id);
  return Number(tally?.event_sequence) - Number(tally?.events_taken);
}

const requests = [
  { name: "a redemption", prepare: async () => redemption, told: 4 },
  { name: "a rollback", prepare: rollbackOf, told: 3 },
];

describe.each(requests)("$name that dies", ({ prepare, told }) => {
  let project: TestProject;
  let request: Awaited<ReturnType<typeof prepare>>;
  let before: Awaited<ReturnType<typeof everything>>;

  beforeEach(async () => {
    project = await shop();
    request = await prepare(project);
    before = await everything(project);
  });

  const die = async (pauses: Pauses) => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {});
    const reply = await sendPausing(project, request, pauses, deaf);
    expect(reply.status).toBe(500);
    expect(reply.body.key).toBe("internal_error");
    expect(log).toHaveBeenCalledTimes(1);
    log.mockRestore();
  };

  it.each([
    ["before", LOAD],
    ["after", LOAD],
    ["before", COMMIT],
  ] as const)("%s batch %i: nothing is written", async (moment, batch) => {
    await die(dying(moment, batch));
    expect(await everything(project)).toEqual(before);
    const retried = await sendPausing(project, request, {}, deaf);
    expect(retried.status).toBe(200);
    expect(retried.batches).toBe(COMMIT);
    await expectSound(project.id);
  });

  it("between any two statements of its commit: nothing is written", async () => {
    const broken = homeDb().prepare("SELECT json('{')");
    let statements = 1;
    for (let at = 0; at <= statements; at++) {
      await die({
        alter: (batch, all) => {
          if (batch !== COMMIT) return all;
          statements = all.length;
          return all.toSpliced(at, 0, broken);
        },
      });
      expect(await everything(project)).toEqual(before);
    }
    expect(statements).toBeGreaterThan(8);
    await expectSound(project.id);
  });

  it("after its commit: all of it is there, and a retry with the same key replays the answer", async () => {
    await die(dying("after", COMMIT));
    const [stored] = await rowsOf("idempotency_keys", project.id);
    const events = (await rowsOf("outbox", project.id)).length - (before[3]?.length ?? 0);
    expect(events).toBe(told);
    await expectSound(project.id);
    const after = await everything(project);
    const replayed = await sendPausing(project, request, {}, deaf);
    expect(replayed.status).toBe(200);
    expect(replayed.headers.get("idempotent-replayed")).toBe("true");
    expect(replayed.body).toEqual(JSON.parse(String(stored?.body)));
    expect(await everything(project)).toEqual(after);
  });

  it("before the bell is rung: the sweep finds the events and the consumer takes them up", async () => {
    await die(dying("after", COMMIT));
    expect(await pending(project)).toBeGreaterThanOrEqual(told);
    const rung: unknown[] = [];
    const listening = {
      ...env,
      JOBS: {
        sendBatch: async (all: { body: unknown }[]) => rung.push(...all.map(({ body }) => body)),
      },
    } as unknown as typeof env;
    await sweep(listening, Date.now(), undefined, homeName());
    expect(rung).not.toContainEqual({ job: "outbox", project_id: project.id });
    await sweep(listening, Date.now() + 60_000, undefined, homeName());
    expect(rung).toContainEqual({ job: "outbox", project_id: project.id });
    // A turn ends when its listeners have had their share; what is left goes on behind it.
    for (let turn = 0; turn < 10 && (await pending(project)) > 0; turn++) {
      await consume([{ job: "outbox", project_id: project.id }]);
    }
    expect(await pending(project)).toBe(0);
    await expectSound(project.id);
  });
});

/** Delivers messages to the consumer and answers what it did with each. */
async function consume(bodies: unknown[]) {
  const batch = createMessageBatch(
    "vouchsafe-jobs",
    bodies.map((body, at) => ({ id: `message-${at}`, timestamp: new Date(), attempts: 1, body })),
  );
  await runJobs(batch, env);
  return getQueueResult(batch, createExecutionContext());
}

describe("the consumer", () => {
  it("delivered twice, also at once: nothing changes the second time", async () => {
    const project = await shop();
    const message = { job: "outbox", project_id: project.id };
    await consume([message]);
    const once = await rowsOf("tallies", project.id);
    expect(once[0]?.events_taken).toBe(2);
    expect(await pending(project)).toBe(0);
    await Promise.all([consume([message, message]), consume([message])]);
    expect(await rowsOf("tallies", project.id)).toEqual(once);
  });

  it("acknowledges one message at a time: a bad one is tried again alone", async () => {
    const project = await shop();
    vi.spyOn(console, "error").mockImplementationOnce(() => {});
    const result = await consume([{ job: "unknown" }, { job: "outbox", project_id: project.id }]);
    expect(result.explicitAcks).toEqual(["message-1"]);
    expect(result.retryMessages).toMatchObject([{ msgId: "message-0" }]);
  });

  it("hears of events through the real queue", async () => {
    const project = await newProject();
    await voucher(project, "HEARD");
    await expect.poll(() => pending(project)).toBe(0);
  });
});

describe("the outbox", () => {
  it("100 mixed writes in two projects at once: numbered without gaps in each", async () => {
    const [one, two] = await Promise.all([shop(), shop()]);
    await parallel(100, async (at) => {
      const project = at % 2 === 0 ? one : two;
      if (at % 5 === 0) return voucher(project, `NEW-${at}`);
      if (at % 5 === 1) return redeem(project, "CODE", { customer: { source_id: `c-${at}` } });
      if (at % 5 === 2) return project.post("/v1/vouchers/CARD/balance", { amount: 1 });
      if (at % 5 === 3) return project.post("/v1/vouchers/CODE/enable");
      return redeem(project, "CARD", { order: { source_id: "cart", amount: 10 } });
    });
    for (const project of [one, two]) {
      const sequence = (await rowsOf("outbox", project.id)).map((row) => Number(row.sequence));
      expect(sequence).toEqual(sequence.map((_, at) => at + 1));
      expect(sequence.length).toBeGreaterThan(20);
    }
    await expectSound(one.id, two.id);
  });
});
