import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { promotion, stack, tier } from "../support/promotions";
import { qualify, qualifyAsShopper } from "../support/qualifying";
import { giftCard, redeemables, voucher } from "../support/redeeming";
import { tokenOf } from "../support/shoppers";

const alice = { source_id: "alice" };

/** Codes of everybody and nobody, gift cards, and what Alice and Bob hold. */
async function shop(settings = {}) {
  const project = await newProject(settings);
  await voucher(project, "ALICE", { metadata: { note: "secret-note", theme: "spring" } });
  await voucher(project, "BOB");
  await giftCard(project, "ALICES-CARD", 500);
  await giftCard(project, "LOOSE-CARD", 5000);
  await voucher(project, "OPEN", {
    metadata: { note: "secret-note", theme: "dark" },
    additional_info: "secret-info",
    category: "secret-category",
  });
  await project.post("/v1/publications", { voucher: "ALICE", customer: alice });
  await project.post("/v1/publications", { voucher: "ALICES-CARD", customer: alice });
  await project.post("/v1/publications", { voucher: "BOB", customer: { source_id: "bob" } });
  return project;
}

const LISTING = { client_list_vouchers_enabled: 1 };
const WALLETS = { client_wallet_enabled: 1 };
const wallet = (source_id: string) => ({
  customer: { source_id },
  scenario: "CUSTOMER_WALLET",
  order: { amount: 1000 },
});
const everything = { customer: alice, order: { amount: 1000 } };
const codes = (...$in: string[]) => ({ filters: { code: { conditions: { $in } } } });

describe("a project that has switched nothing on", () => {
  it("200: lists tiers, stacks and campaigns, and no code of anybody", async () => {
    const project = await shop();
    const coupons = await campaign(project, "Coupons");
    const sale = await promotion(project, "Sale");
    const { id: first } = await tier(project, sale, "First");
    const { id: both } = await stack(project, sale, "Both", [first]);
    const found = await qualifyAsShopper(project, everything);
    expect(found.ids.toSorted()).toEqual([coupons, both, first].toSorted());
    const theirs = await qualify(project, everything);
    expect(theirs.ids).toEqual(
      expect.arrayContaining(["OPEN", "LOOSE-CARD", "ALICE", "ALICES-CARD", coupons, first]),
    );
    expect(JSON.stringify(found)).not.toMatch(/OPEN|LOOSE|ALICE/);
  });

  it("200: nothing of a wallet, whoever is named, and nothing of codes that are named", async () => {
    const project = await shop();
    expect((await qualifyAsShopper(project, wallet("alice"))).ids).toEqual([]);
    const named = codes("OPEN", "LOOSE-CARD", "ALICE", "ALICES-CARD", "BOB");
    expect((await qualifyAsShopper(project, everything, named)).ids).toEqual([]);
    const [open] = (await rowsOf("vouchers", project.id)).filter(({ code }) => code === "OPEN");
    const ids = { resource_id: { conditions: { $is: [open?.id] } } };
    expect((await qualifyAsShopper(project, everything, { filters: ids })).ids).toEqual([]);
    const types = { resource_type: { conditions: { $is: ["voucher"] } } };
    expect((await qualifyAsShopper(project, everything, { filters: types })).ids).toEqual([]);
  });

  it("200: in one round trip and without a trace", async () => {
    const project = await shop();
    await qualifyAsShopper(project);
    const { cost } = await qualifyAsShopper(project, everything, codes("OPEN"));
    expect(cost).toMatchObject({ roundTrips: 1, written: 0 });
  });
});

