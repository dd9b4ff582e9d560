import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import type { AsyncActionRow } from "../../src/db/tables/work";
import { decodeAction } from "../../src/resources/async-actions/store";
import { IMPORTS } from "../../src/resources/imports/step";
import { jobScope } from "../../src/scope/job-scope";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { Crash, DEAF_QUEUES, dying, type Pauses, pausing, sendPausing } from "../support/faults";
import { ended, sendRaw } from "../support/imports";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";

/** An import whose message nobody hears, so that only the test carries it on. */
async function begin(project: TestProject, path: string, rows: unknown): Promise<AsyncActionRow> {
  const reply = await sendPausing(project, { path, body: rows }, {}, DEAF_QUEUES);
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  return stored(reply.body.async_action_id);
}

async function stored(id: string): Promise<AsyncActionRow> {
  const row = await homeDb().prepare("SELECT * FROM async_actions WHERE id = ?1").bind(id).first();
  if (!row) throw new Error("the action is stored");
  return decodeAction(row);
}

/** Makes one step, on a database that pauses; answers the action after it and how many rows it read. */
async function step(
  project: TestProject,
  action: AsyncActionRow,
  pauses: Pauses = {},
  rows = 1000,
) {
  const batches = { count: 0 };
  const request = { projectId: project.id, requestId: "v-test", baseUrl: "http://vouchsafe.test" };
  const job = await jobScope(env, request);
  if (!job) throw new Error("the project is there");
  const scope = { ...job.scope, db: { ...job.scope.db, d1: pausing(homeDb(), pauses, batches) } };
  const after = await IMPORTS[0]?.step(scope, action, rows);
  return { after, read: scope.db.cost.rows_read };
}

async function until(project: TestProject, action: AsyncActionRow, phase: string) {
  let now = action;
  while (now.state.phase !== phase)
    now = (await step(project, now)).after ?? (await stored(now.id));
  return now;
}

async function through(project: TestProject, action: AsyncActionRow): Promise<AsyncActionRow> {
  let now = action;
  while (now.status !== "DONE") now = (await step(project, now)).after ?? (await stored(now.id));
  return now;
}

const gifts = (count: number, prefix = "G") =>
  Array.from({ length: count }, (_, at) => ({
    code: `${prefix}${at}`,
    gift: { amount: 100 + at },
  }));

const COUNTS = `SELECT
  (SELECT vouchers FROM tallies WHERE project_id = ?1) AS total,
  (SELECT count(*) FROM vouchers WHERE project_id = ?1 AND deleted_at IS NULL) AS vouchers,
  (SELECT count(*) FROM vouchers WHERE project_id = ?1) AS codes,
  (SELECT count(*) FROM voucher_transactions WHERE project_id = ?1) AS entries,
  (SELECT count(*) FROM outbox WHERE project_id = ?1) AS events`;

/** What there is, and what of it can be seen. */
async function seen(project: TestProject): Promise<Record<string, number>> {
  const row = await homeDb().prepare(COUNTS).bind(project.id).first();
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, n]) => [name, Number(n)]));
}

