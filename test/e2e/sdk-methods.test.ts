import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import {
  DiscountVouchersTypesEnum,
  VoucherifyClientSide,
  VoucherifyServerSide,
} from "@voucherify/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { demoHeaders } from "../../scripts/demo-keys";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { freePort } from "../support/free-port";
import { methodsOf, noting } from "./sdk/asked";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-sdk-"));
const asked = new Set<string>();
let server: LocalServer;
let sdk: ReturnType<typeof VoucherifyServerSide>;
let client: ReturnType<typeof VoucherifyClientSide>;
let all: string[];

async function manage(method: string, path: string, body: object) {
  const headers = { ...demoHeaders.management, "content-type": "application/json" };
  const url = `${server.url}/management/v1/projects/proj_demo${path}`;
  const reply = await fetch(url, { method, headers, body: JSON.stringify(body) });
  expect(reply.status, await reply.clone().text()).toBe(200);
}

/** The SDK in a browser, with headers of its own. */
const browser = (customHeaders: Record<string, string> = {}) =>
  VoucherifyClientSide({
    clientApplicationId: demoHeaders.client["X-Client-Application-Id"],
    clientSecretKey: demoHeaders.client["X-Client-Token"],
    apiUrl: server.url,
    origin: "https://shop.example",
    customHeaders,
  });

/** What the SDK has no method for. */
async function post(path: string) {
  const headers = { ...demoHeaders.server, "content-type": "application/json" };
  const reply = await fetch(`${server.url}${path}`, { method: "POST", headers, body: "{}" });
  expect(reply.status, await reply.clone().text()).toBe(200);
  return Object(await reply.json());
}

beforeAll(async () => {
  server = await startServer({ port: await freePort(), state, vars: { REQUEST_LOG: "0" } });
  const back = VoucherifyServerSide({
    applicationId: demoHeaders.server["X-App-Id"],
    secretKey: demoHeaders.server["X-App-Token"],
    apiUrl: server.url,
  });
  const front = browser();
  all = [
    // `validations` holds what stands under `promotions` once more.
    ...methodsOf(back)
      .filter((name) => !name.startsWith("validations.promotions."))
      .map((name) => `server ${name}`),
    ...methodsOf(front).map((name) => `client ${name}`),
  ];
  const note = (family: string) => ({ add: (name: string) => asked.add(`${family} ${name}`) });
  sdk = noting(back, note("server"));
  client = noting(front, note("client"));
  await manage("PUT", "", { client_publish_enabled: true, client_loyalty_events_enabled: true });
});
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const path = join(state, name);
  writeFileSync(path, text);
  return path;
};

/** What background work came to. */
async function done(begun: unknown) {
  const { async_action_id } = begun as { async_action_id: string };
  await expect.poll(async () => (await sdk.asyncActions.get(async_action_id)).status).toBe("DONE");
  const action = await sdk.asyncActions.get(async_action_id);
  expect(action).toMatchObject({ operation_status: "SUCCESS", object: "async_action" });
  return action.result;
}

const tenPercent = {
  type: DiscountVouchersTypesEnum.PERCENT as const,
  percent_off: 10,
  effect: "APPLY_TO_ORDER" as const,
};
const fiveOff = {
  type: DiscountVouchersTypesEnum.AMOUNT as const,
  amount_off: 500,
  effect: "APPLY_TO_ORDER" as const,
};
const coupon = { type: "DISCOUNT_VOUCHER" as const, discount: tenPercent };

const gone = (call: Promise<unknown>) =>
  expect(call).rejects.toMatchObject({ code: 404, key: "not_found" });

