import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientValidation } from "../../src/resources/validations/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { heldIn, hold, moveClock, NOTHING_HELD, once, verdictOf } from "../support/holding";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { parallel, redeem, redeemables, voucher } from "../support/redeeming";

const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

async function shop(sent = {}, settings = {}): Promise<TestProject> {
  const project = await newProject(settings);
  await voucher(project, "ONE", sent);
  return project;
}

/** A shopper's hold, from the first address block unless the test says otherwise. */
const ask = (
  project: TestProject,
  key: string,
  { codes = ["ONE"], block = 1, ...lock }: Record<string, unknown> & { codes?: string[] } = {},
) =>
  project.post(
    "/client/v1/validations",
    {
      redeemables: redeemables(codes),
      order: { amount: 10_000 },
      session: { type: "LOCK", key, ...lock },
    },
    { "cf-connecting-ip": `172.29.${block}.${Math.floor(Math.random() * 250)}` },
  );

const keysHeld = async (project: TestProject) =>
  (await rowsOf("session_holds", project.id)).map(({ session_key }) => session_key);

describe("how long a shopper holds", () => {
  it.each([
    [30, { ttl: 30, ttl_unit: "MINUTES" }, true],
    [30, { ttl: 1_801, ttl_unit: "SECONDS" }, false],
    [30, { ttl: 1 }, false],
    [30, { ttl: 7, ttl_unit: "DAYS" }, false],
    [10_080, { ttl: 7, ttl_unit: "DAYS" }, true],
    [10_080, { ttl: 169, ttl_unit: "HOURS" }, false],
    [1, { ttl: 61, ttl_unit: "SECONDS" }, false],
  ])("where %i minutes is the most: %j is granted: %s", async (minutes, lock, isGranted) => {
    const project = await shop(once, { client_hold_max_minutes: minutes });
    const reply = await ask(project, "mine", lock);
    if (isGranted) {
      expect(parsed(ClientValidation, reply).session).toMatchObject(lock);
      return;
    }
    const { details } = failure(reply, 400, "invalid_payload");
    expect(details).toBe(`Property .session.ttl must not be longer than ${minutes} minutes`);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it("as long as it may, where only the type is sent", async () => {
    const project = await shop(once, { client_hold_max_minutes: 45 });
    const { session } = parsed(ClientValidation, await ask(project, "mine"));
    expect(session).toEqual({ key: "mine", type: "LOCK", ttl: 45, ttl_unit: "MINUTES" });
    const [row] = await rowsOf("session_holds", project.id);
    expect(Number(row?.expires_at) - Date.parse(String(row?.created_at))).toBe(45 * MINUTE);
  });

  it("only where it may redeem", async () => {
    const project = await shop(once, { client_redeem_enabled: 0 });
    failure(await ask(project, "mine"), 403, "forbidden");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });
});

describe("how much an address block holds", () => {
  const ten = Array.from({ length: 10 }, (_, at) => `key-${at}`);

  it("429: an eleventh hold, naming the limit; what is held stays", async () => {
    const project = await shop();
    for (const key of ten) expect(verdictOf(await ask(project, key))).toBe("valid");
    const before = await heldIn(project);
    const refused = await ask(project, "eleven");
    const { details } = failure(refused, 429, "too_many_requests");
    expect(details).toBe("Only up to 10 holds at a time from one address block");
    expect(refused.headers.get("retry-after")).toBe("1800");
    expect(refused.headers.get("x-rate-limit-remaining")).toBe("0");
    // Of the rate of requests something is left, which is not what this one waits for.
    expect(refused.headers.get("ratelimit")).toBeNull();
    expect(await heldIn(project)).toEqual(before);
    await expectSound(project.id);
  });

  it("counts each voucher of a cart, in its own project, for its own block alone", async () => {
    const project = await shop();
    for (const code of ["TWO", "THREE", "FOUR"]) await voucher(project, code);
    const codes = ["ONE", "TWO", "THREE", "FOUR"];
    for (const key of ["a", "b"])
      expect(verdictOf(await ask(project, key, { codes }))).toBe("valid");
    failure(await ask(project, "c", { codes }), 429, "too_many_requests");
    expect(verdictOf(await ask(project, "c", { codes: ["ONE", "TWO"] }))).toBe("valid");
    failure(await ask(project, "d"), 429, "too_many_requests");
    expect(verdictOf(await ask(project, "d", { block: 2 }))).toBe("valid");
    expect(verdictOf(await ask(await shop(), "d"))).toBe("valid");
    expect(verdictOf(await hold(project, "e", "ONE"))).toBe("valid");
  });

  it("200: a key that asks again takes no more room, and what is released or redeemed makes some", async () => {
    const project = await shop();
    for (const key of ten) await ask(project, key);
    expect(verdictOf(await ask(project, "key-3"))).toBe("valid");
    await project.delete("/v1/vouchers/ONE/sessions/key-3");
    expect(verdictOf(await ask(project, "eleven"))).toBe("valid");
    await redeem(project, "ONE", { session: { type: "LOCK", key: "key-4" } });
    expect(verdictOf(await ask(project, "twelve"))).toBe("valid");
    failure(await ask(project, "thirteen"), 429, "too_many_requests");
    await expectSound(project.id);
  });

  it("200: a hold that has lapsed does not count, though nobody took it away", async () => {
    const project = await shop();
    for (const key of ten) await ask(project, key, { ttl: 5, ttl_unit: "MINUTES" });
    moveClock(5 * MINUTE + 1);
    const other = ["TWO", "THREE"];
    for (const code of other) await voucher(project, code);
    expect(verdictOf(await ask(project, "eleven", { codes: ["TWO"] }))).toBe("valid");
    expect(await keysHeld(project)).toHaveLength(11);
  });

  it("holds of back ends do not count, nor those of before there was a limit", async () => {
    const project = await shop();
    for (const key of ten) expect(verdictOf(await hold(project, key, "ONE"))).toBe("valid");
    expect(verdictOf(await ask(project, "mine"))).toBe("valid");
  });

  it("is strict under 40 keys at once", async () => {
    const project = await shop();
    const replies = await parallel(40, (at) => ask(project, `key-${at}`));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const reply of replies) {
      if (reply.status !== 200) failure(reply, 429, "too_many_requests");
    }
    expect(await keysHeld(project)).toHaveLength(10);
    await expectSound(project.id);
  });

  it("is strict under 20 carts of three codes at once", async () => {
    const project = await shop();
    for (const code of ["TWO", "THREE"]) await voucher(project, code);
    const codes = ["ONE", "TWO", "THREE"];
    const replies = await parallel(20, (at) => ask(project, `key-${at}`, { codes }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(await keysHeld(project)).toHaveLength(9);
    await expectSound(project.id);
  });
});

describe("cost", () => {
  it("3 round trips as for a back end, and no more rows for 2,000 holds of the block that lapsed", async () => {
    const project = await shop();
    await ask(project, "mine");
    await voucher(project, "OLD");
    const lapsed = (from: number, to: number) =>
      homeDb()
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
       INSERT INTO session_holds (project_id, voucher_id, session_key, quantity, amount, ttl, ttl_unit, created_at, expires_at, address_block)
       SELECT ?1, 'v_old', 'old-' || i, 0, 0, 1, 'MINUTES', '2026-01-01T00:00:00.000Z', 1, '172.29.1.0/24' FROM n`,
        )
        .bind(project.id, from, to)
        .run();
    // The first one is the neighbour of what is looked up.
    await lapsed(1, 1);
    const before = await ask(project, "mine");
    expect(costOf(before).roundTrips).toBe(3);
    await lapsed(2, 2000);
    const after = await ask(project, "mine");
    expect(costOf(after).roundTrips).toBe(3);
    expect(costOf(after).read).toBeLessThanOrEqual(costOf(before).read);
  });
});
