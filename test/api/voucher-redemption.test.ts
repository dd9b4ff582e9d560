import { describe, expect, it } from "vitest";
import { cursorListOf } from "../../src/http/page";
import { Redemption } from "../../src/model/redemption";
import { Transaction } from "../../src/model/transaction";
import { VoucherRedemptions } from "../../src/resources/redemptions/schema";
import { costOf, eventsOf, newProject, parsed, type TestProject } from "../support/api";

const redeem = (project: TestProject, code: string, body: object = {}, headers = {}) =>
  project.post(`/v1/vouchers/${code}/redemption`, body, headers);

describe("POST /v1/vouchers/{code}/redemption", () => {
  it("200: answers the redemption itself", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/50%25", { discount: { type: "PERCENT", percent_off: 50 } });
    const reply = await redeem(project, "50%25", {
      order: { source_id: "o-1", amount: 900 },
      customer: { source_id: "alice" },
      metadata: { shop: "web" },
    });
    const redemption = parsed(Redemption, reply);
    expect(redemption).toMatchObject({
      result: "SUCCESS",
      metadata: { shop: "web" },
      voucher: { code: "50%" },
      order: { status: "PAID", total_amount: 450 },
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await project.get(`/v1/redemptions/${redemption.id}`)).body).toEqual(reply.body);
  });

  it("200: who redeems is told in the query", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/A5", { discount: { type: "AMOUNT", amount_off: 5 } });
    const { body: alice } = await project.post("/v1/customers", { source_id: "alice" });
    const path = "/v1/vouchers/A5/redemption?tracking_id=alice";
    const redemption = parsed(Redemption, await project.post(path, {}));
    expect([redemption.customer_id, redemption.tracking_id]).toEqual([
      alice.id,
      expect.stringMatching(/^track_/),
    ]);
  });

  it("200: no body at all", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/A5", { discount: { type: "AMOUNT", amount_off: 5 } });
    expect(parsed(Redemption, await project.post("/v1/vouchers/A5/redemption")).order).toBeNull();
  });
});

describe("a gift card", () => {
  const List = cursorListOf(Transaction);

  async function card() {
    const project = await newProject();
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 3000 } });
    return project;
  }
  const giftOf = async (project: TestProject) => (await project.get("/v1/vouchers/GIFT")).body;

  it("200: gives what the order needs, then the credits asked for, then what is left", async () => {
    const project = await card();
    const amounts: unknown[] = [];
    for (const body of [
      { order: { amount: 800 } },
      { order: { amount: 5000 }, gift: { credits: 200 } },
      { order: { amount: 5000 } },
    ]) {
      const redemption = parsed(Redemption, await redeem(project, "GIFT", body));
      expect(redemption.gift).toEqual({ amount: redemption.amount });
      amounts.push([redemption.amount, redemption.order?.total_amount]);
    }
    expect(amounts).toEqual([
      [800, 0],
      [200, 4800],
      [2000, 3000],
    ]);
    const voucher = await giftOf(project);
    expect(voucher.gift).toMatchObject({ amount: 3000, balance: 0, subtracted_amount: 0 });
    expect(voucher.redemption).toMatchObject({ redeemed_quantity: 3, redeemed_amount: 3000 });
  });

  it("200: writes the ledger, and gives back on rollback", async () => {
    const project = await card();
    const redemption = parsed(
      Redemption,
      await redeem(project, "GIFT", { order: { amount: 800 } }, { "x-voucherify-channel": "Shop" }),
    );
    const rollback = await project.post(`/v1/redemptions/${redemption.id}/rollback`, {});
    expect(rollback.status, JSON.stringify(rollback.body)).toBe(200);
    const page = parsed(List, await project.get("/v1/vouchers/GIFT/transactions?order=id"));
    const entries = [...page.data].sort((a) => (a.type === "CREDITS_REDEMPTION" ? -1 : 1));
    const [taken, given] = entries;
    expect(taken).toMatchObject({
      type: "CREDITS_REDEMPTION",
      source: "Shop",
      details: {
        balance: { amount: -800, total: 3000, balance: 2200, operation_type: "AUTOMATIC" },
        redemption: { id: redemption.id },
        order: { id: redemption.order?.id },
      },
    });
    expect(given).toMatchObject({
      type: "CREDITS_REFUND",
      source: null,
      details: {
        balance: { amount: 800, total: 3000, balance: 3000 },
        redemption: { id: redemption.id },
        rollback: { id: rollback.body.id },
      },
    });
    expect(entries).toHaveLength(2);
    const voucher = await giftOf(project);
    expect(voucher.gift.balance).toBe(3000);
    expect(voucher.redemption).toMatchObject({ redeemed_quantity: 0, redeemed_amount: 0 });
    expect((await eventsOf(project.id)).map(({ kind }) => kind)).toEqual([
      "voucher.created",
      "redemption.succeeded",
      "voucher.gift.transaction.created",
      "redemption.rollback.succeeded",
      "voucher.gift.transaction.created",
    ]);
  });
});

describe("GET /v1/vouchers/{code}/redemption", () => {
  it.each(["redemption", "redemptions"])("200: /%s lists them, newest first", async (path) => {
    const project = await newProject();
    await project.post("/v1/vouchers/A5", {
      discount: { type: "AMOUNT", amount_off: 5 },
      redemption: { quantity: 2 },
    });
    await project.post("/v1/vouchers/OTHER", { discount: { type: "AMOUNT", amount_off: 5 } });
    await redeem(project, "OTHER");
    const used = parsed(Redemption, await redeem(project, "A5"));
    const rollback = await project.post(`/v1/redemptions/${used.id}/rollback`, {});
    const reply = await project.get(`/v1/vouchers/a5/${path}`);
    const list = parsed(VoucherRedemptions, reply);
    expect(list).toMatchObject({
      object: "list",
      data_ref: "redemption_entries",
      quantity: 2,
      redeemed_quantity: 0,
      total: 2,
    });
    expect(list.redemption_entries.map(({ id }) => id).sort()).toEqual(
      [rollback.body.id, used.id].sort(),
    );
  });

  it("200: the page that the voucher's own url asks for", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/vouchers/A5", {
      discount: { type: "AMOUNT", amount_off: 5 },
    });
    for (let count = 0; count < 12; count++) await redeem(project, "A5");
    const seen = async (path: string) => {
      const list = parsed(VoucherRedemptions, await project.get(path));
      return [list.redemption_entries.length, list.total, list.has_more];
    };
    expect(await seen(body.redemption.url)).toEqual([10, 12, true]);
    expect(await seen("/v1/vouchers/A5/redemptions?page=2")).toEqual([2, 12, false]);
    // Who asks for no page of the older path is not cut at 10.
    expect(await seen("/v1/vouchers/A5/redemption")).toEqual([12, 12, false]);
    expect(await seen("/v1/vouchers/A5/redemption?limit=11")).toEqual([11, 12, true]);
  });

  it("404: an unknown code", async () => {
    const reply = await (await newProject()).get("/v1/vouchers/NOPE/redemption");
    expect([reply.status, reply.body.resource_id]).toEqual([404, "NOPE"]);
  });
});
