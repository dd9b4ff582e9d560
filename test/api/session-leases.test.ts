import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { releaseHeld } from "../../src/async/sweeps/release-holds";
import type { SessionLock } from "../../src/durable/session-lock";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { dying, pausing, sendPausing } from "../support/faults";
import {
  heldIn,
  hold,
  lockOf,
  moveClock,
  NOTHING_HELD,
  once,
  ring,
  session,
  storedLease,
  verdictOf,
} from "../support/holding";
import { expectSound } from "../support/invariants";
import { homeDb, homeName, visitOf } from "../support/places";
import { redeem, redeemables, voucher } from "../support/redeeming";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;
/** What the alarm waits after a hold has lapsed. */
const SLACK = 2 * SECOND;
const NOTHING_STORED = { leases: [], alarm: null, entries: 0 };

afterEach(() => void vi.useRealTimers());

/** A shop where one code can be used once. */
async function shop(sent: Record<string, unknown> = once): Promise<TestProject> {
  const project = await newProject();
  await voucher(project, "ONE", sent);
  return project;
}

const asked = {
  path: "/v1/validations",
  body: { redeemables: redeemables("ONE"), session: session("mine") },
};

/** Runs a request that ends in a fault, which is logged. */
async function quietly<T>(run: () => Promise<T>): Promise<T> {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const result = await run();
  expect(log).toHaveBeenCalledTimes(1);
  log.mockRestore();
  return result;
}