describe("vouchers", () => {
  it("are made, listed, changed, switched, imported and deleted", async () => {
    await sdk.vouchers.create({ code: "M-0", ...coupon });
    expect((await sdk.vouchers.list({ limit: 100 })).vouchers.map(({ code }) => code)).toContain(
      "M-0",
    );
    const changed = await sdk.vouchers.update({ code: "M-0", additional_info: "new" });
    expect(changed.additional_info).toBe("new");
    expect((await sdk.vouchers.disable("M-0")).active).toBe(false);
    expect((await sdk.vouchers.enable("M-0")).active).toBe(true);
    await done(await sdk.vouchers.import([{ code: "M-I", ...coupon }]));
    await done(await sdk.vouchers.importCSV(file("v.csv", "Code,Voucher Type,Value\nM-C,gift,5")));
    expect((await sdk.vouchers.get("M-C")).gift?.balance).toBe(500);
    await sdk.vouchers.balance.create("M-C", { amount: 50 });
    expect((await sdk.vouchers.listTransactions("M-C")).data).toMatchObject([
      { type: "CREDITS_ADDITION", source: expect.stringMatching(/^Node\.js-.*SDK-v2\.9\.0$/) },
    ]);
    await sdk.vouchers.delete("M-0", { force: true });
    await gone(sdk.vouchers.get("M-0"));
  });

  it("are changed in bulk, one by one, and by their metadata", async () => {
    for (const code of ["M-1", "M-2"]) await sdk.vouchers.create({ code, ...coupon });
    const metadata = { season: "spring" };
    expect(
      await done(await sdk.vouchers.bulkUpdateMetadata({ codes: ["M-1", "M-2"], metadata })),
    ).toMatchObject({ done_count: 2 });
    expect((await sdk.vouchers.get("M-2")).metadata).toEqual(metadata);
    await done(await sdk.vouchers.bulkUpdate([{ code: "M-1", metadata: { season: "autumn" } }]));
    expect((await sdk.vouchers.get("M-1")).metadata).toEqual({ season: "autumn" });
  });

  it("are held by a session, and let go", async () => {
    await sdk.vouchers.create({ code: "M-HELD", ...coupon, redemption: { quantity: 1 } });
    const redeemables = [{ object: "voucher" as const, id: "M-HELD" }];
    const hold = () =>
      sdk.validations.validateStackable({ redeemables, session: { type: "LOCK" } });
    const { session } = await hold();
    expect(session).toMatchObject({ type: "LOCK", ttl: 7, ttl_unit: "DAYS" });
    expect((await hold()).valid).toBe(false);
    await sdk.vouchers.releaseValidationSession("M-HELD", session?.key ?? "");
    expect((await hold()).valid).toBe(true);
  });

  it("export their ledgers, and are qualified as older clients ask", async () => {
    const gift = { amount: 900, balance: 900 };
    await sdk.vouchers.create({ code: "M-G", type: "GIFT_VOUCHER", gift });
    await sdk.vouchers.balance.create("M-G", { amount: 100 });
    const made = await sdk.vouchers.exportTransactions("M-G", {});
    expect(made).toMatchObject({ object: "export", exported_object: "voucher_transactions" });
    const { id } = await sdk.orders.create({ amount: 1000 });
    const found = await sdk.vouchers.qualifications.examine({ order: { id } });
    expect(found.data?.map(({ code }) => code)).toContain("M-1");
  });
});

describe("campaigns", () => {
  it("are made, filled in every way, changed, stopped and removed", async () => {
    const made = await sdk.campaigns.create({
      name: "Spring",
      campaign_type: "DISCOUNT_COUPONS",
      type: "AUTO_UPDATE",
      voucher: { ...coupon, redemption: { quantity: 1 } },
      vouchers_count: 3,
      metadata: { season: "spring" },
    });
    expect(made).toMatchObject({ object: "campaign", name: "Spring", active: true });
    expect((await sdk.campaigns.get("Spring")).id).toBe(made.id);
    const drawn = await sdk.campaigns.addVoucher("Spring");
    expect(drawn).toMatchObject({ campaign: "Spring" });
    const certain = await sdk.campaigns.addCertainVoucher("Spring", "SPRING-1");
    expect(certain).toMatchObject({ code: "SPRING-1" });
    await done(await sdk.campaigns.importVouchers("Spring", [{ code: "SPRING-2" }]));
    await done(await sdk.campaigns.importVouchersCSV(made.id, file("c.csv", "Code\nSPRING-3")));
    expect((await sdk.vouchers.get("SPRING-3")).campaign).toBe("Spring");
    const changed = await sdk.campaigns.update("Spring", {
      type: "AUTO_UPDATE",
      metadata: { season: "summer" },
    });
    expect(changed.metadata).toEqual({ season: "summer" });
    await sdk.campaigns.disable(made.id);
    expect((await sdk.campaigns.get(made.id)).active).toBe(false);
    await sdk.campaigns.enable(made.id);
    const { campaigns } = await sdk.campaigns.list({ limit: 100 });
    expect(campaigns.find(({ id }) => id === made.id)?.active).toBe(true);
    const found = await sdk.campaigns.qualifications.examine({});
    expect(found.data?.map(({ id }) => id)).toContain(made.id);
    await done(await sdk.campaigns.delete("Spring", { force: true }));
    await gone(sdk.campaigns.get(made.id));
  });
});

