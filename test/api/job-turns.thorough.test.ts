import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import * as z from "zod";
import { ACTIONS } from "../../src/async/actions";
import { sweep } from "../../src/async/cron";
import { actionJob } from "../../src/async/jobs/action";
import { readBatch, writeBatch } from "../../src/db/commit";
import { sql } from "../../src/db/sql";
import { afterStep, defineAction } from "../../src/resources/async-actions/define";
import { moveAction } from "../../src/resources/async-actions/store";
import { newProject, rowsOf } from "../support/api";
import { withBatch } from "../support/batches";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { actionOf, begun } from "../support/imports";
import { homeDb, homeName } from "../support/places";

/** What one turn may send to the database; an invocation may send two hundred more. */
const MOST_STATEMENTS = 800;

function countingDatabase(real: D1Database, sent: { statements: number }): D1Database {
  return withBatch(real, (statements) => {
    sent.statements += statements.length;
    return real.batch(statements);
  });
}

function listening() {
  const heard: unknown[] = [];
  const sendBatch = async (all: { body: unknown }[]) =>
    void heard.push(...all.map(({ body }) => body));
  return { heard, queue: { sendBatch } as unknown as Queue };
}

it("a turn of background work ends before an invocation has sent too much, and hands on to its own queue", async () => {
  const project = await newProject();
  const body = Array.from({ length: 250 }, (_, at) => ({
    source_id: `order-${at}`,
    customer: { source_id: `customer-${at}` },
    referrer: { source_id: "referrer" },
    items: [{ source_id: `product-${at}`, related_object: "product", quantity: 1, price: 100 }],
  }));
  await project.post("/v1/customers", { source_id: "referrer" });
  const reply = await sendPausing(project, { path: "/v1/orders/import", body }, {}, DEAF_QUEUES);
  const action_id = begun(reply);
  const message = { job: "action", project_id: project.id, action_id };
  const turns: number[] = [];
  let status = "IN_PROGRESS";
  while (status === "IN_PROGRESS" && turns.length < 50) {
    const sent = { statements: 0 };
    const [short, long] = [listening(), listening()];
    const queues = { JOBS: short.queue, LONG_JOBS: long.queue };
    await actionJob({ ...env, ...queues, [homeName()]: countingDatabase(homeDb(), sent) }, message);
    turns.push(sent.statements);
    status = (await actionOf(project, action_id)).status;
    expect(long.heard).toEqual(status === "DONE" ? [] : [message]);
    expect(short.heard).not.toContainEqual(message);
  }
  expect(status).toBe("DONE");
  expect(Math.max(...turns)).toBeLessThanOrEqual(MOST_STATEMENTS);
  // Writing 250 orders takes more than one turn may send.
  expect(turns.reduce((sum, sent) => sum + sent, 0)).toBeGreaterThan(MOST_STATEMENTS);
  expect(await rowsOf("orders", project.id)).toHaveLength(250);
});

/** Straight into the table, as if a request had begun it. */
async function put(projectId: string, type: string, updatedAt: string): Promise<string> {
  const id = `aa_${crypto.randomUUID()}`;
  await homeDb()
    .prepare(
      `INSERT INTO async_actions (project_id, id, type, status, input, state, request_id, created_at, updated_at)
     VALUES (?1, ?2, ?3, 'IN_PROGRESS', '{}', '{"at":0}', 'v-1', ?4, ?4)`,
    )
    .bind(projectId, id, type, updatedAt)
    .run();
  return id;
}

afterEach(() => void vi.useRealTimers());

it("a large step after many small ones has the next turn", async () => {
  // No turn ends by the clock.
  vi.useFakeTimers({ toFake: ["Date"] });
  const project = await newProject();
  const SIZES = [...Array.from({ length: 60 }, () => 10), 290];
  const growing = defineAction({
    type: "GROWING",
    input: z.object({}),
    state: z.object({ at: z.int() }),
    statements: 300,
    step: async (scope, work) => {
      const { at } = work.state;
      const asked = Array.from({ length: (SIZES[at] ?? 0) - 2 }, () => sql`SELECT 1`);
      await readBatch(scope.db, asked);
      const isLast = at === SIZES.length - 1;
      const after = afterStep(scope, work, {
        state: { at: at + 1 },
        ...(isLast && { status: "DONE" }),
      });
      await writeBatch(scope.db, [moveAction(work.row, after)]);
      return after;
    },
  });
  const action_id = await put(project.id, "GROWING", new Date(Date.now()).toISOString());
  const turns: number[] = [];
  for (let status = "IN_PROGRESS"; status === "IN_PROGRESS" && turns.length < 9; ) {
    const sent = { statements: 0 };
    const bound = { ...env, ...DEAF_QUEUES, [homeName()]: countingDatabase(homeDb(), sent) };
    await actionJob(bound, { job: "action", project_id: project.id, action_id }, [growing]);
    turns.push(sent.statements);
    status = (await actionOf(project, action_id)).status;
  }
  expect((await actionOf(project, action_id)).status).toBe("DONE");
  expect(Math.max(...turns)).toBeLessThanOrEqual(MOST_STATEMENTS);
  expect(turns.length).toBeGreaterThan(1);
});

it("work of an unknown type sets off an alarm, and no sweep sends it again and again", async () => {
  const project = await newProject();
  const strange = await put(project.id, "MADE_UP", "2020-01-01T00:00:00.000Z");
  const known = await put(project.id, "EXPORT", "2020-01-01T00:00:00.000Z");
  const alarm = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const message = { job: "action", project_id: project.id, action_id: strange };
  await expect(actionJob(env, message)).rejects.toThrow("known type");
  expect(alarm.mock.calls.flat().join()).toContain("MADE_UP");
  alarm.mockRestore();
  expect((await actionOf(project, strange)).status).toBe("IN_PROGRESS");
  const [short, long] = [listening(), listening()];
  await sweep(
    { ...env, JOBS: short.queue, LONG_JOBS: long.queue },
    Date.now(),
    undefined,
    homeName(),
  );
  const ids = long.heard.map((body) => Reflect.get(Object(body), "action_id"));
  expect(ids).toContain(known);
  expect(ids).not.toContain(strange);
  await homeDb().prepare("DELETE FROM async_actions WHERE project_id = ?1").bind(project.id).run();
});

it("no two kinds of background work have the same type", () => {
  const types = ACTIONS.map(({ type }) => type);
  expect(new Set(types).size).toBe(types.length);
});
