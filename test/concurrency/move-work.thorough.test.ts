import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ACTIONS } from "../../src/async/actions";
import { ApiError } from "../../src/errors";
import { decodeAction } from "../../src/resources/async-actions/store";
import { moveOn } from "../../src/resources/management/moves/steps";
import { forgetProject } from "../../src/scope/credentials";
import { jobScope } from "../../src/scope/job-scope";
import { newProject, rowsOf, type TestProject } from "../support/api";
import {
  begun as beginExport,
  exported,
  finished,
  manifestOf,
  summed,
  visit,
} from "../support/exporting";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { campaign, codesOf, finish, start } from "../support/generating";
import { expectSound } from "../support/invariants";
import {
  arriveAndLeave,
  begun,
  bound,
  claimed,
  endMoves,
  release,
  seePlaces,
  stateIn,
} from "../support/moving";
import { homes, liveIn } from "../support/places";

liveIn("DB_1");
beforeAll(seePlaces);
beforeEach(endMoves);

const actionOf = async (project: TestProject, id: string) => {
  const row = (await rowsOf("async_actions", project.id)).find((each) => each.id === id);
  if (!row) throw new Error("the work is there");
  return decodeAction(row);
};

/** One step of background work; answers what became of it. */
async function stepped(project: TestProject, id: string, rows: number): Promise<string> {
  const of = { ...env, ...DEAF_QUEUES };
  const job = await jobScope(of, { projectId: project.id, requestId: "test", baseUrl: "" });
  const action = await actionOf(project, id);
  const kind = ACTIONS.find(({ type }) => type === action.type);
  if (!job || !kind) throw new Error("the work is of a project and a kind that there are");
  return kind.step(job.scope, action, rows).then(
    (after) => after?.status ?? "was overtaken",
    (error: unknown) => {
      if (error instanceof ApiError) return error.key;
      throw error;
    },
  );
}

/** What becomes of steps that are made in each phase of a move. */
const AMIDST = {
  CLEARING: "IN_PROGRESS",
  COPYING: "IN_PROGRESS",
  COMPARING: "IN_PROGRESS",
  CATCHING_UP: "IN_PROGRESS",
  "standing still": "project_moving",
};

/**
 * Moves a project to the third place, with one step of its background work in each phase, and lets
 * the work come to its end there.
 */
async function movedAmidst(project: TestProject, id: string, rows: number): Promise<void> {
  const told: Record<string, string> = {};
  const once = async (phase: string) => {
    if (phase in AMIDST) told[phase] ??= await stepped(project, id, rows);
  };
  const before = async () => {
    if ((await stateIn("DB_1", project)) === "FROZEN") await once("standing still");
  };
  await begun(project);
  for (let isMoving = true; isMoving; ) {
    const worker = await claimed(project, bound({ before }, ["DB_2"]));
    await once(worker.move.phase);
    await moveOn(worker, 100);
    isMoving = worker.move.status === "IN_PROGRESS";
    await release(project);
  }
  expect(told).toEqual(AMIDST);
  homes.set(project.id, "DB_2");
  forgetProject(project.id);
  const behind = await actionOf(project, id);
  expect(behind).toMatchObject({ status: "IN_PROGRESS" });
  expect(behind.cursor).toBeGreaterThanOrEqual(3);
  while ((await actionOf(project, id)).status !== "DONE") await stepped(project, id, rows);
}

describe("background work of a project that moves meanwhile", () => {
  it("an export: each row once, byte by byte as one that is made where the project then lives", async () => {
    const project = await newProject();
    const cards = await campaign(project, "Cards");
    await finish(project, await start(project, cards, 400));
    const body = { exported_object: "voucher", parameters: { fields: ["code", "id"] } };
    const id = await beginExport(project, body);
    const { async_action_id } = (await project.get(`/v1/exports/${id}`)).body;
    await movedAmidst(project, async_action_id, 1);
    const { status, result } = await finished(project, id);
    expect(status).toBe("DONE");
    const text = (await visit(result?.url ?? "")).body;
    expect(text.trimEnd().split("\r\n")).toHaveLength(401);
    expect(text).toBe(await exported(project, body));
    expect(await manifestOf(project, id)).toMatchObject(summed(text, 400));
    await arriveAndLeave(project);
    expect((await visit(result?.url ?? "")).body).toBe(text);
  });

  it("a generation: exactly as many codes, all different", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    await movedAmidst(project, await start(project, id, 1_200), 100);
    const codes = await codesOf(project, id);
    expect(codes).toHaveLength(1_200);
    expect(new Set(codes).size).toBe(1_200);
    const [row] = await rowsOf("campaigns", project.id);
    expect(row).toMatchObject({ vouchers_count: 1_200, vouchers_generation_status: "DONE" });
    await arriveAndLeave(project);
    await expectSound(project.id);
  });

  it("an import: each row once, and all of them", async () => {
    const project = await newProject();
    const rows = Array.from({ length: 300 }, (_, at) => ({
      code: `G${at}`,
      gift: { amount: 100 + at },
    }));
    const sent = { path: "/v1/vouchers/import", body: rows };
    const { body } = await sendPausing(project, sent, {}, DEAF_QUEUES);
    await movedAmidst(project, body.async_action_id, 50);
    const made = await rowsOf("vouchers", project.id);
    const byAmount = (amounts: unknown[]) => amounts.map(Number).sort((a, b) => a - b);
    expect(byAmount(made.map(({ balance }) => balance))).toEqual(
      rows.map(({ gift }) => gift.amount),
    );
    expect(await rowsOf("voucher_transactions", project.id)).toHaveLength(300);
    expect((await project.get("/v1/vouchers?limit=1")).body.total).toBe(300);
    await arriveAndLeave(project);
    await expectSound(project.id);
  });
});