describe("client_list_vouchers_enabled", () => {
  it("200: lists discount vouchers that nobody holds, and no card", async () => {
    const project = await shop(LISTING);
    const ours = await qualifyAsShopper(project, everything);
    expect(ours.ids).toEqual(["OPEN"]);
    const theirs = await qualify(project, everything);
    expect(ours.entries[0]).toEqual(theirs.entries.find(({ id }) => id === "OPEN"));
    expect((await qualifyAsShopper(project, wallet("alice"))).ids).toEqual([]);
    const named = codes("OPEN", "LOOSE-CARD", "ALICE", "BOB");
    expect((await qualifyAsShopper(project, everything, named)).ids).toEqual(["OPEN"]);
  });

  it("200: what qualifies is found behind however many cards", async () => {
    const project = await newProject(LISTING);
    await voucher(project, "OPEN");
    for (let at = 0; at < 20; at++) await giftCard(project, `CARD-${at}`, 100);
    expect((await qualifyAsShopper(project, everything, { limit: 1 })).ids).toEqual(["OPEN"]);
  });

  it("200: another instant is not for browsers: it is passed over", async () => {
    const project = await shop(LISTING);
    await voucher(project, "LATER", { start_date: "2098-01-01" });
    expect((await qualifyAsShopper(project, {}, { as_of: "2098-06-01" })).ids).toEqual(["OPEN"]);
  });

  it("200: what qualifies for a shopper is valid for that shopper", async () => {
    const project = await shop({ ...LISTING, ...WALLETS });
    const { ids } = await qualifyAsShopper(project, everything);
    expect(ids).toEqual(["OPEN", "ALICES-CARD", "ALICE"]);
    for (const id of ids) {
      const { body } = await project.post("/client/v1/validations", {
        redeemables: redeemables(id),
        ...everything,
      });
      expect([id, body.valid]).toEqual([id, true]);
    }
  });

  it("200: lines and metadata of a stored order go to nobody who only names it", async () => {
    const project = await shop(LISTING);
    await project.post("/v1/orders", {
      source_id: "basket",
      items: [{ product_id: "secret-shirt", price: 500, quantity: 2 }],
      metadata: { note: "secret-note" },
    });
    const named = await qualifyAsShopper(project, { order: { source_id: "basket" } });
    expect(named.entries[0]?.order?.amount).toBe(1000);
    expect(JSON.stringify(named)).not.toContain("secret");
  });
});

describe("a wallet", () => {
  it("200: client_wallet_enabled lists what the named customer holds, cards too, and nobody else's", async () => {
    const project = await shop(WALLETS);
    const ours = await qualifyAsShopper(project, wallet("alice"));
    expect(ours.ids).toEqual(["ALICES-CARD", "ALICE"]);
    expect(ours.entries).toEqual((await qualify(project, wallet("alice"))).entries);
    expect((await qualifyAsShopper(project, wallet("eve"))).ids).toEqual([]);
    expect((await qualifyAsShopper(project, everything)).ids).toEqual(["ALICES-CARD", "ALICE"]);
    const named = codes("ALICE", "BOB", "OPEN", "LOOSE-CARD");
    expect((await qualifyAsShopper(project, everything, named)).ids).toEqual(["ALICE"]);
  });

  it("200: a token opens its customer's, without the switch and without naming anybody", async () => {
    const project = await shop();
    const token = await tokenOf(project, "alice");
    const unnamed = { scenario: "CUSTOMER_WALLET", order: { amount: 1000 } };
    const opened = await qualifyAsShopper(project, unnamed, {}, token);
    expect(opened.ids).toEqual(["ALICES-CARD", "ALICE"]);
    expect(opened.entries[0]?.result.gift?.balance).toBe(500);
    const named = await qualifyAsShopper(project, wallet("alice"), {}, token);
    expect(named.entries).toEqual(opened.entries);
    expect(named.cost).toMatchObject({ roundTrips: 1, written: 0 });
    expect((await qualifyAsShopper(project, everything, {}, token)).ids).toEqual(opened.ids);
  });
});

