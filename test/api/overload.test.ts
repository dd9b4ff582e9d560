import { afterEach, describe, expect, it } from "vitest";
import { noteBatch, waitOf } from "../../src/db/pressure";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, type Pauses, pausing, sendPausing } from "../support/faults";
import { deliver, finish } from "../support/generating";
import { homeDb, homeName, liveIn } from "../support/places";

// Nobody else asks it meanwhile.
liveIn("DB_1");

const TURNED_AWAY = [
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
];
const LOST = "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.";

const fail = (text: string) => () => {
  throw new Error(text);
};

// It is quick again for the files after this one.
afterEach(() => {
  for (let at = 0; at < 60; at++) {
    noteBatch({ place: homeName() }, { took: 0, ran: 0, isRequest: false });
  }
});

const send = (project: TestProject, path: string, body: unknown, pauses: Pauses = {}) =>
  sendPausing(project, { path, body, headers: { "idempotency-key": path } }, pauses, DEAF_QUEUES);

const voucher = { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } };
const make = (project: TestProject, pauses?: Pauses) =>
  send(project, "/v1/vouchers/ONE", voucher, pauses);

/** Of a project that is known already, the batch that writes is the only one. */
async function knownProject() {
  const project = await newProject();
  await send(project, "/v1/orders", {});
  return project;
}

describe("requests that the database turns away", () => {
  it.each(TURNED_AWAY)(
    "are refused with 429, have done nothing, and may come again: %s",
    async (text) => {
      const project = await knownProject();
      const refused = await make(project, { before: fail(text) });
      expect(refused.status).toBe(429);
      expect(refused.headers.get("retry-after")).toBe("5");
      expect(refused.body).toMatchObject({
        key: "too_many_requests",
        details:
          "More waits for the database than it takes; send this again with the same Idempotency-Key",
      });
      expect(await rowsOf("vouchers", project.id)).toEqual([]);
      const again = await make(project);
      expect(again.status).toBe(200);
      expect(again.headers.get("idempotent-replayed")).toBeNull();
    },
  );

  it("let no new heavy work begin", async () => {
    const project = await newProject();
    expect(waitOf({ place: homeName() })).toBeLessThan(100);
    for (let at = 0; at < 2; at++) {
      await make(project, { before: fail("D1 DB is overloaded. Requests queued for too long.") });
    }
    const refused = await send(project, "/v1/exports", { exported_object: "order" });
    expect(refused.status).toBe(429);
    expect(refused.body.details).toContain("no new exports");
    expect(await rowsOf("exports", project.id)).toEqual([]);
  });
});

describe("requests whose answer from the database is lost", () => {
  it("are a fault, and under the same key answer what they did", async () => {
    const project = await knownProject();
    const lost = await make(project, { after: fail(LOST) });
    expect([lost.status, lost.body.key]).toEqual([500, "internal_error"]);
    const again = await make(project);
    expect(again.status).toBe(200);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });

  it("count as long as they waited", async () => {
    const project = await newProject();
    const late = async () => {
      await scheduler.wait(1_500);
      throw new Error(LOST);
    };
    expect(waitOf({ place: homeName() })).toBeLessThan(100);
    await make(project, { before: late });
    // A fifth of what the last batch waited.
    expect(waitOf({ place: homeName() })).toBeGreaterThan(290);
  });
});

describe("background work that the database turns away", () => {
  it("fails as a whole, so that its message comes again, and goes on where it was", async () => {
    const project = await newProject();
    await send(project, "/v1/campaigns", { name: "Codes", type: "STATIC", voucher });
    const rows = [{ code: "ROW1" }, { code: "ROW2" }];
    const asked = await send(project, "/v1/campaigns/Codes/import", rows);
    const id = asked.body.async_action_id;
    const before = (at: number) => (batch: number) =>
      batch === at ? fail(TURNED_AWAY[0] ?? "")() : undefined;
    // Every batch of the step in its turn: the last one writes.
    for (const at of [1, 2, 3, 4]) {
      const database = pausing(homeDb(), { before: before(at) }, { count: 0 });
      const delivered = deliver(project, id, { [homeName()]: database });
      await expect(delivered, `batch ${at}`).rejects.toThrow("the database turned a batch away");
    }
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    const done = await finish(project, id);
    expect(done).toMatchObject({ operation_status: "SUCCESS", done: 2 });
    const codes = (await rowsOf("vouchers", project.id)).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(["ROW1", "ROW2"]);
  });
});
