import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { newProject, type TestProject } from "../support/api";
import { complaints, idle } from "../support/client-schema";
import { made } from "../support/deciding";
import { hearAll } from "../support/earning";
import { earning, mapped, tiers } from "../support/forms/earning";
import { exported } from "../support/forms/exports";
import { pending, points } from "../support/forms/points";
import { members, programs } from "../support/forms/programs";
import { removals, rewards, spending, undone } from "../support/forms/rewards";
import type { Known, Row } from "../support/forms/row";
import { nightOf, program } from "../support/loyalty";
import { OPERATIONS } from "../support/operations";
import { LOYALTY } from "../support/shapes/loyalty-exceptions";
import { type Answered, strictClient } from "../support/strict-client";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-02-01T12:00:00Z"));
});
afterEach(() => vi.useRealTimers());

const pay = async (project: TestProject, source_id: string) => {
  const customer = { source_id: "ada" };
  const items = [{ product_id: "mug", sku_id: "mug-s", quantity: 2, price: 5000 }];
  const metadata = { weight: 500 };
  const order = { source_id, items, status: "PAID", customer, metadata };
  await made(project, "/v1/orders", order);
  await hearAll(project);
};

async function pendingOf(project: TestProject, known: Known) {
  for (const order of ["p-1", "p-2", "p-3"]) await pay(project, order);
  const path = `/v1/loyalties/members/${known.memberId}/pending-points`;
  const { data } = (await project.get(path)).body;
  known["pending.0"] = data[0]?.id;
  known["pending.1"] = data[1]?.id;
}

const coin = async (project: TestProject) => {
  const parameters = { coin: { exchange_ratio: 1 } };
  return { coin: (await made(project, "/v1/rewards", { parameters })).id };
};

const CAMPAIGNS = {
  coupon: {
    campaign_type: "DISCOUNT_COUPONS",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 500 } },
  },
  credits: {
    campaign_type: "GIFT_VOUCHERS",
    voucher: { type: "GIFT_VOUCHER", gift: { amount: 100 } },
  },
  cards: {
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 10 } },
  },
};

async function given(project: TestProject, name: keyof typeof CAMPAIGNS, balance?: number) {
  const campaign = await made(project, "/v1/campaigns", { name, ...CAMPAIGNS[name] });
  const parameters = { campaign: { id: campaign.id, ...(balance && { balance }) } };
  const reward = await made(project, "/v1/rewards", { name, parameters });
  return [name, reward.id];
}

/** All that a program can name. */
async function surroundings(project: TestProject): Promise<Known> {
  const idOf = async (path: string, body: object) => String((await made(project, path, body)).id);
  await made(project, "/v1/vouchers", {
    code: "TEN",
    discount: { type: "AMOUNT", amount_off: 10 },
  });
  const productId = await idOf("/v1/products", {
    source_id: "mug",
    name: "Mug",
    price: 5000,
    attributes: ["size"],
    metadata: { color: "blue" },
    image_url: "https://shop.example/mug.png",
  });
  const skuId = await idOf("/v1/products/mug/skus", { source_id: "mug-s", sku: "S", price: 5000 });
  const products = [{ id: productId, object: "product" }];
  const management = `/management/v1/projects/${project.id}`;
  return {
    productId,
    skuId,
    productCollectionId: await idOf("/v1/product-collections", { name: "All", products }),
    categoryId: await idOf("/v1/categories", { name: "Loyal", hierarchy: 1 }),
    validationRuleId: await idOf("/v1/validation-rules", { name: "Any", rules: {} }),
    segmentId: await idOf("/v1/segments", { name: "Us", customers: [] }),
    customEventSchemaId: await idOf(`${management}/custom-event-schemas`, { name: "visit" }),
    ...(await coin(project)),
    ...Object.fromEntries([
      await given(project, "coupon"),
      await given(project, "credits", 50),
      await given(project, "cards", 60),
    ]),
  };
}

const WRITES = [programs, members, points, tiers, rewards, earning, mapped];
const isRead = ({ operation }: Row) => operation.startsWith("GET ");

/** Every type of entry that the ledger of a program has. */
const POINTS = [
  "PENDING_POINTS_ACTIVATION",
  "POINTS_ACCRUAL",
  "POINTS_ADDITION",
  "POINTS_EXPIRATION",
  "POINTS_REDEMPTION",
  "POINTS_REFUND",
  "POINTS_REMOVAL",
  "POINTS_TRANSFER_IN",
  "POINTS_TRANSFER_OUT",
];

const Entries = z.object({ data: z.array(z.object({ type: z.string() })) });

function kindsIn(all: readonly Answered[]): string[] {
  const lists = all.filter(
    ({ operation }) => operation === "GET /v1/loyalties/:campaignId/transactions",
  );
  const types = lists.flatMap(({ body }) => Entries.parse(body).data.map(({ type }) => type));
  return [...new Set(types)].sort();
}

const Activity = z.object({ data: z.array(z.object({ type: z.string() })) });

const kindsOf = (all: readonly Answered[]): string[] =>
  [...new Set(all.flatMap(({ body }) => Activity.parse(body).data.map(({ type }) => type)))].sort();

/** What is told of a member who moved through tiers, and of whom something failed. */
const TOLD = [
  "customer.loyalty.tier.downgraded",
  "customer.loyalty.tier.expiration.changed",
  "customer.loyalty.tier.joined",
  "customer.loyalty.tier.left",
  "customer.loyalty.tier.prolonged",
  "customer.loyalty.tier.upgraded",
  "customer.publication.succeeded",
  "customer.redemption.failed",
  "customer.redemption.rollback.failed",
  "customer.redemption.rollback.succeeded",
  "customer.redemption.succeeded",
  "customer.voucher.loyalty_card.points_added",
];

