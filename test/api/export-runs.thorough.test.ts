import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import { runJobs } from "../../src/async/queue";
import { openFile, pieceName, putPiece } from "../../src/resources/exports/pieces";
import { limitsOf } from "../../src/resources/exports/run";
import { newProject, rowsOf, type TestProject } from "../support/api";
import {
  actionOf,
  begun,
  finished,
  manifestOf,
  piecesOf,
  step,
  steps,
  summed,
  visit,
} from "../support/exporting";
import { failure } from "../support/failure";
import { bucketWith } from "../support/faults";
import { homeDb, homeName } from "../support/places";

const SMALL = { rows: 100, pages: 2, runPages: 2, characters: 1_000_000, counted: 10_000 };

/** Orders straight into the table, numbered in the order of their ids. */
async function filled(project: TestProject, count: number): Promise<void> {
  await homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO orders (project_id, id, source_id, status, amount, metadata, redemptions, created_at)
     SELECT ?1, printf('ord_0%017d', i), printf('o-%d', i), iif(i % 3, 'CREATED', 'PAID'), i, '{}', '{}', '2026-01-01T00:00:00.000Z' FROM n`,
    )
    .bind(project.id, count)
    .run();
}

const body = (parameters: object = {}) => ({
  exported_object: "order",
  parameters: { fields: ["source_id"], order: "created_at", ...parameters },
});

async function textOf(project: TestProject, id: string): Promise<string> {
  const { status, result } = await finished(project, id);
  expect(status).toBe("DONE");
  return (await visit(result?.url ?? "")).body;
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => `o-${at + 1}`);

const whole = (names: readonly string[]): string => ["Source ID", ...names, ""].join("\r\n");

describe("an export of many rows", () => {
  it("is written in pieces, each row once", async () => {
    const project = await newProject();
    await filled(project, 3000);
    const id = await begun(project, body());
    // 200 rows a piece; after 15 full ones the sixteenth finds that nothing is left.
    expect(await steps(project, id, SMALL)).toBe(16);
    expect(await piecesOf(project, id)).toHaveLength(16);
    expect(await textOf(project, id)).toBe(whole(numbers(3000)));
    expect(await actionOf(project, id)).toMatchObject({ done: 3000, total: 3000 });
  });

  it("has as few pieces and runs where little is read at once, since others wait", async () => {
    const project = await newProject();
    await filled(project, 3000);
    const id = await begun(project, body());
    expect(await steps(project, id, limitsOf(100))).toBe(2);
    expect(await textOf(project, id)).toBe(whole(numbers(3000)));
    expect(limitsOf(100)).toMatchObject({ rows: 100, pages: 20, runPages: 50 });
    expect(limitsOf(500)).toMatchObject({ rows: 500, pages: 10, runPages: 10 });
    expect(limitsOf(1)).toMatchObject({ rows: 1, pages: 50, runPages: 50 });
  });

  it("is the same newest first, and with a filter that few rows meet", async () => {
    const project = await newProject();
    await filled(project, 700);
    const backwards = await begun(project, body({ order: "-created_at" }));
    await steps(project, backwards, SMALL);
    expect(await textOf(project, backwards)).toBe(whole(numbers(700).toReversed()));
    const filters = { status: { conditions: { $is: "PAID" } }, junction: "and" };
    const few = await begun(project, body({ filters }));
    await steps(project, few, SMALL);
    const paid = numbers(700).filter((_, at) => (at + 1) % 3 === 0);
    expect(await textOf(project, few)).toBe(whole(paid));
  });

  it("reads a bounded number of rows in a step, however many there are", async () => {
    const project = await newProject();
    await filled(project, 3000);
    const { id: alice } = (await project.post("/v1/customers", { source_id: "alice" })).body;
    await project.post("/v1/orders", { source_id: "hers", customer: { id: alice } });
    const limits = { ...SMALL, pages: 1 };
    const first = await begun(project, body({ order: "-created_at" }));
    // The project, the export, its action, and a hundred orders.
    expect(await step(project, first, limits)).toBeLessThan(120);
    expect(await step(project, first, limits)).toBeLessThan(120);
    expect((await actionOf(project, first)).done).toBe(200);
    const filters = { customer_id: { conditions: { $is: alice } } };
    const hers = await begun(project, body({ filters }));
    expect(await step(project, hers, limits)).toBeLessThan(20);
    expect(await textOf(project, hers)).toBe(whole(["hers"]));
    const today = { created_at: { conditions: { $after: ["2026-11-01"] } } };
    const latest = await begun(project, body({ filters: today }));
    expect(await step(project, latest, limits)).toBeLessThan(20);
    expect(await textOf(project, latest)).toBe(whole(["hers"]));
  });

  it("shows how far it is", async () => {
    const project = await newProject();
    await filled(project, 500);
    const id = await begun(project, body());
    const status = async () => (await project.get(`/v1/exports/${id}`)).body.status;
    expect(await status()).toBe("SCHEDULED");
    await step(project, id, SMALL);
    expect(await status()).toBe("IN_PROGRESS");
    expect((await project.get(`/v1/exports/${id}`)).body.result).toBeNull();
    await steps(project, id, SMALL);
    expect(await status()).toBe("DONE");
  });
});

describe("the progress of an export", () => {
  /** What each step leaves: rows that were looked at, and those that are to be. */
  async function counts(project: TestProject, id: string, limits = SMALL) {
    const seen: number[][] = [];
    for (let at = 0; at < 20; at++) {
      await step(project, id, limits);
      const { done, total, status } = await actionOf(project, id);
      seen.push([done, total]);
      if (status === "DONE") return seen;
    }
    throw new Error("the export ends");
  }

  async function counted(count: number): Promise<TestProject> {
    const project = await newProject();
    await filled(project, count);
    await homeDb()
      .prepare(
        `INSERT INTO tallies (project_id, orders) VALUES (?1, ?2)
       ON CONFLICT DO UPDATE SET orders = excluded.orders`,
      )
      .bind(project.id, count)
      .run();
    return project;
  }

  it("is of the project's total, and at the end of the rows of the file", async () => {
    const project = await counted(500);
    const id = await begun(project, body());
    const { async_action_id } = (await project.get(`/v1/exports/${id}`)).body;
    const told = async () => (await project.get(`/v1/async-actions/${async_action_id}`)).body;
    expect(await told()).toMatchObject({ progress: 0, status: "IN_PROGRESS", type: "EXPORT" });
    await step(project, id, SMALL);
    expect(await told()).toMatchObject({ progress: 40, counts: { done: 200, total: 500 } });
    expect(await counts(project, id)).toEqual([
      [400, 500],
      [500, 500],
    ]);
    expect(await told()).toMatchObject({ progress: 100, status: "DONE" });
  });

  it("is of rows that are looked at, also where few are taken", async () => {
    const project = await counted(600);
    const filters = { status: { conditions: { $is: "PAID" } } };
    const id = await begun(project, body({ filters }));
    expect(await counts(project, id)).toEqual([
      [200, 600],
      [400, 600],
      // All are looked at, and nobody knows yet that no more come.
      [600, 601],
      [200, 200],
    ]);
    expect(await manifestOf(project, id)).toMatchObject({ rows: 200 });
  });

  it("of some alone is counted first, in steps", async () => {
    const project = await counted(350);
    const filters = { created_at: { conditions: { $before: ["2500-01-01"] } } };
    const id = await begun(project, body({ filters }));
    expect(await counts(project, id, { ...SMALL, counted: 150 })).toEqual([
      [0, 150],
      [0, 300],
      [200, 350],
      [350, 350],
    ]);
    expect(await textOf(project, id)).toBe(whole(numbers(350)));
  });

  it("of one that is sorted first is of both ways through its rows", async () => {
    const project = await counted(300);
    const id = await begun(project, body({ order: "updated_at" }));
    expect(await counts(project, id, { ...SMALL, pages: 1, runPages: 1 })).toEqual([
      [300, 600],
      [400, 600],
      [500, 600],
      [300, 300],
    ]);
  });
});

describe("an export that is cut off", () => {
  it("goes on after the last step, also where a piece was written and not told", async () => {
    const project = await newProject();
    await filled(project, 1000);
    const id = await begun(project, body());
    await step(project, id, SMALL);
    // A worker writes a piece and dies before its commit; then the rows change.
    const before = await rowsOf("async_actions", project.id);
    await step(project, id, SMALL);
    await homeDb()
      .prepare(
        "UPDATE async_actions SET cursor = 1, state = ?2, done = 200, total = 200 WHERE project_id = ?1",
      )
      .bind(project.id, String(before[0]?.state))
      .run();
    await homeDb()
      .prepare("UPDATE exports SET status = 'IN_PROGRESS' WHERE project_id = ?1")
      .bind(project.id)
      .run();
    await homeDb()
      .prepare("DELETE FROM orders WHERE project_id = ?1 AND source_id = 'o-201'")
      .bind(project.id)
      .run();
    await steps(project, id, SMALL);
    expect(await textOf(project, id)).toBe(whole(numbers(1000)));
    expect(await manifestOf(project, id)).toMatchObject(summed(whole(numbers(1000)), 1000));
  });

  it("two workers at once write each piece once", async () => {
    const project = await newProject();
    await filled(project, 1000);
    const id = await begun(project, body());
    for (let round = 0; round < 10; round++) {
      await Promise.all([1, 2, 3].map(() => step(project, id, SMALL)));
    }
    expect(await piecesOf(project, id)).toHaveLength(6);
    expect(await textOf(project, id)).toBe(whole(numbers(1000)));
    expect((await actionOf(project, id)).done).toBe(1000);
    expect(await manifestOf(project, id)).toMatchObject(summed(whole(numbers(1000)), 1000));
  });

  it("whose first pieces were not hashed has no manifest rather than a wrong one", async () => {
    const project = await newProject();
    await filled(project, 500);
    const id = await begun(project, body());
    await step(project, id, SMALL);
    await homeDb()
      .prepare(
        "UPDATE async_actions SET state = json_remove(state, '$.hash') WHERE project_id = ?1",
      )
      .bind(project.id)
      .run();
    await steps(project, id, SMALL);
    expect(await textOf(project, id)).toBe(whole(numbers(500)));
    failure(await project.get(`/v1/exports/${id}/manifest`), 404, "not_found");
  });

  it("a worker that is late replaces no piece", async () => {
    const owner = { project_id: "proj_1", id: "exp_1" };
    const piece = { after: "a", hash: "", rows: 1, looked: 1, isLast: true };
    const put = (text: string) =>
      putPiece(env.EXPORTS, pieceName(owner, 0), piece, new TextEncoder().encode(text));
    expect(await put("first")).toBe(true);
    expect(await put("second")).toBe(false);
    expect(await new Response(await openFile(env.EXPORTS, owner)).text()).toBe("first");
  });

  it("of which a piece is missing does not end as if it were whole", async () => {
    const owner = { project_id: "proj_1", id: "exp_2" };
    const piece = { after: "a", hash: "", rows: 1, looked: 1, isLast: false };
    for (const [at, text] of ["first", "second"].entries()) {
      await putPiece(env.EXPORTS, pieceName(owner, at), piece, new TextEncoder().encode(text));
    }
    const file = new Response(await openFile(env.EXPORTS, owner));
    await expect(file.text()).rejects.toThrow("no piece of an export is missing");
    const last = new TextEncoder().encode("last");
    await putPiece(env.EXPORTS, pieceName(owner, 2), { ...piece, isLast: true }, last);
    expect(await new Response(await openFile(env.EXPORTS, owner)).text()).toBe("firstsecondlast");
  });

  it("is found by the sweep and finished by the queue", async () => {
    const project = await newProject();
    await filled(project, 1000);
    const id = await begun(project, body());
    await step(project, id, SMALL);
    const sent: unknown[] = [];
    const jobs = {
      send: async (message: unknown) => void sent.push(message),
      sendBatch: async (batch: Iterable<{ body: unknown }>) =>
        void sent.push(...Array.from(batch, (each) => each.body)),
    };
    await sweep(
      { ...env, LONG_JOBS: jobs as unknown as Queue },
      Date.now() + 60_000,
      undefined,
      homeName(),
    );
    // Another message may call for the project's old events.
    const own = sent
      .map((each) => JSON.stringify(each))
      .filter((each) => each.includes(project.id) && each.includes('"job":"action"'));
    expect(own).toHaveLength(1);
    const messages = own.map((each, at) => ({
      id: String(at),
      timestamp: new Date(),
      attempts: 1,
      body: JSON.parse(each),
    }));
    await runJobs(createMessageBatch("vouchsafe-jobs", messages), env);
    expect(await textOf(project, id)).toBe(whole(numbers(1000)));
  });

  it("leaves no piece behind when it is deleted in the middle", async () => {
    const project = await newProject();
    await filled(project, 1000);
    const id = await begun(project, body());
    await step(project, id, SMALL);
    const stale = await actionOf(project, id);
    expect((await project.delete(`/v1/exports/${id}`)).status).toBe(204);
    await step(project, id, SMALL);
    expect(await actionOf(project, id)).toMatchObject({
      status: "DONE",
      operation_status: "FAILED",
      cursor: stale.cursor + 1,
    });
    expect(await piecesOf(project, id)).toEqual([]);
  });

  it("leaves no piece behind when it is deleted while one is written", async () => {
    const project = await newProject();
    await filled(project, 1000);
    const id = await begun(project, body());
    const put: R2Bucket["put"] = async (...args: Parameters<R2Bucket["put"]>) => {
      expect((await project.delete(`/v1/exports/${id}`)).status).toBe(204);
      return env.EXPORTS.put(...args);
    };
    await step(project, id, SMALL, bucketWith({ put }));
    expect(await actionOf(project, id)).toMatchObject({ operation_status: "FAILED" });
    expect(await piecesOf(project, id)).toEqual([]);
  });

  it("is given up after a day: ERROR", async () => {
    const project = await newProject();
    await filled(project, 500);
    const id = await begun(project, body());
    await homeDb()
      .prepare("UPDATE exports SET created_at = '2026-01-01T00:00:00.000Z' WHERE project_id = ?1")
      .bind(project.id)
      .run();
    await step(project, id, SMALL);
    const { body: shown } = await project.get(`/v1/exports/${id}`);
    expect([shown.status, shown.result]).toEqual(["ERROR", null]);
    expect(await actionOf(project, id)).toMatchObject({ operation_status: "FAILED" });
  });
});

/** What sorts the orders: nothing of every seventh, and else one of ninety-seven texts. */
const sortedBy = (at: number): string | null =>
  at % 7 === 0 ? null : `k-${String((at * 31) % 97).padStart(2, "0")}`;

/** The same orders with an `updated_at` that is no date but sorts. */
async function shuffled(project: TestProject, count: number): Promise<void> {
  await filled(project, count);
  await homeDb()
    .prepare(
      `UPDATE orders SET updated_at = iif(amount % 7 = 0, NULL, printf('k-%02d', (amount * 31) % 97))
    WHERE project_id = ?1`,
    )
    .bind(project.id)
    .run();
}

const inOrder = (names: readonly string[], sign: 1 | -1): string[] => {
  const rank = (name: string) => sortedBy(Number(name.slice(2))) ?? "";
  const place = (name: string) => Number(name.slice(2));
  return names.toSorted((left, right) => {
    const difference = rank(left) < rank(right) ? -1 : rank(left) > rank(right) ? 1 : 0;
    return sign * (difference === 0 ? place(left) - place(right) : difference);
  });
};

/** Two runs of 1,000 keys at a time, and pieces of 200 rows. */
const SORTING = SMALL;

describe("an export in an order that no index has", () => {
  it("has each row once in that order, never-set values first, also across runs", async () => {
    const project = await newProject();
    await shuffled(project, 5000);
    const id = await begun(project, body({ order: "updated_at" }));
    // 2,000 keys a run, of which the third finds that nothing is left; then 25 pieces and an end.
    expect(await steps(project, id, SORTING)).toBe(3 + 25);
    expect(await textOf(project, id)).toBe(whole(inOrder(numbers(5000), 1)));
    expect(await manifestOf(project, id)).toMatchObject(
      summed(whole(inOrder(numbers(5000), 1)), 5000),
    );
    // The runs went when the file was whole.
    expect(await piecesOf(project, id)).toHaveLength(25);
  });

  it("is the same in descending order, and with a filter", async () => {
    const project = await newProject();
    await shuffled(project, 2500);
    const backwards = await begun(project, body({ order: "-updated_at" }));
    await steps(project, backwards, SORTING);
    expect(await textOf(project, backwards)).toBe(whole(inOrder(numbers(2500), -1)));
    const filters = { status: { conditions: { $is: "PAID" } } };
    const few = await begun(project, body({ order: "updated_at", filters }));
    // Two runs, and no more pieces than the 833 rows need: other keys are not kept.
    expect(await steps(project, few, SORTING)).toBe(2 + 5);
    const paid = numbers(2500).filter((_, at) => (at + 1) % 3 === 0);
    expect(await textOf(project, few)).toBe(whole(inOrder(paid, 1)));
    const none = { source_id: { conditions: { $starts_with: "nobody" } } };
    const empty = await begun(project, body({ order: "updated_at", filters: none }));
    await steps(project, empty, SORTING);
    expect(await textOf(project, empty)).toBe(whole([]));
  });

  it("is the same where long texts make the runs short", async () => {
    const project = await newProject();
    await shuffled(project, 2500);
    const id = await begun(project, body({ order: "updated_at" }));
    // A run ends behind the page of 1,000 keys that has so many characters, a piece likewise.
    expect(await steps(project, id, { ...SORTING, characters: 100 })).toBe(3 + 25);
    expect(await textOf(project, id)).toBe(whole(inOrder(numbers(2500), 1)));
  });

  it("reads three rows for each of the file, whatever their number", async () => {
    const project = await newProject();
    await shuffled(project, 4000);
    const id = await begun(project, body({ order: "updated_at" }));
    let read = 0;
    let most = 0;
    while ((await actionOf(project, id)).status !== "DONE") {
      const count = await step(project, id, SORTING);
      read += count;
      most = Math.max(most, count);
    }
    // A key and a row of each order, and the place among the keys by which the row is found.
    expect(read).toBeLessThan(4000 * 3.1);
    expect(most).toBeLessThan(2020);
  });

  it("goes on where a worker was cut off, among the runs and in the file", async () => {
    const project = await newProject();
    await shuffled(project, 3000);
    const id = await begun(project, body({ order: "updated_at" }));
    for (let round = 0; round < 30; round++) {
      const before = await actionOf(project, id);
      await step(project, id, SORTING);
      if (round % 2 === 0) continue;
      // What was written and not told is found by the next worker.
      await homeDb()
        .prepare(
          `UPDATE async_actions SET cursor = ?2, state = ?3, done = ?4, total = ?4,
          status = 'IN_PROGRESS' WHERE project_id = ?1`,
        )
        .bind(project.id, before.cursor, JSON.stringify(before.state), before.done)
        .run();
      await homeDb()
        .prepare("UPDATE exports SET status = 'IN_PROGRESS' WHERE project_id = ?1")
        .bind(project.id)
        .run();
    }
    await steps(project, id, SORTING);
    expect(await textOf(project, id)).toBe(whole(inOrder(numbers(3000), 1)));
    expect((await actionOf(project, id)).done).toBe(3000);
  });

  it("two workers at once write each run and each piece once", async () => {
    const project = await newProject();
    await shuffled(project, 1000);
    const id = await begun(project, body({ order: "-updated_at" }));
    for (let round = 0; round < 10; round++) {
      await Promise.allSettled([1, 2].map(() => step(project, id, SORTING)));
    }
    expect(await textOf(project, id)).toBe(whole(inOrder(numbers(1000), -1)));
    expect((await actionOf(project, id)).done).toBe(1000);
  });

  it("leaves nothing behind when it is deleted while it is sorted", async () => {
    const project = await newProject();
    await shuffled(project, 3000);
    const id = await begun(project, body({ order: "updated_at" }));
    await step(project, id, SORTING);
    expect(await piecesOf(project, id)).toHaveLength(1);
    expect((await project.delete(`/v1/exports/${id}`)).status).toBe(204);
    await step(project, id, SORTING);
    expect(await piecesOf(project, id)).toEqual([]);
  });
});

describe("an export of a campaign's vouchers", () => {
  it("reads those alone, given out or not, each once in the order of creation", async () => {
    const project = await newProject();
    const voucher = { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 5 } };
    const { id: campaign_id } = (
      await project.post("/v1/campaigns", {
        name: "C",
        campaign_type: "DISCOUNT_COUPONS",
        vouchers_count: 0,
        voucher,
      })
    ).body;
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, publish_count,
         metadata, created_at)
       SELECT ?1, 'c-' || i, printf('v_0%017d', i), 'c-' || i, 'DISCOUNT_VOUCHER',
         iif(i % 10, NULL, ?2), i % 20 = 0, '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, campaign_id)
      .run();
    const codes = Array.from({ length: 300 }, (_, at) => `c-${10 * (at + 1)}`);
    for (const [order, expected] of [
      ["created_at", codes],
      ["-created_at", codes.toReversed()],
    ] as const) {
      const parameters = { fields: ["code"], order, campaign_id };
      const id = await begun(project, { exported_object: "voucher", parameters });
      // Three steps count a hundred each; the fourth finds that there are no more, and reads on.
      for (let at = 0; at < 4; at++) {
        const read = await step(project, id, { ...SMALL, pages: 1, counted: 100 });
        // Of each page up to as many of both halves, its rows and where they may stand, and the
        // campaign of each.
        expect(read).toBeLessThan(100 * 8 + 20);
      }
      expect(await actionOf(project, id)).toMatchObject({ cursor: 4, done: 100, total: 300 });
      await steps(project, id, SMALL);
      expect(await textOf(project, id)).toBe(["Code", ...expected, ""].join("\r\n"));
    }
    const filters = { campaign_id: { conditions: { $is: campaign_id } } };
    const parameters = { fields: ["code"], order: "created_at", filters };
    const id = await begun(project, { exported_object: "voucher", parameters });
    expect(await step(project, id, { ...SMALL, counted: 100 })).toBeLessThan(100 * 8 + 20);
    await steps(project, id, SMALL);
    expect(await textOf(project, id)).toBe(["Code", ...codes, ""].join("\r\n"));
  });
});