describe("the object of a key", () => {
  it("knows what is held and until when, and wakes 2 s after that", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const [row] = await rowsOf("session_holds", project.id);
    const { leases, alarm } = await storedLease(project, "mine");
    expect(leases).toEqual([
      {
        project_id: project.id,
        key: "mine",
        voucher_ids: [row?.voucher_id],
        expires_at: row?.expires_at,
      },
    ]);
    expect(alarm).toBe(Number(row?.expires_at) + SLACK);
  });

  it("takes away what has lapsed, and leaves nothing of itself behind", async () => {
    const project = await shop();
    await voucher(project, "TWO", once);
    await hold(project, "mine", ["ONE", "TWO"], { order: { amount: 1000 } });
    await hold(project, "yours", "ONE");
    moveClock(HOUR + SLACK);
    expect(await ring(project, "mine")).toBe(true);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    expect(await storedLease(project, "mine")).toEqual(NOTHING_STORED);
    await expectSound(project.id);
  });

  it("keeps ten leases, however often it is renewed for a shorter time", async () => {
    const project = await shop();
    for (let ttl = 40; ttl > 0; ttl--) {
      const reply = await hold(project, "mine", "ONE", { lock: { ttl, ttl_unit: "MINUTES" } });
      expect(verdictOf(reply)).toBe("valid");
    }
    const { leases, alarm } = await storedLease(project, "mine");
    const minutes = leases.map(({ expires_at }) => Math.round((expires_at - Date.now()) / 60_000));
    expect(minutes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 40]);
    expect(alarm).toBe(Number(leases[0]?.expires_at) + SLACK);
    for (const { expires_at } of leases) {
      moveClock(expires_at - Date.now() + SLACK);
      await ring(project, "mine");
    }
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    expect(await storedLease(project, "mine")).toEqual(NOTHING_STORED);
  });

  it("takes away once, however often its alarm goes off", async () => {
    const project = await shop({ redemption: { quantity: 5 } });
    await hold(project, "yours", "ONE", { lock: { ttl: 2 } });
    await hold(project, "mine", "ONE");
    const { leases } = await storedLease(project, "mine");
    moveClock(HOUR + SLACK);
    await ring(project, "mine");
    for (const lease of leases) await lockOf(project, "mine").keep(lease);
    await ring(project, "mine");
    expect(await heldIn(project)).toEqual({ holds: ["yours ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("loses nothing when it is evicted from memory", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const before = await storedLease(project, "mine");
    await evictDurableObject(lockOf(project, "mine"));
    expect(await storedLease(project, "mine")).toEqual(before);
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("quantity_exceeded");
    await evictDurableObject(lockOf(project, "mine"));
    moveClock(HOUR + SLACK);
    await ring(project, "mine");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it("leaves a renewed hold alone when the old alarm goes off", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const old = (await storedLease(project, "mine")).leases;
    moveClock(HOUR / 2);
    await hold(project, "mine", "ONE");
    const renewed = await storedLease(project, "mine");
    expect(renewed.leases).toHaveLength(1);
    expect(renewed.alarm).toBe(Date.now() + HOUR + SLACK);
    // As if the alarm had read the old lease before it was renewed.
    for (const lease of old) await lockOf(project, "mine").keep(lease);
    moveClock(HOUR / 2 + SLACK);
    await ring(project, "mine");
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
    expect(await storedLease(project, "mine")).toEqual(renewed);
  });

  it("keeps the alarm of a longer hold until the shorter one is in its place", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const shorter = {
      redeemables: redeemables("ONE"),
      session: session("mine", { ttl: 1, ttl_unit: "MINUTES" }),
    };
    const reply = await quietly(() =>
      sendPausing(project, { path: "/v1/validations", body: shorter }, dying("before", 2)),
    );
    expect(reply.status).toBe(500);
    moveClock(60 * SECOND + SLACK);
    await ring(project, "mine");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
    moveClock(HOUR);
    await ring(project, "mine");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it("has its alarm before anything is held: who dies in between holds nothing", async () => {
    const project = await shop();
    const reply = await quietly(() => sendPausing(project, asked, dying("before", 2)));
    expect(reply.status).toBe(500);
    expect((await storedLease(project, "mine")).alarm).not.toBeNull();
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("valid");
    moveClock(HOUR + SLACK);
    await ring(project, "mine");
    expect(await storedLease(project, "mine")).toEqual(NOTHING_STORED);
  });

  it("frees what somebody holds who died after it was written", async () => {
    const project = await shop();
    await quietly(() => sendPausing(project, asked, dying("after", 2)));
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
    moveClock(HOUR);
    expect(
      verdictOf(await hold(project, "yours", "ONE", { lock: { ttl: 1, ttl_unit: "SECONDS" } })),
    ).toBe("valid");
    moveClock(SECOND + SLACK);
    await ring(project, "yours");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("a clock 2 s ahead of the worker's takes nothing away too soon", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const [row] = await rowsOf("session_holds", project.id);
    const expiresAt = Number(row?.expires_at);
    // The object's clock shows 2 s more than the worker's, which has 1 ms to go.
    moveClock(expiresAt - 1 - Date.now() + SLACK);
    await ring(project, "mine");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
    expect((await storedLease(project, "mine")).alarm).toBe(expiresAt + SLACK);
  });

  it("a clock 2 s behind the worker's takes it away 4 s late, when it blocks nobody", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    moveClock(HOUR + SLACK + SECOND);
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("valid");
    moveClock(SECOND - SLACK);
    await ring(project, "mine");
    expect((await heldIn(project)).holds).toEqual(["yours ONE 1 0"]);
    await expectSound(project.id);
  });

  it("keeps what is granted while it takes away what lapsed", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const [old] = (await storedLease(project, "mine")).leases;
    if (!old) throw new Error("a lease was stored");
    moveClock(HOUR + SLACK);
    const renewed = { ...old, expires_at: Date.now() + HOUR };
    await runInDurableObject(lockOf(project, "mine"), async (lock: SessionLock) => {
      const ringing = lock.alarm();
      await lock.keep(renewed);
      await ringing;
    });
    const { leases, alarm } = await storedLease(project, "mine");
    expect([leases, alarm]).toEqual([[renewed], renewed.expires_at + SLACK]);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it("tries again where the database does not answer, for a day", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    moveClock(HOUR + SLACK);
    const ringOn = (DB: D1Database) =>
      quietly(() =>
        runInDurableObject(lockOf(project, "mine"), async (lock: SessionLock) => {
          Reflect.set(lock, "env", { ...env, [homeName()]: DB });
          await lock.alarm();
          Reflect.set(lock, "env", env);
        }),
      );
    const down = pausing(homeDb(), dying("before", 1), { count: 0 });
    await ringOn(down);
    expect((await storedLease(project, "mine")).alarm).toBe(Date.now() + 10 * SECOND);
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
    await ring(project, "mine");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await hold(project, "mine", "ONE");
    moveClock(25 * HOUR + SLACK);
    await ringOn(pausing(homeDb(), dying("before", 1), { count: 0 }));
    expect(await storedLease(project, "mine")).toEqual(NOTHING_STORED);
  });

  it("is asked once more where it was reset, and nothing is held where it fails again", async () => {
    const project = await shop();
    const reset = Object.assign(new Error("reset"), { retryable: true });
    const failing = (times: number): DurableObjectNamespace<SessionLock> => {
      let calls = 0;
      return new Proxy(env.SESSION_LOCK, {
        get: (target, name) => {
          if (name !== "getByName") return Reflect.get(target, name);
          calls += 1;
          const isDown = calls <= times;
          return (key: string) =>
            isDown ? { keep: () => Promise.reject(reset) } : target.getByName(key);
        },
      });
    };
    const refused = await quietly(() =>
      sendPausing(project, asked, {}, { SESSION_LOCK: failing(2) }),
    );
    expect([refused.status, refused.batches]).toEqual([500, 1]);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    const granted = await sendPausing(project, asked, {}, { SESSION_LOCK: failing(1) });
    expect(verdictOf(granted)).toBe("valid");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
  });

  it("finds nothing to take away of what was redeemed meanwhile", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    await redeem(project, "ONE", { session: session("mine") });
    moveClock(HOUR + SLACK);
    await ring(project, "mine");
    const { body } = await project.get("/v1/vouchers/ONE");
    expect(body.redemption.redeemed_quantity).toBe(1);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    expect(await storedLease(project, "mine")).toEqual(NOTHING_STORED);
    await expectSound(project.id);
  });

  it("takes away what is held of a voucher that was deleted for good", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    expect((await project.delete("/v1/vouchers/ONE?force=true")).status).toBe(204);
    moveClock(HOUR + SLACK);
    await ring(project, "mine");
    expect(await rowsOf("session_holds", project.id)).toEqual([]);
    expect(await storedLease(project, "mine")).toEqual(NOTHING_STORED);
  });
});

describe("holds whose alarm was lost", () => {
  const HOLDS = 1_200;

  /** Holds of the voucher by so many keys, which lapsed at that time, counted on the voucher. */
  async function lost(project: TestProject, lapsedAt: number): Promise<void> {
    const [{ id } = { id: "" }] = await rowsOf("vouchers", project.id);
    await homeDb().batch([
      homeDb()
        .prepare(
          `INSERT INTO session_holds
           (project_id, voucher_id, session_key, quantity, amount, ttl, ttl_unit, created_at, expires_at)
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
         SELECT ?1, ?2, 'lost-' || i, 2, 3, 1, 'HOURS', '', ?4 FROM n`,
        )
        .bind(project.id, id, HOLDS, lapsedAt),
      homeDb()
        .prepare(
          `UPDATE vouchers SET held_quantity = held_quantity + ?2, held_amount = held_amount + ?3
         WHERE project_id = ?1`,
        )
        .bind(project.id, 2 * HOLDS, 3 * HOLDS),
    ]);
  }

  it("go with a sweep an hour after they lapsed, in pieces; none that lapsed later does", async () => {
    const [project, other] = [await shop({}), await shop({})];
    const now = Date.now();
    await hold(project, "mine", "ONE");
    await lost(project, now - HOUR - 1);
    await lost(other, now - HOUR);
    const visit = visitOf(homeName(), now);
    await releaseHeld.run(visit);
    expect(await heldIn(project)).toEqual({
      holds: ["mine ONE 1 0"],
      sums: { ONE: [1, 0] },
    });
    // Four times it looks for the oldest; three batches of at most 500 find some.
    expect(visit.db.cost.statements).toBe(4 + 3 * 2);
    expect((await heldIn(other)).sums).toEqual({ ONE: [2 * HOLDS, 3 * HOLDS] });
    await releaseHeld.run(visitOf(homeName(), now + 1));
    expect(await heldIn(other)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
    await expectSound(other.id);
  });
});