describe("categories", () => {
  it("are made, read, changed and removed", async () => {
    const made = await sdk.categories.create({ name: "Coupons", hierarchy: 1 });
    expect(await sdk.categories.get(made.id)).toEqual(made);
    expect((await sdk.categories.list()).data?.map(({ name }) => name)).toContain("Coupons");
    const changed = await sdk.categories.update(made.id, { name: "Codes", hierarchy: 2 });
    expect(changed).toMatchObject({ name: "Codes", hierarchy: 2 });
    await sdk.categories.delete(made.id);
    await gone(sdk.categories.get(made.id));
  });
});

describe("distributions", () => {
  it("publish, list publications, and export", async () => {
    await sdk.vouchers.create({ code: "M-PUB", ...coupon });
    const customer = { source_id: "pat" };
    const made = await sdk.distributions.publications.create({ voucher: "M-PUB", customer });
    expect(made).toMatchObject({ object: "publication", result: "SUCCESS" });
    const { publications } = await sdk.distributions.publications.list({ customer: "pat" });
    expect(publications?.map(({ voucher }) => voucher?.code)).toEqual(["M-PUB"]);
    const { id } = await sdk.distributions.exports.create({ exported_object: "voucher" });
    await expect.poll(async () => (await sdk.distributions.exports.get(id)).status).toBe("DONE");
    const got = await sdk.distributions.exports.get(id);
    const text = await (await fetch(got.result?.url ?? "")).text();
    expect(text).toContain("M-PUB");
    const { exports } = await sdk.distributions.exports.list({ order: "-created_at" });
    expect(exports.map((each) => each.id)).toContain(id);
    await sdk.distributions.exports.delete(id);
    await gone(sdk.distributions.exports.get(id));
  });
});

