import { afterEach, describe, expect, it, vi } from "vitest";
import { codeGeneration } from "../../src/resources/campaigns/generate-step";
import { newProject, rowsOf } from "../support/api";
import { withBatch } from "../support/batches";
import { pausing } from "../support/faults";
import { actionOf, campaign, codesOf, finish, start } from "../support/generating";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";

afterEach(() => void vi.useRealTimers());

/** A step takes its turn, reads what it makes and writes it; two may share the time of a GET. */
const BATCHES_OF_STEP = 6;

/** The database, telling of each batch what it was and what it gave. */
const counting = (tell: (all: D1PreparedStatement[], results: D1Result[]) => void): D1Database =>
  withBatch(homeDb(), async <T>(all: D1PreparedStatement[]) => {
    const results = await homeDb().batch<T>(all);
    tell(all, results);
    return results;
  });

describe("while codes are made", () => {
  it("the campaign and the action tell how many there are, after each step", async () => {
    const project = await newProject();
    const id = await campaign(project, "Growing");
    const action = await start(project, id, 80_000);
    const seen: number[] = [];
    const after = async () => {
      const { count } = (await homeDb()
        .prepare(
          "SELECT count(*) AS count FROM vouchers WHERE project_id = ?1 AND campaign_id = ?2",
        )
        .bind(project.id, id)
        .first<{ count: number }>()) ?? { count: -1 };
      const shown = await project.get(`/v1/campaigns/${id}`);
      const told = await project.get(`/v1/async-actions/${action}`);
      expect(shown.body.vouchers_count).toBe(count);
      expect(told.body.counts).toEqual({ done: count, total: 80_000 });
      seen.push(count);
    };
    await finish(project, action, { [homeName()]: pausing(homeDb(), { after }, { count: 0 }) });
    expect(new Set(seen).size).toBeGreaterThan(3);
    expect(seen.at(-1)).toBe(80_000);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it("others are served: no GET waits for more than a step", async () => {
    const project = await newProject();
    const action = await start(project, await campaign(project, "Busy"), 100_000);
    await project.post("/v1/vouchers/SERVED", { discount: { type: "PERCENT", percent_off: 5 } });
    let [isOpen, batches] = [true, 0];
    const after = async () => {
      batches += 1;
    };
    const paused = pausing(homeDb(), { after }, { count: 0 });
    const work = finish(project, action, { [homeName()]: paused }).finally(() => {
      isOpen = false;
    });
    const passed: number[] = [];
    while (isOpen) {
      const from = batches;
      expect((await project.get("/v1/vouchers/SERVED")).status).toBe(200);
      passed.push(batches - from);
      await scheduler.wait(1);
    }
    await work;
    expect(passed.length).toBeGreaterThan(5);
    expect(Math.max(...passed)).toBeLessThanOrEqual(BATCHES_OF_STEP);
  });

  it("a campaign that is deleted gets no further code, and nothing of it is left", async () => {
    const project = await newProject();
    const id = await campaign(project, "Deleted");
    const action = await start(project, id, 80_000);
    let [made, deletion] = [0, ""];
    const after = async (batch: number) => {
      if (batch !== 2) return;
      made = (await actionOf(project, action)).done;
      const reply = await project.delete(`/v1/campaigns/${id}?force=true`);
      expect(reply.status).toBe(202);
      deletion = reply.body.async_action_id;
    };
    const DB = pausing(homeDb(), { after }, { count: 0 });
    const { done, ...end } = await finish(project, action, { [homeName()]: DB });
    expect(made).toBeGreaterThan(0);
    expect(done).toBe(made);
    expect(end).toMatchObject({
      status: "DONE",
      operation_status: "FAILED",
      result: { done_count: made, message: "The campaign was deleted" },
    });
    await finish(project, deletion);
    expect(await codesOf(project, id)).toEqual([]);
    expect((await rowsOf("tallies", project.id))[0]).toMatchObject({ vouchers: 0, campaigns: 0 });
    await expectSound(project.id);
  });
});

it("a generation costs two statements for 20,000 codes, fourteen in all, and three rows for each code", async () => {
  // No turn ends by the clock.
  vi.useFakeTimers({ toFake: ["Date"] });
  const project = await newProject();
  const action = await start(project, await campaign(project, "Cost"), 20_000);
  let [statements, written] = [0, 0];
  const DB = counting((all, results) => {
    statements += all.length;
    for (const { meta } of results) written += meta.rows_written;
  });
  // As large as steps become where nobody waits.
  const largest = { ...codeGeneration, rows: { least: 20_000, most: 20_000 } };
  await finish(project, action, { [homeName()]: DB }, [largest]);
  expect(statements).toBe(14);
  expect(written / 20_000).toBeLessThan(3.005);
});
