import { afterEach, describe, expect, it, vi } from "vitest";
import { HeldSessionList } from "../../src/resources/sessions/schema";
import { ClientValidation, Validation } from "../../src/resources/validations/schema";
import { costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { crowd } from "../support/crowd";
import { hearAgain } from "../support/earning";
import { sendPausing } from "../support/faults";
import {
  heldIn,
  hold,
  moveClock,
  NOTHING_HELD,
  once,
  session,
  verdictOf,
} from "../support/holding";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

afterEach(() => void vi.useRealTimers());

/** A shop where one code can be used once. */
async function shop(sent: Record<string, unknown> = once): Promise<TestProject> {
  const project = await newProject();
  await voucher(project, "ONE", sent);
  return project;
}

describe("200: a validation with a session", () => {
  it("holds one use of what applies, and tells the session", async () => {
    const project = await shop();
    const body = parsed(Validation, await hold(project, "mine", "ONE"));
    expect(body.session).toEqual({ key: "mine", type: "LOCK", ttl: 1, ttl_unit: "HOURS" });
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("holds for 7 days under a key of its own where only the type is sent", async () => {
    const project = await shop();
    const reply = await project.post("/v1/validations", {
      redeemables: redeemables("ONE"),
      session: { type: "LOCK" },
    });
    const asked = parsed(Validation, reply).session;
    expect(asked).toEqual({
      key: expect.stringMatching(/^ssn_[0-9A-Za-z]{32}$/),
      type: "LOCK",
      ttl: 7,
      ttl_unit: "DAYS",
    });
    const [row] = await rowsOf("session_holds", project.id);
    expect(Number(row?.expires_at) - Date.parse(String(row?.created_at))).toBe(604_800_000);
  });

  it("refuses the held use to another key, and to one who has none", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("quantity_exceeded");
    const plain = { redeemables: redeemables("ONE") };
    expect(verdictOf(await project.post("/v1/validations", plain))).toBe("quantity_exceeded");
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
  });

  it("does not stand in the way of its own key, however often it asks", async () => {
    const project = await shop();
    for (const at of [1, 2, 3]) {
      expect(verdictOf(await hold(project, "mine", "ONE")), `call ${at}`).toBe("valid");
    }
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("replaces all that the key held", async () => {
    const project = await shop();
    await voucher(project, "TWO", once);
    await hold(project, "mine", ["ONE"]);
    await hold(project, "mine", ["TWO"]);
    expect(await heldIn(project)).toEqual({ holds: ["mine TWO 1 0"], sums: { TWO: [1, 0] } });
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("valid");
    await expectSound(project.id);
  });

  it("leaves what the key held where it is not valid, and holds nothing of the rest", async () => {
    const project = await shop();
    await voucher(project, "OFF", { active: false });
    await voucher(project, "TWO");
    await hold(project, "mine", "ONE");
    const reply = await hold(project, "mine", ["TWO", "OFF"]);
    expect(reply.body.valid).toBe(false);
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
  });

  it("holds an unlimited voucher for any number of keys", async () => {
    const project = await shop({});
    for (const key of ["a", "b", "c"]) {
      expect(verdictOf(await hold(project, key, "ONE"))).toBe("valid");
    }
    expect((await heldIn(project)).sums).toEqual({ ONE: [3, 0] });
    await expectSound(project.id);
  });

  it("holds only what applies, where a part may", async () => {
    const project = await newProject();
    await project.post(`/management/v1/projects/${project.id}/stacking-rules`, {
      redeemables_application_mode: "PARTIAL",
    });
    await voucher(project, "ONE", once);
    await voucher(project, "OFF", { active: false });
    expect((await hold(project, "mine", ["OFF", "ONE"])).body.valid).toBe(true);
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("holds nothing of a promotion's tier, which has no limit, but replaces what was held", async () => {
    const project = await shop();
    const promotion = await campaign(project, "Sale", {
      campaign_type: "PROMOTION",
      voucher: null,
    });
    const tier = await project.post(`/v1/promotions/${promotion}/tiers`, {
      name: "First",
      action: { discount: { type: "AMOUNT", amount_off: 100 } },
    });
    await hold(project, "mine", "ONE");
    const reply = await project.post("/v1/validations", {
      redeemables: [{ object: "promotion_tier", id: tier.body.id }],
      order: { amount: 1000 },
      session: session("mine"),
    });
    expect(verdictOf(reply)).toBe("valid");
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("holds nothing more for an order that has used the voucher before", async () => {
    const project = await shop();
    const order = { source_id: "cart", amount: 1000 };
    await redeem(project, "ONE", { order });
    expect(verdictOf(await hold(project, "mine", "ONE", { order }))).toBe("valid");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("holds for a browser as for a back end", async () => {
    const project = await shop();
    const reply = await project.post("/client/v1/validations", {
      redeemables: redeemables("ONE"),
      session: session("mine", { ttl: 30, ttl_unit: "MINUTES" }),
    });
    expect(parsed(ClientValidation, reply).session?.key).toBe("mine");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
  });

  it("holds through the validation of one code", async () => {
    const project = await shop();
    const reply = await project.post("/v1/vouchers/ONE/validate", { session: session("mine") });
    expect(reply.body.session.key).toBe("mine");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
  });

  it.each(["/v1/validations", "/client/v1/validations"])(
    "a repetition of POST %s holds nothing more and answers the same",
    async (path) => {
      const project = await shop({});
      const sent = { redeemables: redeemables("ONE"), session: { type: "LOCK" } };
      const headers = { "idempotency-key": "again", "cf-connecting-ip": "10.3.3.3" };
      const first = await project.post(path, sent, headers);
      const second = await project.post(path, sent, headers);
      expect(second.headers.get("idempotent-replayed")).toBe("true");
      expect(second.body).toEqual(first.body);
      expect((await heldIn(project)).sums).toEqual({ ONE: [1, 0] });
    },
  );
});

describe("200: what changed since it was read", () => {
  it("stays on a voucher that is back from the bin, however late its deletion is heard of", async () => {
    const project = await shop();
    expect((await project.delete("/v1/vouchers/ONE")).status).toBe(204);
    const [entry] = (await project.get("/v1/trash-bin")).body.data;
    expect((await project.post(`/v1/trash-bin/${entry.id}/restore`)).status).toBe(200);
    await hold(project, "mine", "ONE");
    await hearAgain(project);
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("a voucher that was deleted meanwhile is not held", async () => {
    const project = await shop();
    const remove = async (batch: number) => {
      if (batch === 2) await project.delete("/v1/vouchers/ONE");
    };
    const body = { redeemables: redeemables("ONE"), session: session("mine") };
    const reply = await sendPausing(project, { path: "/v1/validations", body }, { before: remove });
    expect(verdictOf(reply)).toBe("not_found");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("a use that was taken meanwhile is not held", async () => {
    const project = await shop();
    const take = async (batch: number) => {
      if (batch === 2) await redeem(project, "ONE");
    };
    const body = { redeemables: redeemables("ONE"), session: session("mine") };
    const reply = await sendPausing(project, { path: "/v1/validations", body }, { before: take });
    expect(verdictOf(reply)).toBe("quantity_exceeded");
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });
});

describe("200: a gift card", () => {
  const order = { amount: 700 };

  it("others see what is left of the credits", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    await hold(project, "mine", "CARD", { order });
    expect(await heldIn(project)).toEqual({ holds: ["mine CARD 1 700"], sums: { CARD: [1, 700] } });
    // 1000 - 700 = 300 are left to others.
    expect(verdictOf(await hold(project, "yours", "CARD", { order, credits: 301 }))).toBe(
      "gift_amount_exceeded",
    );
    const reply = await hold(project, "yours", "CARD", { order });
    expect(reply.body.redeemables[0].result.gift.credits).toBe(300);
    expect((await heldIn(project)).sums).toEqual({ CARD: [2, 1000] });
    await expectSound(project.id);
  });

  it("its own key may take other credits instead", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    await hold(project, "mine", "CARD", { order });
    const reply = await hold(project, "mine", "CARD", { order: { amount: 1000 }, credits: 1000 });
    expect(verdictOf(reply)).toBe("valid");
    expect((await heldIn(project)).sums).toEqual({ CARD: [1, 1000] });
    await expectSound(project.id);
  });

  it("a redemption without the key takes only what is left", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    await hold(project, "mine", "CARD", { order });
    const sent = { redeemables: redeemables("CARD", 301), order };
    const refused = await project.post("/v1/redemptions", sent);
    expect([refused.status, refused.body.key]).toEqual([400, "gift_amount_exceeded"]);
    const taken = await redeem(project, "CARD", { order });
    expect(taken.body.redemptions[0].gift ?? taken.body.redemptions[0].amount).toBeDefined();
    const [row] = await rowsOf("vouchers", project.id);
    expect([row?.balance, row?.held_amount]).toEqual([700, 700]);
    await expectSound(project.id);
  });
});

describe("released", () => {
  it("by DELETE of the session, on that voucher only", async () => {
    const project = await shop();
    await voucher(project, "TWO", once);
    await hold(project, "mine", ["ONE", "TWO"], { order: { amount: 1000 } });
    expect((await project.delete("/v1/vouchers/ONE/sessions/mine")).status).toBe(204);
    expect(await heldIn(project)).toEqual({ holds: ["mine TWO 1 0"], sums: { TWO: [1, 0] } });
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("valid");
    await expectSound(project.id);
  });

  it("by DELETE with a key that has to be encoded", async () => {
    const project = await shop();
    await hold(project, "a/b c%", "ONE");
    const path = `/v1/vouchers/ONE/sessions/${encodeURIComponent("a/b c%")}`;
    expect((await project.delete(path)).status).toBe(204);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it("by a redemption that carries the key, all of them", async () => {
    const project = await shop();
    await voucher(project, "TWO", once);
    await hold(project, "mine", ["ONE", "TWO"], { order: { amount: 1000 } });
    const reply = await redeem(project, "ONE", { session: session("mine") });
    expect(reply.status).toBe(200);
    expect(reply.body.redemptions[0].voucher.redemption.redeemed_quantity).toBe(1);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("not by a redemption that fails", async () => {
    const project = await shop();
    await voucher(project, "OFF", { active: false });
    await hold(project, "mine", "ONE");
    const reply = await redeem(project, "OFF", { session: session("mine") });
    expect(reply.body.key).toBe("voucher_disabled");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
  });

  it("not by a redemption with another key, which is refused", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    for (const sent of [{ session: session("yours") }, {}]) {
      const reply = await redeem(project, "ONE", sent);
      expect([reply.status, reply.body.key]).toEqual([400, "quantity_exceeded"]);
    }
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
    await expectSound(project.id);
  });

  it("nothing by a redemption with a key that nobody knows", async () => {
    const project = await shop();
    expect((await redeem(project, "ONE", { session: session("new") })).status).toBe(200);
    await expectSound(project.id);
  });
});

describe("when the time is over", () => {
  it.each([
    { ttl: 1, ttl_unit: "NANOSECONDS" },
    { ttl: 1500, ttl_unit: "MICROSECONDS" },
    { ttl: 2, ttl_unit: "MILLISECONDS" },
    { ttl: 1, ttl_unit: "SECONDS" },
    { ttl: 60, ttl_unit: "MINUTES" },
    { ttl: 1, ttl_unit: "HOURS" },
  ])("$ttl $ttl_unit: another key may hold, and what lapsed is taken away", async (lock) => {
    const project = await shop();
    await hold(project, "mine", "ONE", { lock });
    moveClock(HOUR);
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("valid");
    expect(await heldIn(project)).toEqual({ holds: ["yours ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("its own lapsed hold is replaced like any other", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    moveClock(HOUR);
    expect(verdictOf(await hold(project, "mine", "ONE"))).toBe("valid");
    expect(await heldIn(project)).toEqual({ holds: ["mine ONE 1 0"], sums: { ONE: [1, 0] } });
    await expectSound(project.id);
  });

  it("not a moment sooner", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    moveClock(HOUR - SECOND);
    expect(verdictOf(await hold(project, "yours", "ONE"))).toBe("quantity_exceeded");
  });

  it("a redemption without any key takes the use, and what lapsed is taken away", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    moveClock(HOUR);
    const reply = await redeem(project, "ONE");
    expect(reply.status).toBe(200);
    expect(reply.body.redemptions[0].voucher.redemption.redeemed_quantity).toBe(1);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
    await expectSound(project.id);
  });

  it("credits of a gift card can be taken again", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    await hold(project, "mine", "CARD", { order: { amount: 1000 } });
    moveClock(HOUR);
    const reply = await redeem(project, "CARD", { order: { amount: 1000 } });
    expect(reply.status).toBe(200);
    const [row] = await rowsOf("vouchers", project.id);
    expect([row?.balance, row?.held_amount, row?.held_quantity]).toEqual([0, 0, 0]);
    await expectSound(project.id);
  });

  it("more lapsed holds than one request takes away still block nobody", async () => {
    const project = await shop({ redemption: { quantity: 250 } });
    await crowdOfHolds(project, "ONE", 250, Date.now() - SECOND);
    expect(verdictOf(await hold(project, "mine", "ONE"))).toBe("valid");
    // 250 - 100 that were taken away + 1
    expect((await heldIn(project)).sums).toEqual({ ONE: [151, 0] });
    await expectSound(project.id);
  });
});

/** So many holds of keys of their own on a voucher, straight in the tables. */
async function crowdOfHolds(project: TestProject, code: string, count: number, until: number) {
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO session_holds (project_id, voucher_id, session_key, quantity, amount, ttl, ttl_unit, created_at, expires_at)
       SELECT ?1, v.id, printf('crowd-%05d', value), 1, 0, 1, 'HOURS', '2026-01-01T00:00:00.000Z', ?4 + value
       FROM vouchers v, json_each(?3) WHERE v.project_id = ?1 AND v.code = ?2`,
      )
      .bind(project.id, code, JSON.stringify(Array.from({ length: count }, (_, at) => at)), until),
    homeDb()
      .prepare(
        "UPDATE vouchers SET held_quantity = held_quantity + ?3 WHERE project_id = ?1 AND code = ?2",
      )
      .bind(project.id, code, count),
  ]);
}

describe("200: GET /v1/vouchers/{code}/sessions", () => {
  it("lists what is held now, the first to lapse first", async () => {
    const project = await newProject();
    await giftCard(project, "CARD", 1000);
    const order = { amount: 1000 };
    await hold(project, "late", "CARD", { order, credits: 300, lock: { ttl: 2 } });
    await hold(project, "gone", "CARD", {
      order,
      credits: 100,
      lock: { ttl: 1, ttl_unit: "MINUTES" },
    });
    await hold(project, "soon", "CARD", { order, credits: 200 });
    moveClock(60 * SECOND);
    const list = parsed(HeldSessionList, await project.get("/v1/vouchers/CARD/sessions"));
    const times = { created_at: expect.any(String), expires_at: expect.any(String) };
    const common = { type: "LOCK", ttl_unit: "HOURS", quantity: 1, object: "session", ...times };
    expect(list).toEqual({
      object: "list",
      data_ref: "data",
      total: 2,
      has_more: false,
      data: [
        { key: "soon", ttl: 1, credits: 200, ...common },
        { key: "late", ttl: 2, credits: 300, ...common },
      ],
    });
    const [first] = list.data;
    expect(Date.parse(first?.expires_at ?? "") - Date.parse(first?.created_at ?? "")).toBe(HOUR);
    const second = parsed(
      HeldSessionList,
      await project.get("/v1/vouchers/CARD/sessions?limit=1&page=2"),
    );
    expect([second.total, second.data.map(({ key }) => key)]).toEqual([2, ["late"]]);
  });

  it("finds the voucher by its id too", async () => {
    const project = await shop();
    await hold(project, "mine", "ONE");
    const [row] = await rowsOf("vouchers", project.id);
    const list = parsed(HeldSessionList, await project.get(`/v1/vouchers/${row?.id}/sessions`));
    expect(list.data.map(({ key }) => key)).toEqual(["mine"]);
  });
});

describe("400", () => {
  it.each([
    { lock: { ttl: 3651, ttl_unit: "DAYS" } },
    { lock: { ttl: Number.MAX_SAFE_INTEGER, ttl_unit: "DAYS" } },
  ])("a session of more than ten years: $lock.ttl days", async ({ lock }) => {
    const project = await shop();
    const reply = await hold(project, "mine", "ONE", { lock });
    expect([reply.status, reply.body.key, reply.body.details]).toEqual([
      400,
      "invalid_payload",
      "Property .session.ttl must not be longer than 3650 days",
    ]);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it.each([
    [{ key: "mine", ttl: 5, ttl_unit: "MINUTES" }, "type is required with ttl"],
    [{ type: null, ttl: 5 }, "type is required with ttl"],
    [{ type: "LOCK", ttl_unit: "MINUTES" }, "ttl is required with ttl_unit"],
  ])("how long beside nothing that would be held so long: %j", async (session, details) => {
    const project = await shop();
    const reply = await project.post("/v1/validations", {
      redeemables: redeemables("ONE"),
      session,
    });
    expect([reply.status, reply.body.key, reply.body.details]).toEqual([
      400,
      "invalid_payload",
      `Property .session.${details}`,
    ]);
    expect(await heldIn(project)).toEqual(NOTHING_HELD);
  });

  it("a page that is no number", async () => {
    const project = await shop();
    const reply = await project.get("/v1/vouchers/ONE/sessions?page=x");
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
  });
});

describe("404", () => {
  it("a voucher that nobody knows", async () => {
    const project = await shop();
    for (const reply of [
      await project.get("/v1/vouchers/NONE/sessions"),
      await project.delete("/v1/vouchers/NONE/sessions/mine"),
    ]) {
      expect([reply.status, reply.body.key, reply.body.resource_type]).toEqual([
        404,
        "not_found",
        "voucher",
      ]);
    }
  });

  it("a session that holds nothing of the voucher, or that has lapsed", async () => {
    const project = await shop();
    await voucher(project, "TWO");
    await hold(project, "mine", "ONE");
    const unknown = await project.delete("/v1/vouchers/TWO/sessions/mine");
    moveClock(HOUR);
    const lapsed = await project.delete("/v1/vouchers/ONE/sessions/mine");
    for (const { status, body } of [unknown, lapsed]) {
      expect([status, body.key, body.resource_type, body.resource_id]).toEqual([
        404,
        "not_found",
        "session",
        "mine",
      ]);
    }
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
  });

  it("a session of another project", async () => {
    const [project, other] = [await shop(), await shop()];
    await hold(project, "mine", "ONE");
    expect((await other.delete("/v1/vouchers/ONE/sessions/mine")).status).toBe(404);
    expect(verdictOf(await hold(other, "mine", "ONE"))).toBe("valid");
    expect((await heldIn(project)).holds).toEqual(["mine ONE 1 0"]);
  });
});

describe("cost", () => {
  it("3 round trips with a session, 1 without, and no more rows for 1,000 holds of others", async () => {
    const project = await shop({ redemption: { quantity: 5_000 } });
    const plain = { redeemables: redeemables("ONE") };
    await hold(project, "warm", "ONE");
    const few = [
      costOf(await hold(project, "a", "ONE")),
      costOf(await project.post("/v1/validations", plain)),
      costOf(await redeem(project, "ONE")),
    ];
    await crowdOfHolds(project, "ONE", 1_000, Date.now() + HOUR);
    const [row] = await rowsOf("vouchers", project.id);
    await crowd(project, { voucherId: String(row?.id), customerId: "cust_none" }, 0, 1_000);
    const many = [
      costOf(await hold(project, "b", "ONE")),
      costOf(await project.post("/v1/validations", plain)),
      costOf(await redeem(project, "ONE")),
    ];
    expect(many.map(({ roundTrips }) => roundTrips)).toEqual([3, 1, 2]);
    expect(many).toEqual(few);
    expect(many[0]?.read).toBeLessThan(40);
    const again = costOf(await hold(project, "b", "ONE"));
    expect([again.roundTrips, again.read < 60]).toEqual([3, true]);
    const listed = costOf(await project.get("/v1/vouchers/ONE/sessions?limit=10"));
    expect(listed.roundTrips).toBe(1);
  });
});