describe("promotions", () => {
  it("are made with tiers, validated, redeemed and stacked", async () => {
    const tier = { name: "Five off", banner: "Save 5", action: { discount: fiveOff } };
    const made = await sdk.promotions.create({
      name: "Week",
      campaign_type: "PROMOTION",
      promotion: { tiers: [tier] },
    });
    const [first] = made.promotion.tiers ?? [];
    expect(first).toMatchObject({ object: "promotion_tier", name: "Five off" });
    const second = await sdk.promotions.tiers.create(made.id, { ...tier, name: "Ten percent" });
    const action = { discount: tenPercent };
    const changed = await sdk.promotions.tiers.update({ id: second.id, action });
    expect(changed.action?.discount).toMatchObject({ percent_off: 10 });
    expect((await sdk.promotions.tiers.get(second.id)).name).toBe("Ten percent");
    expect((await sdk.promotions.tiers.list(made.id)).tiers).toHaveLength(2);
    expect((await sdk.promotions.tiers.listAll({ is_available: true })).tiers).toHaveLength(2);

    const order = { amount: 2000 };
    const offered = await sdk.promotions.validate({ order });
    expect(offered.valid).toBe(true);
    expect(offered.promotions?.map(({ discount_amount }) => discount_amount).sort()).toEqual([
      200, 500,
    ]);
    const redeemed = await sdk.promotions.tiers.redeem(second.id, { order });
    expect(redeemed).toMatchObject({ result: "SUCCESS", order: { total_amount: 1800 } });

    const ids = [first?.id ?? "", second.id];
    const stack = await sdk.promotions.stack.createInCampaign(made.id, {
      name: "Both",
      tiers: { ids },
    });
    expect(await sdk.promotions.stack.get(made.id, stack.id)).toMatchObject({ tiers: { ids } });
    const renamed = await sdk.promotions.stack.update(made.id, stack.id, { name: "Two" });
    expect(renamed.name).toBe("Two");
    expect((await sdk.promotions.stack.listInCampaign(made.id)).data).toHaveLength(1);
    expect((await sdk.promotions.stack.list()).data?.map(({ id }) => id)).toEqual([stack.id]);
    await sdk.promotions.stack.delete(made.id, stack.id);
    await gone(sdk.promotions.stack.get(made.id, stack.id));
    await sdk.promotions.tiers.delete(first?.id ?? "");
    await gone(sdk.promotions.tiers.get(first?.id ?? ""));
    await done(await sdk.campaigns.delete(made.id, { force: true }));
  });

  it("are validated and redeemed beside codes", async () => {
    await sdk.vouchers.create({ code: "M-V", ...coupon });
    const order = { amount: 1000 };
    const one = await sdk.validations.validateVoucher("M-V", { order });
    expect(one).toMatchObject({ valid: true, code: "M-V", discount: tenPercent });
    expect(await sdk.validations.validate("M-V", { order })).toMatchObject({ valid: true });
    const { applicable } = { applicable: await sdk.qualifications.checkEligibility({ order }) };
    expect(applicable.redeemables.data.length).toBeGreaterThan(0);
    const { id } = await sdk.redemptions.redeem("M-V", { order });
    expect((await sdk.redemptions.get(id)).id).toBe(id);
    expect((await sdk.redemptions.list()).redemptions.map((each) => each.id)).toContain(id);
    expect((await sdk.redemptions.getForVoucher("M-V")).redemption_entries).toHaveLength(1);
    expect((await sdk.redemptions.rollback(id)).redemption).toBe(id);
    const redeemables = [{ object: "voucher" as const, id: "M-V" }];
    const { redemptions, parent_redemption } = await sdk.redemptions.redeemStackable({
      redeemables: [...redeemables, { object: "voucher", id: "M-1" }],
      order,
    });
    expect(redemptions).toHaveLength(2);
    const back = await sdk.redemptions.rollbackStackable(parent_redemption.id);
    expect(back.rollbacks).toHaveLength(2);
  });
});

describe("customers", () => {
  it("are changed, listed, scrolled and told what they did and have", async () => {
    const made = await sdk.customers.create({ source_id: "una", name: "Una" });
    const changed = await sdk.customers.update({ source_id: "una", name: "Una U" });
    expect(changed).toEqual({ ...made, name: "Una U", updated_at: expect.any(String) });
    await done(await sdk.customers.updateInBulk([{ source_id: "una", metadata: { vip: true } }]));
    const metadata = { vip: false };
    await done(await sdk.customers.updateMetadataInBulk({ source_ids: ["una"], metadata }));
    expect(await sdk.customers.get("una")).toMatchObject({ metadata });
    const { customers } = await sdk.customers.list({ limit: 100 });
    expect(customers.map(({ source_id }) => source_id)).toContain("una");
    const scrolled: (string | undefined)[] = [];
    const pages = sdk.customers.scroll({ limit: 1 }) as AsyncIterable<{ source_id?: string }>;
    for await (const { source_id } of pages) scrolled.push(source_id);
    expect(scrolled).toContain("una");

    await sdk.vouchers.create({ code: "M-HER", ...coupon });
    await sdk.distributions.publications.create({
      voucher: "M-HER",
      customer: { source_id: "una" },
    });
    const held = await sdk.customers.listRedeemables("una");
    expect(held.data.map(({ redeemable_object }) => redeemable_object)).toEqual(["voucher"]);
    await expect
      .poll(async () => (await sdk.customers.listActivity("una")).data.map(({ type }) => type))
      .toContain("customer.publication.succeeded");
    const older = await sdk.customers.listActivities("una");
    expect(older.total).toBeGreaterThan(0);

    expect((await sdk.segments.list("una")).data).toEqual([]);
    await sdk.customers.delete("una");
    await gone(sdk.customers.get("una"));
    await sdk.customers.create({ source_id: "ute" });
    const removed = await sdk.customers.deletePermanently("ute");
    expect(removed).toMatchObject({ id: expect.stringMatching(/^del_/) });
  });

  it("are imported", async () => {
    await done(await sdk.customers.importCSV(file("people.csv", "Source ID,Name\nivo,Ivo")));
    expect(await sdk.customers.get("ivo")).toMatchObject({ name: "Ivo" });
  });
});

