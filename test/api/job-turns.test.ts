import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { newProject, rowsOf } from "../support/api";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { actionOf, begun } from "../support/imports";

/** What one invocation may send to the database. */
const MOST_STATEMENTS = 1000;

function countingDatabase(real: D1Database, sent: { statements: number }): D1Database {
  const batch = (statements: D1PreparedStatement[]) => {
    sent.statements += statements.length;
    return real.batch(statements);
  };
  return new Proxy(real, {
    get: (target, name) => {
      if (name === "batch") return batch;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
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
  const body = Array.from({ length: 600 }, (_, at) => ({
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
    await actionJob({ ...env, ...queues, DB: countingDatabase(env.DB, sent) }, message);
    turns.push(sent.statements);
    status = (await actionOf(project, action_id)).status;
    expect(long.heard).toEqual(status === "DONE" ? [] : [message]);
    expect(short.heard).not.toContainEqual(message);
  }
  expect(status).toBe("DONE");
  expect(Math.max(...turns)).toBeLessThan(MOST_STATEMENTS);
  // Writing 600 orders takes more than one turn may send.
  expect(turns.reduce((sum, sent) => sum + sent, 0)).toBeGreaterThan(MOST_STATEMENTS);
  expect(await rowsOf("orders", project.id)).toHaveLength(600);
});
