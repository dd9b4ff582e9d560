import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiscountVouchersTypesEnum, VoucherifyServerSide } from "@voucherify/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";

type Sdk = ReturnType<typeof VoucherifyServerSide>;

const state = mkdtempSync(join(tmpdir(), "vouchsafe-sdk-"));
let server: LocalServer;
let sdk: Sdk;

beforeAll(async () => {
  server = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
  sdk = VoucherifyServerSide({
    applicationId: demoHeaders.server["X-App-Id"],
    secretKey: demoHeaders.server["X-App-Token"],
    apiUrl: server.url,
  });
});
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const discount = {
  type: DiscountVouchersTypesEnum.PERCENT as const,
  percent_off: 20,
  effect: "APPLY_TO_ORDER" as const,
};
const create = (code: string, more = {}) =>
  sdk.vouchers.create({ code, type: "DISCOUNT_VOUCHER", discount, ...more });

describe("the reference service's SDK with nothing but its address changed: vouchers", () => {
  it("creates with a code, also one that needs encoding", async () => {
    for (const code of ["SDK-1", "50% A/B ü"]) {
      const voucher = await create(code, { metadata: { a: 1 } });
      expect(voucher).toMatchObject({
        object: "voucher",
        code,
        type: "DISCOUNT_VOUCHER",
        discount,
      });
      expect((await sdk.vouchers.get(code)).id).toBe(voucher.id);
    }
  });

  it("creates without a code, with and without rules for it", async () => {
    const type = "DISCOUNT_VOUCHER";
    const drawn = await sdk.vouchers.create({ type, discount });
    expect(drawn.code).toMatch(/^[0-9A-Za-z]{8}$/);
    const ruled = await sdk.vouchers.create({ type, discount, code_config: { pattern: "S-####" } });
    expect(ruled.code).toMatch(/^S-[0-9A-Za-z]{4}$/);
  });

  it("lists, updates, disables, enables and deletes", async () => {
    await create("SDK-2");
    const list = await sdk.vouchers.list({ limit: 2, order: "-created_at" });
    expect(list.vouchers[0]?.code).toBe("SDK-2");
    expect(list.total).toBeGreaterThan(0);
    const updated = await sdk.vouchers.update({ code: "SDK-2", additional_info: "new" });
    expect(updated.additional_info).toBe("new");
    expect((await sdk.vouchers.disable("SDK-2")).active).toBe(false);
    expect((await sdk.vouchers.enable("SDK-2")).active).toBe(true);
    await sdk.vouchers.delete("SDK-2", { force: true });
    await expect(sdk.vouchers.get("SDK-2")).rejects.toMatchObject({
      code: 404,
      key: "not_found",
      message: "Resource not found",
      resource_id: "SDK-2",
      resource_type: "voucher",
    });
    expect((await create("SDK-2")).code).toBe("SDK-2");
  });

  it("moves the balance of a gift card and lists its transactions", async () => {
    const gift = { amount: 200, balance: 200 };
    await sdk.vouchers.create({ code: "SDK-G", type: "GIFT_VOUCHER", gift });
    const balance = await sdk.vouchers.balance.create("SDK-G", { amount: 50 });
    expect(balance).toMatchObject({ amount: 50, balance: 250, total: 250 });
    const { data } = await sdk.vouchers.listTransactions("SDK-G");
    expect(data).toMatchObject([
      { type: "CREDITS_ADDITION", source: expect.stringMatching(/^Node\.js-.*SDK-v2\.9\.0$/) },
    ]);
  });

  it("turns a duplicate into an error of its own", async () => {
    await create("SDK-3");
    await expect(create("sdk-3")).rejects.toMatchObject({ code: 409, key: "duplicate_found" });
  });
});

describe("validations and redemptions", () => {
  it("validates one code and a stack", async () => {
    await create("SDK-V");
    const one = await sdk.validations.validateVoucher("SDK-V", { order: { amount: 1000 } });
    expect(one).toMatchObject({ valid: true, code: "SDK-V", order: { total_amount: 800 } });
    const unknown = await sdk.validations.validateVoucher("SDK-NONE", {});
    expect(unknown).toMatchObject({ valid: false, error: { key: "not_found" } });
    const all = await sdk.validations.validateStackable({
      redeemables: [{ object: "voucher", id: "SDK-V" }],
      order: { amount: 1000 },
    });
    expect(all).toMatchObject({ valid: true, order: { total_amount: 800 } });
  });

  it("redeems by code alone and with a context, lists, and rolls back", async () => {
    await create("SDK-R");
    const bare = await sdk.redemptions.redeem("SDK-R");
    expect(bare).toMatchObject({ result: "SUCCESS", voucher: { code: "SDK-R" } });
    const full = await sdk.redemptions.redeem("SDK-R", {
      customer: { source_id: "sdk-alice", name: "Alice", object: "customer" },
      order: { amount: 1000 },
      metadata: { shop: "web" },
    });
    expect(full).toMatchObject({ order: { status: "PAID", total_amount: 800 } });
    expect((await sdk.redemptions.get(full.id)).id).toBe(full.id);
    expect((await sdk.redemptions.getForVoucher("SDK-R")).total).toBe(2);
    const mine = await sdk.redemptions.list({ customer: "sdk-alice" });
    expect(mine.redemptions.map(({ id }) => id)).toEqual([full.id]);
    const back = await sdk.redemptions.rollback(full.id, { reason: "returned" });
    expect(back).toMatchObject({ redemption: full.id, reason: "returned", result: "SUCCESS" });
    await expect(sdk.redemptions.rollback(full.id)).rejects.toMatchObject({
      key: "already_rolled_back",
    });
  });

  it("redeems a stack and rolls it back", async () => {
    await create("SDK-S1");
    await create("SDK-S2");
    const stack = await sdk.redemptions.redeemStackable({
      redeemables: ["SDK-S1", "SDK-S2"].map((id) => ({ object: "voucher" as const, id })),
      order: { amount: 1000 },
    });
    expect(stack.redemptions).toHaveLength(2);
    expect(stack.order).toMatchObject({ total_amount: 640 });
    const back = await sdk.redemptions.rollbackStackable(stack.parent_redemption.id);
    expect(back.rollbacks).toHaveLength(2);
  });

  it("throws what a failed redemption says", async () => {
    await create("SDK-Q", { redemption: { quantity: 0 } });
    await expect(sdk.redemptions.redeem("SDK-Q")).rejects.toMatchObject({
      code: 400,
      key: "quantity_exceeded",
      resource_type: "redemption",
    });
  });
});