describe("orders and goods", () => {
  it("are made, changed, listed and imported", async () => {
    const made = await sdk.orders.create({ source_id: "o-1", amount: 1000, status: "CREATED" });
    expect(await sdk.orders.get("o-1")).toEqual(made);
    const paid = await sdk.orders.update({ id: made.id, status: "PAID" });
    expect(paid.status).toBe("PAID");
    expect((await sdk.orders.list()).orders?.map(({ id }) => id)).toContain(made.id);
    await done(await sdk.orders.import([{ source_id: "o-2", amount: 1 }]));
    expect((await sdk.orders.get("o-2")).amount).toBe(1);
  });

  it("are products, units of them and collections", async () => {
    const mug = await sdk.products.create({ source_id: "mug", name: "Mug", price: 500 });
    expect(await sdk.products.get("mug")).toMatchObject({ id: mug.id, name: "Mug" });
    expect((await sdk.products.update({ id: mug.id, name: "Big mug" })).name).toBe("Big mug");
    await done(await sdk.products.bulkUpdate([{ source_id: "mug", price: 600 }]));
    const metadata = { color: "blue" };
    await done(await sdk.products.bulkUpdateMetadata({ source_ids: ["mug"], metadata }));
    expect(await sdk.products.get("mug")).toMatchObject({ price: 600, metadata });
    expect((await sdk.products.list()).products.map(({ id }) => id)).toContain(mug.id);

    const sku = await sdk.products.createSku(mug.id, { source_id: "mug-s", sku: "Small" });
    expect((await sdk.products.getSku("mug-s")).id).toBe(sku.id);
    const changed = await sdk.products.updateSku(mug.id, { id: sku.id, sku: "Tiny" });
    expect(changed.sku).toBe("Tiny");
    expect((await sdk.products.listSkus(mug.id)).skus.map(({ id }) => id)).toEqual([sku.id]);
    await done(await sdk.products.importCSV(file("p.csv", "Source ID,Name\nhat,Hat")));
    await done(await sdk.products.importSkusCSV(file("s.csv", "Source ID,Product ID\nhat-1,hat")));
    const { id: product_id } = await sdk.products.get("hat");
    expect(await sdk.products.getSku("hat-1")).toMatchObject({ product_id });

    const products = [{ id: mug.id, object: "product" as const }];
    const goods = await sdk.productCollections.create({ name: "Mugs", type: "STATIC", products });
    expect((await sdk.productCollections.get(goods.id)).name).toBe("Mugs");
    const listed = await sdk.productCollections.listProducts(goods.id);
    expect(listed.data.map(({ id }) => id)).toEqual([mug.id]);
    expect((await sdk.productCollections.list()).data.map(({ id }) => id)).toEqual([goods.id]);
    await sdk.productCollections.delete(goods.id);
    await gone(sdk.productCollections.get(goods.id));
    await sdk.products.deleteSku(mug.id, sku.id, { force: true });
    await gone(sdk.products.getSku(sku.id));
    await sdk.products.delete(mug.id, { force: true });
    await gone(sdk.products.get(mug.id));
  });
});