describe("an import that dies", () => {
  it("between any two batches: 5,000 cards are there once each, and none before their ledger", async () => {
    const project = await newProject();
    let action = await begin(project, "/v1/vouchers/import", gifts(5000));
    let steps = 0;
    while (action.status !== "DONE") {
      steps += 1;
      const before = await seen(project);
      // Every step reads once and writes once; the last one only writes.
      const last = action.state.phase === "finish" ? 1 : 2;
      for (let at = 1; at <= last; at++) {
        await expect(step(project, action, dying("before", at))).rejects.toThrow(Crash);
        expect(await seen(project)).toEqual(before);
      }
      await expect(step(project, action, dying("after", last))).rejects.toThrow(Crash);
      const after = await seen(project);
      const stale = await step(project, action);
      expect(stale.after).toBeNull();
      expect(await seen(project)).toEqual(after);
      action = await stored(action.id);
      const { done } = action;
      expect(after).toMatchObject({ total: done, vouchers: done, entries: done, events: done });
    }
    expect(steps).toBeGreaterThan(20);
    expect(action).toMatchObject({ operation_status: "SUCCESS", done: 5000, total: 5000 });
    expect(await seen(project)).toMatchObject({ total: 5000, codes: 5000, events: 5000 });
    await expectSound(project.id);
  });

  it("at every batch of a failure: nothing is left", async () => {
    const project = await newProject();
    let action = await begin(project, "/v1/vouchers/import", gifts(2500));
    action = await until(project, action, "reserve");
    await project.post("/v1/vouchers/G2400", { gift: { amount: 1 } });
    while (action.status !== "DONE") {
      await expect(step(project, action, dying("before", 1))).rejects.toThrow(Crash);
      const after = dying("after", action.state.phase === "finish" ? 1 : 2);
      await step(project, action, after).catch(() => null);
      action = await stored(action.id);
    }
    expect(action).toMatchObject({ operation_status: "FAILED", done: 0 });
    expect(action.result).toMatchObject({
      failed_count: 1,
      failed: [{ row: 2401, column: "code", reason: "'G2400' exists already" }],
    });
    expect(await seen(project)).toMatchObject({ total: 1, codes: 1, entries: 1 });
    await expectSound(project.id);
  });

  it("customers: a crash before and after each commit creates each once", async () => {
    const project = await newProject();
    const rows = Array.from({ length: 700 }, (_, at) => `c${at},Name ${at}`);
    const csv = `Source ID,Name\n${rows.join("\n")}`;
    await project.post("/v1/customers", { source_id: "c5", name: "Old" });
    const reply = await sendRaw(project, "/v1/customers/importCSV", csv);
    let action = await stored(reply.body.async_action_id);
    while (action.status !== "DONE") {
      await step(project, action, dying("before", 2)).catch(() => null);
      await step(project, action, dying("after", 2)).catch(() => null);
      action = await stored(action.id);
    }
    expect(action.result).toMatchObject({ created: 699, updated: 1, failed_count: 0 });
    expect(await rowsOf("customers", project.id)).toHaveLength(700);
    expect(await rowsOf("outbox", project.id)).toHaveLength(701);
    await expectSound(project.id);
  });
});

/** Files of sixty rows, and where they go. */
const FILES = {
  products: ["/v1/products/importCSV", "Source ID,Name", (at) => `p${at},Name ${at}`],
  skus: ["/v1/skus/importCSV", "Source ID,Product ID,SKU", (at) => `s${at},shirt,Size ${at}`],
  orders: ["/v1/orders/import", "", (at) => JSON.stringify({ source_id: `o${at}`, amount: at })],
} satisfies Record<string, readonly [string, string, (at: number) => string]>;

describe.each(Object.entries(FILES))("an import of %s", (table, [path, head, rowOf]) => {
  const rows = Array.from({ length: 60 }, (_, at) => rowOf(at));
  const isCsv = head !== "";
  const request = {
    path,
    body: isCsv ? [head, ...rows].join("\n") : `[${rows.join(",")}]`,
    headers: { "content-type": isCsv ? "text/csv" : "application/json" },
  };

  /** A file of a project, imported by steps of 25 rows, each of them as the test says. */
  async function imported(make: (action: AsyncActionRow, project: TestProject) => Promise<void>) {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "shirt" });
    const sent = await sendPausing(project, request, {}, DEAF_QUEUES);
    expect(sent.status, JSON.stringify(sent.body)).toBe(202);
    let action = await stored(sent.body.async_action_id);
    while (action.status !== "DONE") {
      await make(action, project);
      action = await stored(action.id);
    }
    expect(action.result).toMatchObject({ created: 60, updated: 0, failed_count: 0 });
    await expectSound(project.id);
    const made = await rowsOf(table, project.id);
    const events = (await rowsOf("outbox", project.id)).map(({ kind }) => kind);
    return { names: made.map(({ source_id }) => source_id).sort(), events };
  }

  it("that dies before and after each batch of each step is as one that does not", async () => {
    const whole = await imported(async (action, project) => {
      await step(project, action, {}, 25);
    });
    let ends = 0;
    const cut = await imported(async (action, project) => {
      for (const pauses of [dying("before", 1), dying("before", 2), dying("after", 1)]) {
        const fault = await step(project, action, pauses, 25).catch((error: unknown) => error);
        if (fault instanceof Crash) ends += 1;
      }
      await step(project, await stored(action.id), dying("after", 2), 25).catch(() => null);
    });
    expect(ends).toBeGreaterThan(10);
    expect(whole.names).toHaveLength(table === "products" ? 61 : 60);
    expect(cut).toEqual(whole);
  });
});