describe("notes", () => {
  const expand = { expand: ["redeemable", "category", "validation_rules"] };

  it("200: go to browsers only under the keys that the project lets them see", async () => {
    const closed = await shop(LISTING);
    const [none] = (await qualifyAsShopper(closed, everything, expand)).entries;
    expect(none?.metadata).toEqual({});
    const open = await shop({ ...LISTING, client_visible_metadata: '["theme", "size"]' });
    const [shown] = (await qualifyAsShopper(open, everything, expand)).entries;
    expect(shown?.metadata).toEqual({ theme: "dark" });
    expect(JSON.stringify(shown)).not.toContain("secret");
    const [plain] = (await qualifyAsShopper(open, everything)).entries;
    expect(plain).not.toHaveProperty("metadata");
  });
});

const NOON = Date.UTC(2026, 10, 21, 12, 0, 10);

describe("the budget of failed look-ups", () => {
  let block = 0;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: NOON });
    block += 1;
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const address = (last: number) => ({ "cf-connecting-ip": `172.30.${block}.${last}` });
  const names = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `WRONG-${from + at}`);
  const ask = (project: TestProject, filters: object, last = 1) =>
    project.post("/client/v1/qualifications", { options: { filters } }, address(last));
  const counts = async (project: TestProject) =>
    Object.fromEntries(
      (await rowsOf("misses", project.id)).map(({ bucket, count }) => [bucket, count]),
    );

  it("is charged for each code that a filter names and that is not there, whichever way", async () => {
    const project = await shop(LISTING);
    await ask(project, { code: { conditions: { $in: ["OPEN", "open", "A", "B"] } } });
    await ask(project, { resource_id: { conditions: { $is: ["C"] } } });
    await ask(project, { junction: "or", code: { conditions: { $not_in: ["D", "E"] } } });
    expect(await counts(project)).toEqual({ [`172.30.${block}.0/24`]: 5, "*": 5 });
  });

  it("is not charged for the id of a tier, a stack or a campaign", async () => {
    const project = await newProject();
    const sale = await promotion(project, "Sale");
    const { id: first } = await tier(project, sale, "First");
    const reply = await ask(project, {
      resource_id: { conditions: { $in: [first, sale, "WRONG"] } },
    });
    expect(reply.body.redeemables.data.map(({ id }: { id: string }) => id)).toEqual([first]);
    expect(await counts(project)).toEqual({ [`172.30.${block}.0/24`]: 1, "*": 1 });
  });

  it("429: once it is spent, also with a right code; validations share it", async () => {
    const project = await shop(LISTING);
    expect((await ask(project, { code: { conditions: { $in: names(0, 20) } } })).status).toBe(200);
    const refused = await ask(project, { code: { conditions: { $is: ["OPEN"] } } }, 2);
    failure(refused, 429, "too_many_requests");
    expect(JSON.stringify(refused.body)).not.toContain("OPEN");
    const body = { redeemables: redeemables("OPEN") };
    const validated = await project.post("/client/v1/validations", body, address(3));
    failure(validated, 429, "too_many_requests");
    expect(await counts(project)).toEqual({ [`172.30.${block}.0/24`]: 20, "*": 20 });
    const plain = await project.post("/client/v1/qualifications", {}, address(4));
    expect(plain.status).toBe(200);
  });

  it("is strict under 50 guesses at once", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        ask(project, { code: { conditions: { $is: [`WRONG-${at}`] } } }, at),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await counts(project)).toEqual({ [`172.30.${block}.0/24`]: 20, "*": 20 });
  });

  it("400: more than 30 codes and ids in one request, and nothing is charged", async () => {
    const project = await newProject();
    const both = { code: { conditions: { $in: names(0, 16) } } };
    const more = { ...both, resource_id: { conditions: { $not_in: names(16, 31) } } };
    const { details } = failure(await ask(project, more), 400, "invalid_payload");
    expect(details).toBe("Property .options.filters must NOT name more than 30 codes and ids");
    expect(await counts(project)).toEqual({});
    const back = { options: { filters: more } };
    expect((await project.post("/v1/qualifications", back)).status).toBe(200);
  });
});

it("400: a body that cannot be understood", async () => {
  const project = await newProject();
  const { status, body } = await project.post("/client/v1/qualifications", { scenario: "SOME" });
  expect([status, body.key]).toEqual([400, "invalid_payload"]);
});