describe("rewards and loyalty programs", () => {
  it("are made, earned, moved, spent and removed", async () => {
    const product = await sdk.products.create({ source_id: "tote", name: "Tote" });
    const parameters = { product: { id: product.id, sku_id: null } };
    const reward = await sdk.rewards.create({ name: "Bag", type: "MATERIAL", parameters });
    expect((await sdk.rewards.get(reward.id)).name).toBe("Bag");
    const changed = await sdk.rewards.update({ id: reward.id, name: "Tote bag", parameters });
    expect(changed.name).toBe("Tote bag");
    expect((await sdk.rewards.list()).data.map(({ id }) => id)).toEqual([reward.id]);

    const program = await sdk.loyalties.create({
      name: "Club",
      type: "AUTO_UPDATE",
      vouchers_count: 0,
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 100 } },
    } as Parameters<typeof sdk.loyalties.create>[0]);
    expect((await sdk.loyalties.get(program.id)).name).toBe("Club");
    expect((await sdk.loyalties.list()).campaigns?.map(({ id }) => id)).toEqual([program.id]);
    const described = await sdk.loyalties.update({ id: program.id, description: "For friends" });
    expect(described.description).toBe("For friends");

    const assigned = await sdk.rewards.createAssignment(reward.id, {
      campaign: program.id,
      parameters: { loyalty: { points: 10 } },
    });
    expect((await sdk.rewards.getAssignment(reward.id, assigned.id)).id).toBe(assigned.id);
    expect((await sdk.rewards.listAssignments(reward.id)).data).toHaveLength(1);
    const points = { parameters: { loyalty: { points: 5 } } };
    const cheaper = await sdk.rewards.updateAssignment(reward.id, { id: assigned.id, ...points });
    expect(cheaper).toMatchObject(points);
    await sdk.rewards.deleteAssignment(reward.id, assigned.id);
    await gone(sdk.rewards.getAssignment(reward.id, assigned.id));

    const [given] = await sdk.loyalties.createRewardAssignments(program.id, [
      { reward: reward.id, ...points },
    ]);
    const { id: assignment = "" } = given ?? {};
    expect((await sdk.loyalties.getRewardAssignment(program.id, assignment)).id).toBe(assignment);
    expect((await sdk.loyalties.listRewardAssignments(program.id)).data).toHaveLength(1);
    await sdk.loyalties.updateRewardAssignment(program.id, { id: assignment, ...points });
    expect((await sdk.loyalties.getRewardDetails(program.id, assignment)).id).toBe(reward.id);

    const [rule] = await sdk.loyalties.createEarningRule(program.id, [
      { event: "order.paid", loyalty: { type: "FIXED", points: 7 }, source: { banner: "Buy" } },
    ] as Parameters<typeof sdk.loyalties.createEarningRule>[1]);
    const { id: earning = "" } = rule ?? {};
    expect((await sdk.loyalties.getEarningRule(program.id, earning)).id).toBe(earning);
    expect((await sdk.loyalties.listEarningRules(program.id)).data).toHaveLength(1);
    const more = { id: earning, loyalty: { type: "FIXED" as const, points: 8 } };
    const better = await sdk.loyalties.updateEarningRule(program.id, more);
    expect(better.loyalty).toMatchObject({ points: 8 });
    expect((await sdk.loyalties.disableEarningRule(program.id, earning)).active).toBe(false);
    expect((await sdk.loyalties.enableEarningRule(program.id, earning)).active).toBe(true);

    const [gold] = await sdk.loyalties.createTiers(program.id, [
      { name: "Gold", points: { from: 50 } },
    ] as Parameters<typeof sdk.loyalties.createTiers>[1]);
    const { id: tier = "" } = gold ?? {};
    expect((await sdk.loyalties.getTier(program.id, tier)).name).toBe("Gold");
    expect((await sdk.loyalties.listTiers(program.id)).data).toHaveLength(1);
    expect((await sdk.loyalties.listLoyaltyTierRewards(program.id, tier)).data).toHaveLength(1);
    expect((await sdk.loyalties.listLoyaltyTierEarningRules(program.id, tier)).data).toHaveLength(
      1,
    );

    const member = (source_id: string) =>
      sdk.loyalties.createMember(program.id, { customer: { source_id } });
    const [mia, max] = [await member("mia"), await member("max")];
    expect((await sdk.loyalties.getMember(null, mia.code)).code).toBe(mia.code);
    expect((await sdk.loyalties.getMember(program.id, mia.code)).code).toBe(mia.code);
    expect((await sdk.loyalties.listMembers(program.id)).vouchers).toHaveLength(2);
    const added = await sdk.loyalties.addPoints(program.id, mia.code, { points: 50 });
    expect(added).toMatchObject({ points: 50, balance: 150 });
    const taken = await sdk.loyalties.addOrRemoveCardBalance(mia.code, { points: -20 });
    expect(taken).toMatchObject({ points: -20, balance: 130 });
    await sdk.loyalties.transferPoints(program.id, max.code, [
      { code: mia.code, points: 30, source_id: "move-1" },
    ]);
    expect((await sdk.loyalties.getMember(null, max.code)).loyalty_card?.balance).toBe(130);
    const redeemed = await sdk.loyalties.redeemReward(program.id, mia.code, {
      reward: { id: reward.id },
    });
    expect(redeemed).toMatchObject({ result: "SUCCESS", amount: 5 });
    expect((await sdk.loyalties.getMember(null, mia.code)).loyalty_card?.balance).toBe(95);

    expect((await sdk.loyalties.listMemberRewards(mia.code)).data).toHaveLength(1);
    await expect
      .poll(async () => (await sdk.loyalties.listMemberLoyaltyTiers(mia.code)).data.length)
      .toBe(1);
    const { data } = await sdk.loyalties.listCardTransactions(mia.code, program.id);
    expect(data.map(({ type }) => type)).toContain("POINTS_ADDITION");
    const exported = await sdk.loyalties.exportCardTransactions(mia.code, null);
    expect(exported.object).toBe("export");
    expect((await sdk.loyalties.getPointsExpiration(program.id, mia.code)).object).toBe("list");
    const did = await sdk.loyalties.listMemberActivity(program.id, mia.code);
    expect(did.data?.length).toBeGreaterThan(0);
    const older = await sdk.loyalties.getMemberActivities(program.id, mia.code);
    expect(older.object).toBe("list");

    await sdk.loyalties.deleteEarningRule(program.id, earning);
    await gone(sdk.loyalties.getEarningRule(program.id, earning));
    await sdk.loyalties.deleteRewardAssignment(program.id, assignment);
    await done(await sdk.loyalties.delete(program.id, { force: true }));
    await gone(sdk.loyalties.get(program.id));
    await sdk.rewards.delete(reward.id);
    await gone(sdk.rewards.get(reward.id));
  });
});