describe("what a step reads", () => {
  const costs = async (project: TestProject, csv: string, path: string) => {
    const sent = await sendRaw(project, path, csv);
    let action = await stored(sent.body.async_action_id);
    const read: [unknown, number][] = [];
    while (action.status !== "DONE") {
      const { phase } = action.state;
      const made = await step(project, action);
      if (made.after) read.push([phase, made.read]);
      action = made.after ?? (await stored(action.id));
    }
    expect(action.operation_status).toBe("SUCCESS");
    return read;
  };

  const vouchers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `\nV${from + at},gift,1`).join("");
  const customers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `\nc${from + at},Name`).join("");

  it.each([
    ["/v1/vouchers/importCSV", "Code,Voucher Type,Value", vouchers],
    ["/v1/customers/importCSV", "Source ID,Name", customers],
  ] as const)("%s: no more in a large project than in a small one", async (path, head, rows) => {
    const project = await newProject();
    // Of an empty table a look-up reads nothing at all.
    await costs(project, head + rows(0, 10), path);
    const first = await costs(project, head + rows(10, 110), path);
    await costs(project, head + rows(110, 3000), path);
    const last = await costs(project, head + rows(3000, 3100), path);
    expect(last.map(([phase]) => phase)).toEqual(first.map(([phase]) => phase));
    for (const [at, [, read]] of last.entries()) {
      const before = first[at]?.[1] ?? 0;
      // Posting a code reads a neighbour in an index where there is one, of 100 codes nearly each,
      // and more where codes were made in one millisecond.
      expect(read).toBeLessThanOrEqual(5 + before * 1.1);
    }
    if (path.includes("customers")) {
      const again = await costs(project, head + rows(1000, 1100), path);
      expect(Math.max(...again.map(([, read]) => read))).toBeLessThan(1500);
    }
  });
});

