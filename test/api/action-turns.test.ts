import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { ACTIONS } from "../../src/async/actions";
import { actionJob } from "../../src/async/jobs/action";
import { noteBatch } from "../../src/db/pressure";
import type { Action } from "../../src/resources/async-actions/define";
import { codeGeneration } from "../../src/resources/campaigns/generate-step";
import { IMPORTS } from "../../src/resources/imports/step";
import { newProject, type TestProject } from "../support/api";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { actionOf, campaign, deliver, finish, start } from "../support/generating";
import { homeDb, homeName } from "../support/places";

/** A queue that notes of which work it was given messages. */
function noting() {
  const sent: string[] = [];
  const LONG_JOBS = {
    ...DEAF_QUEUES.LONG_JOBS,
    sendBatch: async (messages: Iterable<{ body: { action_id: string } }>) => {
      for (const { body } of messages) sent.push(body.action_id);
    },
  } as unknown as Queue;
  return { sent, LONG_JOBS };
}

/** Generations of so many codes each, which nobody carries on. */
async function generations(project: TestProject, counts: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, count] of counts.entries()) {
    ids.push(await start(project, await campaign(project, `C${at}`), count));
  }
  return ids;
}

const cursorOf = async (project: TestProject, id: string) => (await actionOf(project, id)).cursor;

/** As if the work had been asked for, or begun, so many minutes ago, and had not moved since. */
async function standStill(project: TestProject, id: string, minutes: number, isBegun: boolean) {
  // Of one moment: work whose two times differ has begun.
  const moved = Date.now() - minutes * 60_000;
  const [asked, begun] = [moved - 5, moved].map((at) => new Date(at).toISOString());
  await homeDb()
    .prepare(
      "UPDATE async_actions SET created_at = ?3, updated_at = ?4 WHERE project_id = ?1 AND id = ?2",
    )
    .bind(project.id, id, asked, isBegun ? begun : asked)
    .run();
}

describe("heavy work of one project", () => {
  it("is what makes or reads a file, or goes over a campaign", () => {
    const heavy = ACTIONS.filter(({ isHeavy }) => isHeavy).map(({ type }) => type);
    expect(heavy).toEqual([
      "EXPORT",
      "CAMPAIGN_VOUCHERS_GENERATION",
      "CAMPAIGN_DELETION",
      "CAMPAIGN_RESTORATION",
      "VOUCHERS_IMPORT",
      "CUSTOMERS_IMPORT",
      "PRODUCTS_IMPORT",
      "SKUS_IMPORT",
      "ORDERS_IMPORT",
      "CAMPAIGN_VOUCHERS_IMPORT",
    ]);
  });

  it("goes on two at a time; the third waits without a message and begins when one is over", async () => {
    const project = await newProject();
    const [first = "", second = "", third = "", fourth = ""] = await generations(
      project,
      [100, 100, 100, 100],
    );
    const queue = noting();
    await deliver(project, third, queue);
    await deliver(project, fourth, queue);
    expect(await cursorOf(project, third)).toBe(0);
    expect(await cursorOf(project, fourth)).toBe(0);
    expect(queue.sent).toEqual([]);
    await deliver(project, second, queue);
    expect(await actionOf(project, second)).toMatchObject({ status: "DONE", done: 100 });
    // The first is named, too: it has not begun, and whatever became of its message, it is next.
    expect(queue.sent).toEqual([first]);
    await deliver(project, first, queue);
    expect(queue.sent).toEqual([first, third]);
    await deliver(project, third, queue);
    await deliver(project, fourth, queue);
    expect(queue.sent).toEqual([first, third, fourth]);
    expect(await actionOf(project, fourth)).toMatchObject({ status: "DONE", done: 100 });
  });

  it("of another project does not wait for it, nor does what is not heavy", async () => {
    const [busy, other] = [await newProject(), await newProject()];
    const [, , waiting = ""] = await generations(busy, [100, 100, 100]);
    const [own = ""] = await generations(other, [100]);
    await finish(other, own);
    expect(await actionOf(other, own)).toMatchObject({ status: "DONE", done: 100 });
    const body = [{ source_id: "alice", metadata: { a: 1 } }];
    const path = "/v1/customers/bulk/async";
    const light = await sendPausing(busy, { path, body }, {}, DEAF_QUEUES);
    await finish(busy, light.body.async_action_id);
    expect(await actionOf(busy, light.body.async_action_id)).toMatchObject({ status: "DONE" });
    await deliver(busy, waiting);
    expect(await cursorOf(busy, waiting)).toBe(0);
  });

  it("waits for what was begun until it has not moved for ten minutes", async () => {
    const project = await newProject();
    const [first = "", second = "", third = ""] = await generations(project, [100, 100, 100]);
    await standStill(project, first, 9.9, true);
    await deliver(project, third);
    expect(await cursorOf(project, third)).toBe(0);
    await standStill(project, first, 10, true);
    await deliver(project, third);
    expect(await actionOf(project, third)).toMatchObject({ status: "DONE", done: 100 });
    expect(await cursorOf(project, second)).toBe(0);
  });

  it("goes on once it has begun, also where what was asked for before goes on again", async () => {
    const project = await newProject();
    const [first = "", second = "", third = ""] = await generations(project, [100, 100, 100]);
    const slow: Action = { ...codeGeneration, rows: { least: 10, most: 10 }, statements: 800 };
    for (const id of [first, second]) await standStill(project, id, 10, true);
    const queue = noting();
    await deliver(project, third, queue, [slow]);
    expect(await actionOf(project, third)).toMatchObject({ status: "IN_PROGRESS", done: 10 });
    for (const id of [first, second]) await standStill(project, id, 0, true);
    await deliver(project, third, queue, [slow]);
    expect(await actionOf(project, third)).toMatchObject({ status: "IN_PROGRESS", done: 20 });
    expect(queue.sent).toEqual([third, third]);
  });

  it("waits for what waits before it, however long a full queue has kept both", async () => {
    const project = await newProject();
    const ids = await generations(project, [100, 100, 100, 100]);
    for (const id of ids) await standStill(project, id, 60, false);
    const [first = "", , third = "", fourth = ""] = ids;
    for (const id of [fourth, third]) await deliver(project, id);
    expect(await Promise.all([third, fourth].map((id) => cursorOf(project, id)))).toEqual([0, 0]);
    await deliver(project, first);
    expect(await actionOf(project, first)).toMatchObject({ status: "DONE", done: 100 });
  });

  it("is begun once its turn has come, even where its first step fails", async () => {
    const project = await newProject();
    const [first = "", second = "", third = ""] = await generations(project, [100, 100, 100]);
    const fails: Action = {
      ...codeGeneration,
      step: () => Promise.reject(new Error("the step fails")),
    };
    await standStill(project, first, 10, false);
    await expect(deliver(project, first, {}, [fails])).rejects.toThrow("the step fails");
    const { created_at, updated_at } = await actionOf(project, first);
    expect(Date.parse(updated_at) - Date.parse(created_at)).toBeGreaterThan(600_000);
    // What is over calls the one that waits for its turn, not the one that goes on.
    const queue = noting();
    await deliver(project, second, queue);
    expect(queue.sent).toEqual([third]);
  });
});