describe("segments, rules, events, schemas", () => {
  it("segments hold people", async () => {
    await sdk.customers.create({ source_id: "sam" });
    const made = await sdk.segments.create({ name: "Few", type: "static", customers: ["sam"] });
    expect((await sdk.segments.get(made.id)).name).toBe("Few");
    expect((await sdk.segments.list("sam")).data.map(({ id }) => id)).toEqual([made.id]);
    await sdk.segments.delete(made.id);
    await gone(sdk.segments.get(made.id));
  });

  it("rules are made, assigned, asked and removed", async () => {
    await sdk.vouchers.create({ code: "M-RULED", ...coupon });
    const rules = {
      1: { name: "order.amount", conditions: { $more_than_or_equal: [1000] } },
      logic: "1",
    };
    const rule = await sdk.validationRules.create({ name: "From 10", rules });
    const named = await sdk.validationRules.update({ id: rule.id, name: "Ten and more" });
    expect(named.name).toBe("Ten and more");
    const assigned = await sdk.validationRules.createAssignment(rule.id, { voucher: "M-RULED" });
    expect((await sdk.validationRules.get(rule.id)).name).toBe("Ten and more");
    const { data } = await sdk.validationRules.list({ limit: 100 });
    expect(data.map(({ id }) => id)).toContain(rule.id);
    expect((await sdk.validationRules.listAssignments(rule.id)).data).toHaveLength(1);
    const mine = await sdk.validationRules.listRulesAssignments({ rule: rule.id });
    expect(mine.data).toHaveLength(1);
    const ask = (amount: number) => sdk.validationRules.validate(rule.id, { order: { amount } });
    expect(await ask(1000)).toMatchObject({ valid: true, rule_id: rule.id });
    expect(await ask(999)).toMatchObject({ valid: false, rule_id: rule.id });
    await sdk.validationRules.deleteAssignment(rule.id, assigned.id);
    await sdk.validationRules.delete(rule.id);
    await gone(sdk.validationRules.get(rule.id));
  });

  it("events are told, schemas and background work listed", async () => {
    await manage("POST", "/metadata-schemas", {
      related_object: "publication",
      properties: { shop: { type: "string", optional: true } },
    });
    await manage("POST", "/custom-event-schemas", { name: "visit" });
    expect((await sdk.metadataSchemas.list()).schemas.length).toBeGreaterThan(0);
    expect((await sdk.metadataSchemas.get("publication")).related_object).toBe("publication");
    const told = await sdk.events.create("visit", {
      event: "visit",
      customer: { source_id: "sam" },
    });
    expect(told).toMatchObject({ object: "event", type: "visit" });
    const { async_actions } = await sdk.asyncActions.list({ limit: 5 });
    expect(async_actions).toHaveLength(5);
  });
});

