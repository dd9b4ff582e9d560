import { describe, expect, it, vi } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { Voucher } from "../../src/model/voucher";
import { costOf, eventKinds, eventsOf, newProject, parsed, rowsOf } from "../support/api";
import { strictly } from "../support/strict";

const discount = { type: "PERCENT", percent_off: 20 } as const;

async function full() {
  const project = await newProject();
  await project.post("/v1/vouchers", {
    code: "FULL",
    discount,
    category: "seasonal",
    start_date: "2026-01-01",
    expiration_date: "2036-01-01",
    validity_timeframe: { interval: "P7D", duration: "P1D" },
    validity_day_of_week: [1, 2],
    additional_info: "note",
    metadata: { kept: 1, changed: 1, removed: 1 },
    redemption: { quantity: 5 },
  });
  const before = await project.get("/v1/vouchers/FULL");
  return { project, before: parsed(Voucher, before) };
}

describe("PUT /v1/vouchers/{code}: 200", () => {
  it("keeps what is absent and merges metadata", async () => {
    const { project, before } = await full();
    const reply = await project.put("/v1/vouchers/full", {
      metadata: { changed: 2, added: [1], removed: null },
    });
    const after = parsed(Voucher, reply);
    expect(after).toEqual({
      ...before,
      metadata: { kept: 1, changed: 2, added: [1] },
      updated_at: expect.any(String),
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await project.get("/v1/vouchers/FULL")).body).toEqual(reply.body);
    const events = await eventsOf(project.id);
    expect(events.map(({ kind }) => kind)).toEqual(["voucher.created", "voucher.updated"]);
    expect(strictly(Voucher, events[1]?.data.voucher)).toEqual(reply.body);
  });

  it("clears what is null", async () => {
    const { project, before } = await full();
    const reply = await project.put(`/v1/vouchers/${before.id}`, {
      category: null,
      start_date: null,
      expiration_date: null,
      validity_timeframe: null,
      validity_day_of_week: null,
      additional_info: null,
      metadata: null,
      redemption: { quantity: null },
    });
    expect(parsed(Voucher, reply)).toEqual({
      ...before,
      category: null,
      start_date: null,
      expiration_date: null,
      validity_timeframe: null,
      validity_day_of_week: null,
      additional_info: null,
      metadata: {},
      redemption: { ...before.redemption, quantity: null },
      updated_at: expect.any(String),
    });
    expect((await project.get("/v1/vouchers/FULL")).body).toEqual(reply.body);
  });

  it("passes over null where nothing can be cleared", async () => {
    const { project, before } = await full();
    const reply = await project.put("/v1/vouchers/FULL", {
      active: null,
      discount: null,
      redemption: null,
      gift: null,
      category_id: null,
    });
    expect(parsed(Voucher, reply)).toEqual(before);
  });

  it("sets and clears happy hours", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "H", discount });
    const validity_hours = { daily: [{ start_time: "22:00", expiration_time: "02:00" }] };
    const set = await project.put("/v1/vouchers/H", { validity_hours });
    expect(parsed(Voucher, set).validity_hours).toEqual(validity_hours);
    const cleared = await project.put("/v1/vouchers/H", { validity_hours: null });
    expect(parsed(Voucher, cleared)).not.toHaveProperty("validity_hours");
  });

  it("changes a discount within its type, and the effect of a gift card", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/D", { discount: { ...discount, amount_limit: 5 } });
    await project.post("/v1/vouchers/G", { gift: { amount: 100 } });
    const changed = await project.put("/v1/vouchers/D", {
      discount: { type: "PERCENT", percent_off: 12.5 },
    });
    expect(parsed(Voucher, changed).discount).toEqual({ type: "PERCENT", percent_off: 12.5 });
    const gift = await project.put("/v1/vouchers/G", {
      gift: { amount: 999, balance: 999, effect: "APPLY_TO_ORDER" },
    });
    expect(parsed(Voucher, gift).gift).toEqual({
      amount: 100,
      balance: 100,
      subtracted_amount: 0,
      effect: "APPLY_TO_ORDER",
    });
  });

  it("passes over fields that cannot be changed, and unknown ones", async () => {
    const { project, before } = await full();
    const reply = await project.put("/v1/vouchers/FULL", {
      ...before,
      code: "NEW",
      id: "v_other",
      type: "GIFT_VOUCHER",
      loyalty_card: { points: 1 },
      campaign: "X",
      is_referral_code: true,
      created_at: "2000-01-01",
      colour: "red",
    });
    expect(parsed(Voucher, reply)).toEqual(before);
  });

  it("gives two updates of one moment different times", async () => {
    const { project } = await full();
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-05T12:00:00Z") });
    const times: string[] = [];
    for (const percent_off of [1, 2, 3]) {
      const reply = await project.put("/v1/vouchers/FULL", {
        discount: { type: "PERCENT", percent_off },
      });
      times.push(reply.body.updated_at);
    }
    vi.useRealTimers();
    expect(times).toEqual([
      "2026-05-05T12:00:00.000Z",
      "2026-05-05T12:00:00.001Z",
      "2026-05-05T12:00:00.002Z",
    ]);
  });
});

