import { describe, expect, it } from "vitest";
import { cursorListOf } from "../../src/http/page";
import { Balance, CardBalance, Transaction } from "../../src/model/transaction";
import { Voucher } from "../../src/model/voucher";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { expectSound } from "../support/invariants";
import { strictly } from "../support/strict";

const MOST = Number.MAX_SAFE_INTEGER;

async function card(amount = 1000) {
  const project = await newProject();
  const created = await project.post("/v1/vouchers/CARD", { gift: { amount } });
  return { project, id: String(created.body.id) };
}

const add = (project: TestProject, body: object, headers = {}) =>
  project.post("/v1/vouchers/CARD/balance", body, headers);

const stateOf = async (project: TestProject) => ({
  vouchers: await rowsOf("vouchers", project.id),
  ledger: await rowsOf("voucher_transactions", project.id),
  events: await eventKinds(project.id),
});

describe("POST /v1/vouchers/{code}/balance: 200", () => {
  it("adds credits: amount and balance rise", async () => {
    const { project, id } = await card();
    const reply = await add(project, { amount: 250, reason: "sorry", source_id: "t-1" });
    expect(parsed(Balance, reply)).toEqual({
      amount: 250,
      total: 1250,
      balance: 1250,
      type: "gift_voucher",
      object: "balance",
      operation_type: "MANUAL",
      related_object: { type: "voucher", id },
    });
    expect(costOf(reply).roundTrips).toBe(2);
    const voucher = parsed(Voucher, await project.get("/v1/vouchers/CARD"));
    expect(voucher.gift).toMatchObject({ amount: 1250, balance: 1250, subtracted_amount: 0 });
  });

  it("removes credits down to zero: the amount stays, what was taken is told", async () => {
    const { project } = await card();
    expect(parsed(Balance, await add(project, { amount: -400 }))).toMatchObject({
      amount: -400,
      total: 1000,
      balance: 600,
    });
    expect(parsed(Balance, await add(project, { amount: -600 })).balance).toBe(0);
    const voucher = parsed(Voucher, await project.get("/v1/vouchers/CARD"));
    expect(voucher.gift).toMatchObject({ amount: 1000, balance: 0, subtracted_amount: 1000 });
  });

  it("adds up to the largest safe amount", async () => {
    const { project } = await card(1);
    const reply = await add(project, { amount: MOST - 1 });
    expect(parsed(Balance, reply)).toMatchObject({ total: MOST, balance: MOST });
    expect((await project.get("/v1/vouchers/CARD")).body.gift.balance).toBe(MOST);
  });

  it("tells of the transaction alone where credits are taken off", async () => {
    const { project } = await card();
    expect((await add(project, { amount: -500 })).status).toBe(200);
    expect((await eventsOf(project.id)).map(({ kind }) => kind)).toEqual([
      "voucher.created",
      "voucher.gift.transaction.created",
    ]);
  });

  it("tells of the balance and of the transaction", async () => {
    const { project, id } = await card();
    const reply = await add(project, { amount: 250 });
    const events = await eventsOf(project.id);
    expect(events.map(({ kind }) => kind)).toEqual([
      "voucher.created",
      "voucher.gift.balance_aded",
      "voucher.gift.transaction.created",
    ]);
    for (const { entity_id, data } of events.slice(1)) {
      expect(entity_id).toBe(id);
      expect(strictly(Voucher, data.voucher).gift?.balance).toBe(1250);
      expect(data.balance).toEqual(reply.body);
      expect(strictly(Transaction, data.transaction)).toMatchObject({
        type: "CREDITS_ADDITION",
        details: { balance: reply.body },
      });
    }
  });
});

describe("POST /v1/vouchers/{code}/balance: refusals", () => {
  it.each([
    [{ amount: 0 }, "invalid_payload", "Property .amount must not be 0"],
    [{}, "invalid_payload", "Payload must have required property 'amount'"],
    [{ amount: 1.5 }, "invalid_payload", "Property .amount must be integer"],
    [{ amount: "five" }, "invalid_payload", "Property .amount must be number"],
    [{ amount: 2 ** 53 }, "invalid_payload", `Property .amount must be <= ${MOST}`],
    [{ amount: -1001 }, "invalid_add_balance_params", "The balance cannot go below zero"],
    [
      { amount: MOST - 999 },
      "invalid_add_balance_params",
      `The card cannot hold more than ${MOST}`,
    ],
  ])("400: %j", async (body, key, details) => {
    const { project } = await card();
    const before = await stateOf(project);
    const reply = await add(project, body);
    expect([reply.status, reply.body.key, reply.body.details]).toEqual([400, key, details]);
    expect(await stateOf(project)).toEqual(before);
  });

  it.each([["a discount voucher", { discount: { type: "AMOUNT", amount_off: 5 } }]])(
    "400 invalid_add_balance_params: %s",
    async (_, part) => {
      const project = await newProject();
      await project.post("/v1/vouchers/CARD", part);
      const before = await stateOf(project);
      const reply = await add(project, { amount: 5 });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_add_balance_params"]);
      expect(reply.body.details).toBe("Only a gift card or a loyalty card has a balance");
      expect(await stateOf(project)).toEqual(before);
    },
  );

  it("adds points to a loyalty card, and takes some away", async () => {
    const project = await newProject();
    const { id } = (await project.post("/v1/vouchers/CARD", { loyalty_card: { points: 5 } })).body;
    expect(parsed(CardBalance, await add(project, { amount: 20, reason: "sorry" }))).toEqual({
      amount: 20,
      total: 25,
      balance: 25,
      type: "loyalty_card",
      object: "balance",
      operation_type: "MANUAL",
      related_object: { type: "voucher", id },
    });
    expect((await add(project, { amount: -25 })).body).toMatchObject({ amount: -25, balance: 0 });
    const refused = await add(project, { amount: -1 });
    expect([refused.status, refused.body.key]).toEqual([400, "invalid_add_balance_params"]);
    await expectSound(project.id);
  });

  it("404: an unknown card, and one of another project", async () => {
    const { project } = await card();
    const before = await stateOf(project);
    const reply = await add(await newProject(), { amount: 5 });
    expect([reply.status, reply.body.key]).toEqual([404, "not_found"]);
    expect(await stateOf(project)).toEqual(before);
  });
});