describe("consents", () => {
  it("are listed, given and taken back, in browsers by the customer's own token", async () => {
    await manage("POST", "/consents", { name: "News", category: "marketing" });
    const listed = await sdk.consents.list();
    const [news] = listed.consents.data;
    expect(news).toMatchObject({ name: "News", object: "consent" });
    expect(listed.groups).toEqual({ object: "list", data_ref: "data", data: [], total: 0 });
    const id = news?.id ?? "";
    await sdk.customers.create({ source_id: "con" });
    await sdk.customers.updateConsents("con", { [id]: true });
    expect(await sdk.customers.get("con")).toMatchObject({
      system_metadata: { consents: { [id]: { value: true } } },
    });

    expect((await client.listConsents()).consents.total).toBe(1);
    const refused = client.updateConsents("con", { unsubscribed: true });
    await expect(refused).rejects.toMatchObject({ code: 403 });
    const { token } = await post("/v1/customers/con/client-token");
    await browser({ "X-Customer-Token": token }).updateConsents("con", { unsubscribed: true });
    expect(await sdk.customers.get("con")).toMatchObject({
      system_metadata: { consents: { [id]: { value: false }, unsubscribed: { value: true } } },
    });
  });
});

describe("in browsers", () => {
  it("codes are validated, redeemed, published and listed, events and people told", async () => {
    client.setIdentity("shopper-1");
    await sdk.vouchers.create({ code: "M-SHOP", ...coupon });
    const plain = await client.validate("M-SHOP");
    expect(plain.valid).toBe(true);
    const full = await client.validate({ code: "M-SHOP", amount: 1000 });
    expect(full).toMatchObject({ valid: true, order: { total_amount: 900 } });
    const order = { amount: 1000 };
    expect(await client.redeem("M-SHOP", { order })).toMatchObject({ result: "SUCCESS" });
    const redeemables = [{ object: "voucher" as const, id: "M-SHOP" }];
    expect((await client.validateStackable({ redeemables, order })).valid).toBe(true);
    const { redemptions } = await client.redeemStackable({ redeemables, order });
    expect(redemptions).toHaveLength(1);
    const found = await client.qualifications({ order, scenario: "ALL" } as Parameters<
      typeof client.qualifications
    >[0]);
    expect(found.redeemables.data.length).toBeGreaterThan(0);
    const { vouchers } = await client.listVouchers();
    expect(vouchers.length).toBeGreaterThan(0);
    const made = await client.createCustomer({ source_id: "new-shopper" });
    expect(made.object).toBe("customer");

    const campaign = await sdk.campaigns.create({
      name: "Popup",
      campaign_type: "DISCOUNT_COUPONS",
      type: "AUTO_UPDATE",
      voucher: coupon,
      vouchers_count: 2,
    });
    const status = async () => (await sdk.campaigns.get(campaign.id)).vouchers_generation_status;
    await expect.poll(status).toBe("DONE");
    const customer = { source_id: "new-shopper" };
    const published = await client.publish("Popup", { customer });
    expect(published).toMatchObject({ object: "publication", result: "SUCCESS" });
    expect(await client.track("visit", customer)).toMatchObject({ type: "visit" });
  });
});

it("the same journey goes by curl alone", async () => {
  const { "X-App-Id": id, "X-App-Token": token } = demoHeaders.server;
  const { stdout } = await promisify(execFile)("scripts/journey.sh", [server.url, id, token]);
  expect(stdout.trim().split("\n")).toEqual([
    "codes of the campaign: 3",
    "the order with the code: 9000",
    "redeemed: SUCCESS",
    "valid once more: false",
    "rolled back: SUCCESS",
    "valid after that: true",
    "points: 50",
    "the reward: SUCCESS",
    "points left: 30",
    "lines of the export: 4",
  ]);
});

it("every method was called, but those that tell of the last answer", () => {
  const left = all.filter((name) => !asked.has(name) && !name.includes(" apiLimitsHandler."));
  expect(left).toEqual([]);
});