describe("steps of background work in one place", () => {
  it.each([
    ["heavy", true],
    ["light", false],
  ])("go one at a time while others wait for it, whosesoever they are: %s", async (_, isHeavy) => {
    let [going, most] = [0, 0];
    // What was asked fades within seconds, and a busy machine takes some.
    const ask = () => {
      for (let at = 0; at < 1_000; at++) {
        noteBatch({ place: homeName() }, { took: 2, ran: 1, isRequest: true });
      }
    };
    const noted: Action = {
      ...codeGeneration,
      isHeavy,
      step: async (_scope, action) => {
        going += 1;
        most = Math.max(most, going);
        ask();
        await scheduler.wait(20);
        going -= 1;
        return { ...action, status: "DONE" };
      },
    };
    const projects = [await newProject(), await newProject(), await newProject()];
    const works = await Promise.all(
      projects.map(async (project) => ({ project, ids: await generations(project, [100]) })),
    );
    ask();
    const carriedOn = works.map(({ project, ids: [action_id] }) =>
      actionJob({ ...env, ...DEAF_QUEUES }, { project_id: project.id, action_id }, [noted]),
    );
    await Promise.all(carriedOn);
    expect(most).toBe(1);
  });
});

describe("how many rows a step takes", () => {
  it("is learnt for each stage of the work: what is quick to check may be slow to write", async () => {
    const project = await newProject();
    const [id = ""] = await generations(project, [100]);
    const taken: number[] = [];
    const staged: Action = {
      ...codeGeneration,
      rows: { least: 10, most: 1_000 },
      paceOf: () => (taken.length < 8 ? "checks of this test" : "writes of this test"),
      step: async (_scope, action, rows) => {
        taken.push(rows);
        return { ...action, status: taken.length === 9 ? "DONE" : "IN_PROGRESS" };
      },
    };
    while (taken.length < 9) await deliver(project, id, {}, [staged]);
    expect(taken[0]).toBe(10);
    // Seven steps doubled it, of which a twentieth is taken where others wait.
    expect(taken[7]).toBeGreaterThanOrEqual(50);
    expect(taken[8]).toBe(10);
  });

  it("is learnt by imports for their checks and their writes", async () => {
    const project = await newProject();
    const rows = [
      { code: "ROW", type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
    ];
    const asked = await sendPausing(
      project,
      { path: "/v1/vouchers/import", body: rows },
      {},
      DEAF_QUEUES,
    );
    const row = await actionOf(project, asked.body.async_action_id);
    const kind = IMPORTS.find(({ type }) => type === row.type);
    const state = JSON.parse(String(row.state));
    const input = JSON.parse(String(row.input));
    const paces = ["check", "write", "write"].map((phase) =>
      kind?.paceOf({ ...row, input, state: { ...state, phase } }),
    );
    expect(paces[0]).not.toBe(paces[1]);
    expect(paces[1]).toBe(paces[2]);
  });
});
