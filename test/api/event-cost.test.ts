import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import { outboxJob } from "../../src/async/jobs/outbox";
import { costOf, newProject, type Reply, rowsOf } from "../support/api";
import { homeDb, homeName } from "../support/places";

const takenUp = async (projectId: string) => (await rowsOf("tallies", projectId))[0]?.events_taken;

describe("taking events up", () => {
  it("a redemption of a known customer with an order writes 11 rows, and taking up its event one more", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/SAVE", { discount: { type: "PERCENT", percent_off: 20 } });
    const redeem = () =>
      project.post("/v1/redemptions", {
        redeemables: [{ object: "voucher", id: "SAVE" }],
        order: { amount: 5000 },
        customer: { source_id: "ada" },
      });
    await redeem();
    const reply = await redeem();
    expect(reply.status).toBe(200);
    // The voucher and the customer, each with its counters of use, the order and two indexes, the redemption, which
    // keeps the entry of the audit log, and two indexes, the tally with its day, the event and its index.
    expect(costOf(reply).written).toBe(1 + 1 + 3 + 3 + 1 + 2);
  });

  it("a redemption of nobody writes 5 rows, a refused one 5, of a known customer 8, a rollback 16", async () => {
    const project = await newProject();
    const discount = { type: "PERCENT", percent_off: 20 };
    await project.post("/v1/vouchers/SAVE", { discount });
    await project.post("/v1/vouchers/OFF", { discount, active: false });
    const written = async (call: (at: number) => Promise<Reply>, status: number) => {
      const replies = [await call(0), await call(1), await call(2)];
      expect(replies.map((reply) => reply.status)).toEqual([status, status, status]);
      return replies.map((reply) => costOf(reply).written).at(-1);
    };
    const known = { order: { amount: 5000 }, customer: { source_id: "ada" } };
    const redeem = (id: string, sent: object) => () =>
      project.post("/v1/redemptions", { redeemables: [{ object: "voucher", id }], ...sent });
    // The voucher, the redemption and its index, the tally, the event.
    expect(await written(redeem("SAVE", {}), 200)).toBe(1 + 2 + 1 + 1);
    // The redemption and its indexes by voucher and as a failed one, the tally, the event.
    expect(await written(redeem("OFF", {}), 400)).toBe(3 + 1 + 1);
    const made = [redeem("SAVE", known), redeem("SAVE", known), redeem("SAVE", known)];
    const redeemed = await Promise.all(made.map((call) => call()));
    // The same with its index by the customer, the customer, and the event's index.
    expect(await written(redeem("OFF", known), 400)).toBe(4 + 1 + 1 + 2);
    const back = (at: number) =>
      project.post(`/v1/redemptions/${redeemed[at]?.body.redemptions[0].id}/rollback`);
    // The voucher, its use and the customer's, what was redeemed, the order and where it stands by
    // its update, the customer, the rollback and three indexes, the tally, the event and its index,
    // and the entry of the audit log, for which the rollback's row has no room.
    expect(await written(back, 200)).toBe(1 + 1 + 1 + 1 + 3 + 1 + 4 + 1 + 2 + 1);
  });

  it("one row is written for all events that wait", async () => {
    const project = await newProject();
    for (let at = 0; at < 3; at++) {
      await project.post(`/v1/vouchers/CODE-${at}`, { gift: { amount: 100 } });
    }
    await outboxJob(env, { project_id: project.id });
    expect(await takenUp(project.id)).toBe(3);
  });

  it("the sweep finds a project behind more than it looks at in one statement", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/LATE", { gift: { amount: 100 } });
    await homeDb()
      .prepare("UPDATE tallies SET events_taken = 0 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 1200)
       INSERT INTO tallies (project_id) SELECT printf('before-%04d', at) FROM n`,
      )
      .run();
    const rung: unknown[] = [];
    const JOBS = {
      sendBatch: async (all: { body: unknown }[]) => rung.push(...all.map(({ body }) => body)),
    } as unknown as Queue;
    await sweep({ ...env, JOBS }, Date.now() + 60_000, undefined, homeName());
    await homeDb().prepare("DELETE FROM tallies WHERE project_id LIKE 'before-%'").run();
    expect(rung).toContainEqual({ job: "outbox", project_id: project.id });
  });
});
