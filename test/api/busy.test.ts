import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { noCost } from "../../src/db/client";
import type { Asked } from "../../src/db/shared";
import type { SharedBatches } from "../../src/durable/shared-batches";
import { sharedDb } from "../../src/scope/share";
import { costOf, newProject, rowsOf } from "../support/api";
import { sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { countsOf, parallel, redeem, voucher } from "../support/redeeming";
import { replacing } from "../support/replacing";

/** What a list of rows has to carry as it is. */
const TEXT = { text: `a 'quoted' "one" \\ \u0000 ünïcode 🎁`, list: [1, 2.5, null, true] };

describe("redemptions of a busy project", () => {
  it("share batches, refused ones among them, and each is told what it would be told alone", async () => {
    const project = await newProject({ busy: 1 });
    await voucher(project, "HOT", { redemption: { quantity: 25 } });
    await voucher(project, "COLD", { redemption: { quantity: 1 } });
    const replies = await parallel(60, (at) =>
      redeem(project, at % 3 === 2 ? "COLD" : "HOT", {
        customer: { source_id: `customer-${at}` },
        order: { amount: 1000 },
      }),
    );
    expect(countsOf(replies)).toEqual({ "200": 26, "400 quantity_exceeded": 34 });
    expect(await rowsOf("orders", project.id)).toHaveLength(26);
    await expectSound(project.id);
  });

  it("that are alike share rows: 40 write fewer than each by itself, and count the same", async () => {
    const written = async (busy: number) => {
      const project = await newProject({ busy });
      await voucher(project, "HOT");
      const customers = (at: number) => ({ source_id: `customer-${at}` });
      const send = (at: number, round: number) =>
        redeem(project, "HOT", {
          customer: customers(at),
          order: { amount: 1000 + round },
          metadata: TEXT,
        });
      // Those who come back are all alike; who is new writes a row more.
      await parallel(40, (at) => send(at, 1));
      const replies = await parallel(40, (at) => send(at, 2));
      expect(countsOf(replies)).toEqual({ "200": 40 });
      await expectSound(project.id);
      const kept = await rowsOf("redemptions", project.id);
      expect(new Set(kept.map(({ metadata }) => metadata))).toEqual(
        new Set([JSON.stringify(TEXT)]),
      );
      const [hot] = await rowsOf("vouchers", project.id);
      expect(hot).toMatchObject({ redeemed_quantity: 80 });
      const moved = await rowsOf("customers", project.id);
      expect(
        moved.map(({ total_succeeded, orders_amount }) => [total_succeeded, orders_amount]),
      ).toEqual(Array.from({ length: 40 }, () => [2, 1803]));
      const told = replies.map(
        ({ body }) => body.redemptions[0].voucher.redemption.redeemed_quantity,
      );
      return {
        rows: replies.reduce((sum, reply) => sum + costOf(reply).written, 0),
        told: told.toSorted((a, b) => a - b),
      };
    };
    const [plain, busy] = [await written(0), await written(1)];
    expect(busy.rows).toBeLessThan(plain.rows - 40);
    // Each is told the use that it was.
    expect(busy.told).toEqual(Array.from({ length: 40 }, (_, at) => 41 + at));
  });

  it("send one key at once: one redeems, and all others are told what that one was", async () => {
    const project = await newProject({ busy: 1 });
    await voucher(project, "ONCE", { redemption: { quantity: 5 } });
    const body = { redeemables: [{ object: "voucher", id: "ONCE" }], order: { amount: 1000 } };
    const replies = await parallel(10, () =>
      project.post("/v1/redemptions", body, { ...project.server, "idempotency-key": "same" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 10 });
    expect(new Set(replies.map((reply) => reply.body.redemptions[0].id)).size).toBe(1);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("send a row as it is where it is too large as one of several", async () => {
    const sent: Asked[] = [];
    const kept = replacing(env.SHARED_BATCHES, {
      // The casts hold for what `scope/share.ts` asks of it.
      getByName: () =>
        ({
          run: async (_: string, asked: Asked) => {
            sent.push(asked);
            return { failure: "kept" };
          },
        }) as unknown as DurableObjectStub<SharedBatches>,
    });
    const plain = { sql: "plain", params: ["{}"] };
    const of = (row: string) => () => ({ sql: "many", params: [row], ways: ["list" as const] });
    // 2,000,000 bytes are the most that the database takes.
    const short = { ...plain, joinable: of("x".repeat(2_000_000)) };
    const long = { ...plain, joinable: of("x".repeat(2_000_001)) };
    const { shared } = sharedDb(
      { ...env, SHARED_BATCHES: kept },
      { d1: env.DB, cost: noCost() },
      "p",
    );
    const asked = shared?.([short, long, plain], { writes: true, apart: [] });
    await expect(asked).rejects.toThrow("kept");
    const names = sent.flatMap(({ statements }) => statements.map(({ sql, ways }) => [sql, ways]));
    expect(names).toEqual([
      ["many", ["list"]],
      ["plain", null],
      ["plain", null],
    ]);
  });

  it("429: too many wait; nothing is written, and the caller may come again", async () => {
    const project = await newProject({ busy: 1 });
    await voucher(project, "HOT");
    const full = replacing(env.SHARED_BATCHES, {
      // The cast holds for what `scope/share.ts` asks of it.
      getByName: () => ({ run: async () => null }) as unknown as DurableObjectStub<SharedBatches>,
    });
    const body = { redeemables: [{ object: "voucher", id: "HOT" }] };
    const request = { path: "/v1/redemptions", body };
    const reply = await sendPausing(project, request, {}, { SHARED_BATCHES: full });
    expect(reply).toMatchObject({ status: 429, body: { key: "too_many_requests" } });
    expect(reply.headers.get("retry-after")).toBe("1");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect((await redeem(project, "HOT")).status).toBe(200);
  });

  it("no other request goes through the line", async () => {
    const project = await newProject({ busy: 1 });
    await voucher(project, "HOT");
    const closed = replacing(env.SHARED_BATCHES, {
      getByName: () => {
        throw new Error("nobody asks for it");
      },
    });
    const body = { redeemables: [{ object: "voucher", id: "HOT" }] };
    const asked = (path: string) =>
      sendPausing(project, { path, body }, {}, { SHARED_BATCHES: closed });
    expect((await asked("/v1/validations")).status).toBe(200);
    expect((await asked("/v1/redemptions")).status).toBe(500);
    const plain = await newProject();
    await voucher(plain, "HOT");
    const path = "/v1/redemptions";
    const alone = await sendPausing(plain, { path, body }, {}, { SHARED_BATCHES: closed });
    expect(alone.status).toBe(200);
  });
});