/** A redemption of more points than there are, and a second rollback of one. */
async function fails(project: TestProject, card: string): Promise<void> {
  const { coin: reward } = await coin(project);
  await made(project, `/v1/rewards/${reward}/assignments`, { campaign: "Points" });
  const redeem = (points: number) =>
    project.post("/v1/redemptions", {
      redeemables: [{ object: "loyalty_card", id: card, reward: { id: reward, points } }],
      order: { amount: 100_000_000 },
      customer: { source_id: "ada" },
    });
  expect((await redeem(1_000_000)).status).toBe(400);
  const { redemptions } = (await redeem(1)).body;
  const rollback = () => project.post(`/v1/redemptions/${redemptions[0].id}/rollback`);
  expect((await rollback()).status).toBe(200);
  expect((await rollback()).status).toBe(400);
}

const FAMILIES = /^\w+ \/v1\/(loyalties|rewards)\b/;

/** Of this service alone, or of older clients, so that the shapes do not have them. */
const OURS = [
  "GET /v1/loyalties/members/:memberId/activities",
  "GET /v1/loyalties/:campaignId/members/:memberId/activities",
  "GET /v1/loyalties/:campaignId/ledger-proof",
];

/** What both forms were answered, for the last test. */
const answered: Answered[] = [];

describe("a strict client of the reference", () => {
  it("reads every answer in its emptiest form", async () => {
    const project = await newProject();
    const known: Known = await coin(project);
    const client = strictClient(project, known, "least");
    for (const rows of WRITES) await client.walk(rows);
    await pendingOf(project, known);
    for (const rows of [pending, spending, undone, exported, removals]) await client.walk(rows);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it("reads every answer in its fullest form", async () => {
    const project = await newProject();
    const known = await surroundings(project);
    const client = strictClient(project, known, "most");
    for (const rows of WRITES) await client.walk(rows);
    await pendingOf(project, known);
    await client.walk(points.filter(isRead));
    const redemption = "POST /v1/loyalties/members/:memberId/redemption";
    for (const reward of ["coupon", "credits", "cards"]) {
      await client.ask({ operation: redemption, most: { reward: { id: known[reward] } } });
    }
    for (const rows of [pending, spending, undone, exported]) await client.walk(rows);
    const balance = "POST /v1/loyalties/members/:memberId/balance";
    const soon = { points: 9, expiration_type: "CUSTOM_DATE", expiration_date: "2026-03-01" };
    for (const most of [soon, { points: -2 }]) await client.ask({ operation: balance, most });
    // An order need not have a name of its own.
    const unnamed = { amount: 100_000, status: "PAID", customer: { source_id: "ada" } };
    await made(project, "/v1/orders", unnamed);
    await hearAll(project);
    vi.setSystemTime(Date.parse("2026-04-02T12:00:00Z"));
    await nightOf(project);
    await hearAll(project);
    for (const rows of [...WRITES, spending]) {
      await client.walk(rows.filter(isRead));
    }
    await client.walk(removals);
    expect(client.refused()).toEqual([]);
    expect(kindsIn(client.answered)).toEqual(POINTS);
    answered.push(...client.answered);
  });

  it("reads what a member's activity tells of tiers and of what failed", async () => {
    const { project, id, cards } = await program(["ada"]);
    const known = { campaignId: id, memberId: cards.ada ?? "" };
    const client = strictClient(project, known, "most");
    const add = async (points: number) => {
      await made(project, `/v1/loyalties/members/${known.memberId}/balance`, { points });
      await hearAll(project);
    };
    await made(project, `/v1/loyalties/${id}/tiers`, [
      { name: "Silver", points: { from: 100, to: 499 } },
      { name: "Gold", points: { from: 500 } },
    ]);
    for (const points of [100, 400, -1, -400, 100]) await add(points);
    const loyalty_tiers_expiration = {
      qualification_type: "BALANCE",
      start_date: { type: "IMMEDIATE" },
      expiration_date: { type: "CUSTOM", extend: "P3M" },
    };
    await project.put(`/v1/loyalties/${id}`, { loyalty_tiers_expiration });
    await add(1);
    vi.setSystemTime(Date.parse("2026-06-02T12:00:00Z"));
    await nightOf(project);
    await fails(project, known.memberId);
    await hearAll(project);
    await client.walk(members.filter(({ operation }) => operation.endsWith("/activity")));
    expect(client.refused()).toEqual([]);
    expect(kindsOf(client.answered)).toEqual(TOLD);
    answered.push(...client.answered);
  });

  it("asks every operation of programs and rewards", () => {
    const rows = [...WRITES, pending, spending, undone, exported, removals].flat();
    const asked = new Set(rows.map(({ operation }) => operation));
    const mounted = OPERATIONS.filter((operation) => FAMILIES.test(operation));
    expect(mounted.filter((each) => !asked.has(each))).toEqual(OURS);
    expect([...asked].filter((each) => !OPERATIONS.includes(each))).toEqual([]);
  });

  it("would fail without any one of the exceptions", () => {
    expect(idle(LOYALTY, answered)).toEqual([]);
  });

  it("refuses a field that the shapes do not have, and one that is missing", () => {
    const operation = "GET /v1/rewards/:rewardId/assignments";
    const list = { object: "list", data_ref: "data", data: [], total: 0 };
    expect(complaints(operation, { status: 200, body: list })).toEqual([]);
    const more = complaints(operation, { status: 200, body: { ...list, page: 1 } });
    expect(more).toEqual([`${operation}: : Unrecognized key: "page"`]);
    const { total, ...less } = list;
    expect(complaints(operation, { status: 200, body: less })).toHaveLength(1 + total);
    expect(complaints(operation, { status: 201, body: list })).toHaveLength(1);
  });
});