describe("while an import is not through", () => {
  it("its codes are seen by nobody, taken for everybody, and cannot be freed", async () => {
    const project = await newProject();
    const begun = await begin(project, "/v1/vouchers/import", gifts(3));
    const action = await until(project, begun, "reveal");
    const [row] = await rowsOf("vouchers", project.id);
    for (const name of ["G0", String(row?.id)]) {
      expect((await project.get(`/v1/vouchers/${name}`)).status).toBe(404);
      expect((await project.delete(`/v1/vouchers/${name}?force=true`)).status).toBe(404);
      const validated = await project.post("/v1/validations", {
        redeemables: [{ object: "voucher", id: name }],
        order: { amount: 1000 },
      });
      expect(validated.body.valid).toBe(false);
    }
    expect((await project.post("/v1/vouchers/G0", { gift: { amount: 1 } })).status).toBe(409);
    const none = await project.get("/v1/vouchers");
    expect(none.body).toMatchObject({ vouchers: [], total: 0 });
    const done = await through(project, action);
    expect(done.operation_status).toBe("SUCCESS");
    expect((await project.get("/v1/vouchers")).body.total).toBe(3);
    await expectSound(project.id);
  });

  it("a code made between check and write fails it, and its other codes are free again", async () => {
    const project = await newProject();
    const begun = await begin(project, "/v1/vouchers/import", gifts(5));
    const action = await until(project, begun, "reserve");
    expect((await project.post("/v1/vouchers/g3", { gift: { amount: 7 } })).status).toBe(200);
    const done = await through(project, action);
    expect(done.result).toEqual({
      rows: 5,
      created: 0,
      updated: 0,
      message: "0 of 5 rows were imported",
      done_count: 0,
      failed_count: 1,
      failed: [{ row: 4, column: "code", reason: "'G3' exists already" }],
      metadata_columns: [],
    });
    expect(await rowsOf("vouchers", project.id)).toMatchObject([{ code: "g3", amount: 7 }]);
    expect((await project.post("/v1/vouchers/G0", { gift: { amount: 1 } })).status).toBe(200);
    await expectSound(project.id);
  });

  it("a code made between its read and its write is seen at the second look", async () => {
    const project = await newProject();
    const begun = await begin(project, "/v1/vouchers/import", gifts(2));
    const action = await until(project, begun, "reserve");
    const { after } = await step(project, action, {
      before: async (batch) => {
        if (batch === 2) await project.post("/v1/vouchers/G1", { gift: { amount: 7 } });
      },
    });
    expect(after?.state).toMatchObject({ phase: "finish", failed: 1 });
    const done = await through(project, after ?? action);
    expect(done.operation_status).toBe("FAILED");
    expect(await rowsOf("vouchers", project.id)).toMatchObject([{ code: "G1", amount: 7 }]);
    await expectSound(project.id);
  });

  it.each(["a", "b"])(
    "customer %s, made or changed between read and write, is updated",
    async (name) => {
      const project = await newProject();
      await project.post("/v1/customers", { source_id: "b", name: "B" });
      const csv = "Source ID,Name\na,Imported\nb,Imported";
      const sent = await sendRaw(project, "/v1/customers/importCSV", csv);
      const action = await until(project, await stored(sent.body.async_action_id), "write");
      await step(project, action, {
        before: async (batch) => {
          if (batch !== 2) return;
          await project.post("/v1/customers", { source_id: name, email: "new@x.example" });
        },
      });
      const done = await through(project, await stored(action.id));
      expect(done.operation_status).toBe("SUCCESS");
      const rows = await rowsOf("customers", project.id);
      expect(rows.map((row) => row.name)).toEqual(["Imported", "Imported"]);
      const changed = rows.find((row) => row.source_id === name);
      expect(changed?.email).toBe("new@x.example");
      await expectSound(project.id);
    },
  );

  it("a campaign that is deleted takes the import with it", async () => {
    for (const phase of ["check", "reserve", "reveal"]) {
      const project = await newProject();
      const made = await project.post("/v1/campaigns", {
        name: "C",
        type: "STATIC",
        voucher: { gift: { amount: 5 } },
      });
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      const rows = gifts(400);
      const begun = await begin(project, "/v1/campaigns/C/import", rows);
      let action = await until(project, begun, phase);
      if (phase === "reveal") action = (await step(project, action)).after ?? action;
      const deleted = await project.delete("/v1/campaigns/C?force=true");
      expect(deleted.status).toBe(202);
      await ended(project, deleted.body.async_action_id);
      const done = await through(project, action);
      expect(done.operation_status).toBe("FAILED");
      expect(done.result?.failed).toMatchObject([{ reason: "the campaign was deleted meanwhile" }]);
      expect(await rowsOf("vouchers", project.id)).toEqual([]);
      expect((await seen(project)).total).toBe(0);
    }
  });

  it("of two imports of the same codes one is through, whole", async () => {
    const project = await newProject();
    const one = await begin(project, "/v1/vouchers/import", gifts(1500));
    const two = await begin(project, "/v1/vouchers/import", gifts(1500));
    const both = await Promise.all([through(project, one), through(project, two)]);
    const statuses = both.map(({ operation_status }) => operation_status);
    expect(statuses.filter((status) => status === "SUCCESS").length).toBeLessThanOrEqual(1);
    const left = statuses.includes("SUCCESS") ? 1500 : 0;
    expect(await seen(project)).toMatchObject({ total: left, codes: left, entries: left });
    await expectSound(project.id);
  });
});