describe("customers and validation rules", () => {
  it("creates and reads a customer", async () => {
    const customer = await sdk.customers.create({ source_id: "sdk-bob", email: "b@example.com" });
    expect(customer).toMatchObject({ object: "customer", source_id: "sdk-bob" });
    expect(await sdk.customers.get("sdk-bob")).toEqual(customer);
    await expect(sdk.customers.get("sdk-nobody")).rejects.toMatchObject({ code: 404 });
  });

  it("creates, assigns and reads a rule, and it decides", async () => {
    await create("SDK-RULE");
    const rule = await sdk.validationRules.create({
      name: "From 50",
      error: { message: "Spend more" },
      rules: {
        1: { name: "order.amount", conditions: { $more_than_or_equal: [5000] } },
        logic: "1",
      },
    });
    const assignment = await sdk.validationRules.createAssignment(rule.id, { voucher: "SDK-RULE" });
    expect(assignment).toMatchObject({ rule_id: rule.id, related_object_type: "voucher" });
    expect((await sdk.validationRules.get(rule.id)).name).toBe("From 50");
    const low = await sdk.validations.validateStackable({
      redeemables: [{ object: "voucher", id: "SDK-RULE" }],
      order: { amount: 4999 },
    });
    expect(low.inapplicable_redeemables?.[0]?.result).toMatchObject({
      error: { key: "order_rules_violated", error: { message: "Spend more" } },
    });
  });
});

describe("the reference service's SDK with nothing but its address changed: imports", () => {
  const file = (name: string, text: string): string => {
    const path = join(state, name);
    writeFileSync(path, text);
    return path;
  };

  const done = async (begun: unknown) => {
    const { async_action_id } = begun as { async_action_id: string };
    await expect
      .poll(async () => (await sdk.asyncActions.get(async_action_id)).status)
      .toBe("DONE");
    return (await sdk.asyncActions.get(async_action_id)).result;
  };

  it("sends its files as forms, and its vouchers and orders as arrays", async () => {
    const people = file("people.csv", "Source ID,Name\nimported,Imported");
    expect(await done(await sdk.customers.importCSV(people))).toMatchObject({ created: 1 });
    expect(await sdk.customers.get("imported")).toMatchObject({ name: "Imported" });
    const goods = file("goods.csv", "Source ID,Name\nsdk-hat,Hat");
    expect(await done(await sdk.products.importCSV(goods))).toMatchObject({ created: 1 });
    const units = file("units.csv", "Source ID,Product ID\nsdk-hat-1,sdk-hat");
    expect(await done(await sdk.products.importSkusCSV(units))).toMatchObject({ created: 1 });
    const codes = file("codes.csv", "Code,Voucher Type,Value\nSDK-CSV,gift,5");
    expect(await done(await sdk.vouchers.importCSV(codes))).toMatchObject({ created: 1 });
    expect((await sdk.vouchers.get("SDK-CSV")).gift?.balance).toBe(500);
    const array = [{ code: "SDK-ARRAY", type: "DISCOUNT_VOUCHER" as const, discount }];
    expect(await done(await sdk.vouchers.import(array))).toMatchObject({ created: 1 });
    const orders = [{ source_id: "sdk-import", amount: 10 }];
    expect(await done(await sdk.orders.import(orders))).toMatchObject({ created: 1 });
  });
});

it("tells what is left of the limits", async () => {
  await sdk.vouchers.list();
  expect(sdk.apiLimitsHandler.areLimitsAvailable()).toBe(true);
  expect(sdk.apiLimitsHandler.getRateLimit()).toBe(1000);
  expect(sdk.apiLimitsHandler.getRateLimitRemaining()).toBe(1000);
  expect(sdk.apiLimitsHandler.getRetryAfter()).toBe(0);
});