describe("GET /v1/vouchers/{code}/transactions", () => {
  const List = cursorListOf(Transaction);
  const list = async (project: TestProject, query = "") =>
    parsed(List, await project.get(`/v1/vouchers/CARD/transactions${query}`));
  const amounts = (page: { data: { details: Record<string, unknown> }[] }) =>
    page.data.map(({ details }) => strictly(Balance, details.balance).amount);

  /** Ids begin with their millisecond: one entry in each keeps the order of the calls. */
  async function ledger() {
    const { project, id } = await card();
    for (const amount of [1, -2, 3]) {
      const started = Date.now();
      await add(project, { amount, reason: `move ${amount}`, source_id: `s${amount}` });
      while (Date.now() === started) await scheduler.wait(1);
    }
    return { project, id };
  }

  it("200: the newest first, each with the balance it left; the opening is left out", async () => {
    const { project, id } = await ledger();
    const page = await list(project);
    expect(page.has_more).toBe(false);
    expect(page).not.toHaveProperty("more_starting_after");
    expect(amounts(page)).toEqual([3, -2, 1]);
    expect(page.data[1]).toEqual({
      id: expect.stringMatching(/^vtx_[0-9a-f]{18}$/),
      source_id: "s-2",
      voucher_id: id,
      campaign_id: null,
      source: null,
      reason: "move -2",
      type: "CREDITS_REMOVAL",
      details: {
        balance: {
          amount: -2,
          total: 1001,
          balance: 999,
          type: "gift_voucher",
          object: "balance",
          operation_type: "MANUAL",
          related_object: { type: "voucher", id },
        },
      },
      related_transaction_id: null,
      created_at: expect.any(String),
    });
    expect(await rowsOf("voucher_transactions", project.id)).toHaveLength(4);
  });

  it.each([
    ["id", [1, -2, 3]],
    ["-id", [3, -2, 1]],
    ["created_at", [1, -2, 3]],
    ["-created_at", [3, -2, 1]],
  ])("200: order %s, page after page", async (order, expected) => {
    const { project } = await ledger();
    const first = await list(project, `?limit=2&order=${order}`);
    expect(amounts(first)).toEqual(expected.slice(0, 2));
    expect(first.has_more).toBe(true);
    expect(first.more_starting_after).toBe(first.data[1]?.id);
    const rest = await list(
      project,
      `?limit=2&order=${order}&starting_after_id=${first.more_starting_after}`,
    );
    expect([amounts(rest), rest.has_more]).toEqual([expected.slice(2), false]);
  });

  it("200: a page that ends with the last entry has no more", async () => {
    const { project } = await ledger();
    expect(await list(project, "?limit=3")).toMatchObject({ has_more: false });
  });

  it("200: an entry of a redemption names its order, a source id or none", async () => {
    const { project } = await card();
    const redeemables = [{ object: "voucher", id: "CARD", gift: { credits: 1 } }];
    const orders: { id: string; source_id: string | null }[] = [];
    for (const source_id of [null, "o-1"]) {
      const order = { source_id, amount: 100 };
      const { body } = await project.post("/v1/redemptions", { redeemables, order });
      orders.push({ id: body.order.id, source_id });
    }
    const { data } = await list(project, "?order=id");
    expect(data.map(({ details }) => details.order)).toEqual(orders);
  });

  it("200: source is the channel that the caller names", async () => {
    const { project } = await card();
    await add(project, { amount: 5 }, { "x-voucherify-channel": "Node.js-SDK" });
    expect((await list(project)).data[0]?.source).toBe("Node.js-SDK");
  });

  it("200: nothing yet", async () => {
    const { project } = await card();
    expect(await list(project)).toMatchObject({ data: [], has_more: false });
  });

  it.each(["limit=0", "limit=101"])("400: %s", async (query) => {
    const { project } = await card();
    const reply = await project.get(`/v1/vouchers/CARD/transactions?${query}`);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
  });

  it("404: an unknown card", async () => {
    const reply = await (await newProject()).get("/v1/vouchers/CARD/transactions");
    expect([reply.status, reply.body.resource_id]).toEqual([404, "CARD"]);
  });
});
