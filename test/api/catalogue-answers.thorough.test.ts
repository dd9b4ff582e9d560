import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { idle, isShaped } from "../support/client-schema";
import { made } from "../support/deciding";
import { hearAll, program } from "../support/earning";
import { categories, collections, goodsRemoved, orders, products } from "../support/forms/goods";
import { known, people, peopleRemoved, segments, sent } from "../support/forms/people";
import type { Known } from "../support/forms/row";
import { OPERATIONS } from "../support/operations";
import { publish } from "../support/publishing";
import { redeemables } from "../support/redeeming";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";
import { CATALOGUE } from "../support/shapes/catalogue-exceptions";
import { type Answered, strictClient } from "../support/strict-client";

const GOODS = [categories, products, collections, orders];
const PEOPLE = [people, segments];

const visits = (project: TestProject) =>
  made(project, `/management/v1/projects/${project.id}/custom-event-schemas`, { name: "visit" });

/** Whatever a customer can hold: a coupon, a gift card, a loyalty card, and codes of referrals. */
async function holding(project: TestProject): Promise<Known> {
  const idOf = async (path: string, body: object) => String((await made(project, path, body)).id);
  const category_id = await idOf("/v1/categories", { name: "Kept" });
  const window = {
    start_date: "2020-01-01T00:00:00Z",
    expiration_date: "2999-01-01T00:00:00Z",
    validity_timeframe: { interval: "P1D", duration: "P1D" },
    validity_day_of_week: [0, 1, 2, 3, 4, 5, 6],
  };
  const redemption = { quantity: 100 };
  await made(project, "/v1/vouchers", {
    code: "TEN",
    category_id,
    discount: { type: "PERCENT", percent_off: 10, amount_limit: 100, effect: "APPLY_TO_ORDER" },
    additional_info: "note",
    metadata: { color: "red" },
    redemption,
    ...window,
  });
  await made(project, "/v1/vouchers", { code: "CREDITS", gift: { amount: 10_000 }, redemption });
  const points = await program(project, "Points");
  await made(project, `/v1/campaigns/${points}/vouchers/CARD`, { loyalty_card: { points: 50 } });
  for (const voucher of ["TEN", "CREDITS", "CARD"]) await publish(project, "ada", { voucher });
  const friends = await referralCampaign(project, "Friends");
  await referrer(project, friends, "ada");
  return { card: "CARD", friend: await referrer(project, friends, "bob") };
}

/** Uses what the customer holds, well and badly. */
async function using(project: TestProject): Promise<void> {
  const { body } = await redeemAs(project, "ada", "TEN");
  const rollback = `/v1/redemptions/${body.redemptions[0].id}/rollback`;
  for (const status of [200, 400]) expect((await project.post(rollback)).status).toBe(status);
  for (const [credits, status] of [
    [100, 200],
    [1e9, 400],
  ]) {
    const redeemables = [{ object: "voucher", id: "CREDITS", gift: { credits } }];
    expect((await redeemAs(project, "ada", "CREDITS", { redeemables })).status).toBe(status);
  }
  expect((await redeemAs(project, "cyd", "BY-ADA")).status).toBe(200);
  const stack = { redeemables: redeemables(["TEN", "CREDITS"]) };
  const { body: whole } = await redeemAs(project, "ada", "TEN", stack);
  const rollbacks = `/v1/redemptions/${whole.parent_redemption.id}/rollbacks`;
  expect((await project.post(rollbacks)).status).toBe(200);
  await made(project, "/v1/loyalties/members/CARD/balance", { points: 5 });
  await made(project, "/v1/vouchers/CREDITS/balance", { amount: 5 });
}

const FAMILIES =
  /^\w+ \/v1\/(orders|products|skus|product-collections|categories|customers|segments|events)\b/;

/** Files, which are read with the others of their kind. */
const isFile = (operation: string) => /\/(import(CSV)?|export)$/.test(operation);

/** What both forms were answered, for the last test. */
const answered: Answered[] = [];

describe("a strict client of the reference", () => {
  it.each(["least", "most"] as const)(
    "reads the catalogue and orders with the %s there is",
    async (form) => {
      const client = strictClient(await newProject(), {}, form);
      for (const rows of [...GOODS, goodsRemoved]) await client.walk(rows);
      expect(client.refused()).toEqual([]);
      answered.push(...client.answered);
    },
  );

  it("reads customers of whom little is known", async () => {
    const project = await newProject();
    await visits(project);
    const client = strictClient(project, {}, "least");
    for (const rows of [...PEOPLE, sent, known, peopleRemoved]) await client.walk(rows);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it("reads customers of whom much is known", async () => {
    const project = await newProject();
    await visits(project);
    const client = strictClient(project, await holding(project), "most");
    for (const rows of [...PEOPLE, sent, products, orders]) await client.walk(rows);
    await using(project);
    await hearAll(project);
    for (const rows of [known, peopleRemoved]) await client.walk(rows);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it("asks every operation of the catalogue, of orders and of customers", () => {
    const rows = [...GOODS, goodsRemoved, ...PEOPLE, sent, known, peopleRemoved].flat();
    const asked = new Set(rows.map(({ operation }) => operation));
    const mounted = OPERATIONS.filter((each) => FAMILIES.test(each) && isShaped(each));
    expect(mounted.filter((each) => !asked.has(each) && !isFile(each))).toEqual([]);
    expect([...asked].filter((each) => !OPERATIONS.includes(each))).toEqual([]);
  });

  it("would fail without any one of the exceptions", () => {
    expect(idle(CATALOGUE, answered)).toEqual([]);
  });
});