describe("PUT /v1/vouchers/{code}: refusals", () => {
  it.each([
    [
      { discount: { type: "AMOUNT", amount_off: 1 } },
      [400, "invalid_voucher", "It is not possible to change Voucher discount type"],
    ],
    [
      { gift: { effect: "APPLY_TO_ITEMS" } },
      [400, "invalid_voucher", "Property .gift must NOT be sent for a DISCOUNT_VOUCHER"],
    ],
    [
      { expiration_date: "2025-12-31" },
      [400, "invalid_payload", "Property .expiration_date must be after start_date"],
    ],
    [
      { start_date: null },
      [400, "invalid_payload", "Property .start_date is required with validity_timeframe"],
    ],
    [{ category_id: "cat_x" }, [404, "not_found", "Cannot find category with id cat_x"]],
    [{ active: "yes" }, [400, "invalid_payload", "Property .active must be boolean"]],
    [
      { redemption: { quantity: -1 } },
      [400, "invalid_payload", "Property .redemption.quantity must be >= 0"],
    ],
  ])("%j", async (body, expected) => {
    const { project, before } = await full();
    const reply = await project.put("/v1/vouchers/FULL", body);
    const error = parsed(ErrorBody, reply);
    expect([reply.status, error.key, error.details]).toEqual(expected);
    expect((await project.get("/v1/vouchers/FULL")).body).toEqual(before);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
  });

  it("400 invalid_voucher: a quantity below what is used", async () => {
    const { project } = await full();
    await project.put("/v1/vouchers/FULL", {
      validity_timeframe: null,
      validity_day_of_week: null,
    });
    for (const _ of [1, 2]) {
      const used = await project.post("/v1/vouchers/FULL/redemption", { order: { amount: 100 } });
      expect(used.status, JSON.stringify(used.body)).toBe(200);
    }
    const before = await rowsOf("vouchers", project.id);
    const events = await eventKinds(project.id);
    const reply = await project.put("/v1/vouchers/FULL", { redemption: { quantity: 1 } });
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_voucher"]);
    expect(reply.body.details).toBe(
      "Property .redemption.quantity must be >= 2, the redemptions already used",
    );
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    expect(await eventKinds(project.id)).toEqual(events);
    const exact = await project.put("/v1/vouchers/FULL", { redemption: { quantity: 2 } });
    expect(parsed(Voucher, exact).redemption).toMatchObject({ quantity: 2, redeemed_quantity: 2 });
  });

  it("400 invalid_voucher: a discount for a gift card", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/G", { gift: { amount: 100 } });
    const reply = await project.put("/v1/vouchers/G", { discount });
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_voucher"]);
    expect((await project.get("/v1/vouchers/G")).body.discount).toBeNull();
  });

  it("404 not_found: unknown, deleted, or of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await other.post("/v1/vouchers/THEIRS", { discount });
    await project.post("/v1/vouchers/GONE", { discount });
    await project.delete("/v1/vouchers/GONE");
    for (const code of ["MISSING", "THEIRS", "GONE"]) {
      const reply = await project.put(`/v1/vouchers/${code}`, { additional_info: "x" });
      expect([reply.status, reply.body.details]).toEqual([
        404,
        `Cannot find voucher with id ${code}`,
      ]);
    }
    expect(await rowsOf("vouchers", other.id)).toMatchObject([{ additional_info: null }]);
  });
});

describe("POST /v1/vouchers/{code}/enable and /disable", () => {
  it("200: turn the flag, tell of it, and do nothing the second time", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/F", { discount });
    const off = await project.post("/v1/vouchers/F/disable");
    expect(parsed(Voucher, off)).toMatchObject({ active: false, updated_at: expect.any(String) });
    expect(costOf(off).roundTrips).toBe(2);
    const offAgain = await project.post("/v1/vouchers/f/disable", {});
    expect(offAgain.body).toEqual(off.body);
    expect(costOf(offAgain)).toMatchObject({ roundTrips: 1, written: 0 });
    const on = await project.post(`/v1/vouchers/${off.body.id}/enable`);
    expect(parsed(Voucher, on).active).toBe(true);
    expect((await project.post("/v1/vouchers/F/enable")).body).toEqual(on.body);
    expect(await eventKinds(project.id)).toEqual([
      "voucher.created",
      "voucher.disabled",
      "voucher.enabled",
    ]);
    const [, disabled, enabled] = await eventsOf(project.id);
    expect(strictly(Voucher, disabled?.data.voucher)).toEqual(off.body);
    expect(strictly(Voucher, enabled?.data.voucher)).toEqual(on.body);
  });

  it("404 not_found", async () => {
    const project = await newProject();
    for (const verb of ["enable", "disable"]) {
      const reply = await project.post(`/v1/vouchers/NONE/${verb}`);
      expect([reply.status, reply.body.resource_id]).toEqual([404, "NONE"]);
    }
    expect(await rowsOf("outbox", project.id)).toEqual([]);
  });
});
