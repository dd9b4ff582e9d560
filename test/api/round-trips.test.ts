import { describe, expect, it } from "vitest";
import { Voucher } from "../../src/model/voucher";
import { titleOf } from "../../src/resources/exports/kind";
import { KINDS as EXPORTS } from "../../src/resources/exports/kinds";
import { layoutOf } from "../../src/resources/imports/columns";
import { KINDS as IMPORTS } from "../../src/resources/imports/kinds";
import { ImportKind } from "../../src/resources/imports/schema";
import { newProject, parsed, type TestProject } from "../support/api";
import { exported } from "../support/exporting";
import { resultOf, sendCsv } from "../support/imports";
import { expectSound } from "../support/invariants";

type Exported = "voucher" | "customer" | "product" | "sku";

async function made(project: TestProject, path: string, body: object) {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

/** All columns of an export, metadata in one. */
const full = (project: TestProject, object: Exported, fields = EXPORTS[object].fields) =>
  exported(project, {
    exported_object: object,
    parameters: { order: "created_at", fields: [...fields] },
  });

const imported = async (project: TestProject, path: string, csv: string, rows: number) =>
  expect(await resultOf(project, await sendCsv(project, path, csv))).toMatchObject({
    done_count: rows,
    failed: [],
  });

/** The cells of one column. */
function column(csv: string, title: string): (string | undefined)[] {
  const [titles = [], ...rows] = csv
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((cells) => cells[titles.indexOf(title)]);
}

/** What only the service can give, and what it counted there. */
function own({ body }: { body: Record<string, unknown> }, ...names: string[]) {
  const given = ["id", "created_at", "updated_at", "assets", ...names];
  return Object.fromEntries(Object.entries(body).filter(([name]) => !given.includes(name)));
}

const VOUCHERS: Record<string, object> = {
  AMOUNT: {
    discount: { type: "AMOUNT", amount_off: 1999, effect: "APPLY_TO_ITEMS_BY_QUANTITY" },
    redemption: { quantity: 5 },
    category: "news",
    start_date: "2026-01-01T00:00:00.000Z",
    expiration_date: "2099-01-01T12:00:00.000Z",
    validity_timeframe: { interval: "P2D", duration: "P1D" },
    validity_day_of_week: [1, 5],
    active: false,
    additional_info: 'a, "b"\nc',
    metadata: { n: 4, b: false, l: ["x"], o: { p: "=1" }, "Created At": "mine" },
  },
  ONE_DAY: { discount: { type: "PERCENT", percent_off: 1 }, validity_day_of_week: [0] },
  PERCENT: {
    discount: { type: "PERCENT", percent_off: 12.5, amount_limit: 905, effect: "APPLY_TO_ITEMS" },
  },
  NOTHING: { discount: { type: "PERCENT", percent_off: 5, amount_limit: 0 } },
  FORMULA: {
    discount: { type: "AMOUNT", amount_off: 1, amount_off_formula: "ORDER_AMOUNT / 10" },
  },
  "=FIXED": { discount: { type: "FIXED", fixed_amount: 7, effect: "APPLY_TO_ORDER" } },
  "'-FIXED": { discount: { type: "FIXED", fixed_amount: 3, fixed_amount_formula: "100" } },
  "''plain": {
    discount: { type: "UNIT", unit_off: 2, unit_type: "mug", effect: "ADD_NEW_ITEMS" },
    additional_info: "'quoted'",
  },
  CARD: { gift: { amount: 2000, effect: "APPLY_TO_ITEMS" } },
  USED: { gift: { amount: 5000, balance: 4705 } },
  LOYAL: { loyalty_card: { points: 300, balance: 120 } },
};

describe("an export that is imported into another project", () => {
  it("knows each column that the export has", () => {
    const kinds = ImportKind.options.filter((kind) => kind !== "orders");
    const told = kinds.map((kind) => {
      const { sheet } = IMPORTS[kind];
      const object = kind.slice(0, -1);
      const fields = Object.entries(EXPORTS).find(([name]) => name === object)?.[1].fields ?? [];
      const { titles } = layoutOf(sheet, fields.map(titleOf));
      return [object, Object.keys(titles).filter((path) => path.startsWith("metadata"))];
    });
    expect(told).toEqual(
      [
        ["vouchers", "customers", "products", "skus"].map((name) => [
          name.slice(0, -1),
          ["metadata"],
        ]),
      ].flat(),
    );
  });

  it("vouchers: the same codes, with what is left of them", async () => {
    const [from, to] = [await newProject(), await newProject()];
    const codes = Object.keys(VOUCHERS);
    for (const code of codes) await made(from, "/v1/vouchers", { code, ...VOUCHERS[code] });
    const csv = await full(from, "voucher");
    await imported(to, "/v1/vouchers/importCSV", csv, codes.length);
    for (const code of codes) {
      const path = `/v1/vouchers/${encodeURIComponent(code)}`;
      expect(own(await to.get(path)), code).toEqual(own(await from.get(path)));
    }
    await expectSound(to.id);
  });

  it("vouchers: what was used of them stays used", async () => {
    const [from, to] = [await newProject(), await newProject()];
    await made(from, "/v1/vouchers", {
      code: "FIVE",
      discount: { type: "AMOUNT", amount_off: 100 },
      redemption: { quantity: 5 },
    });
    await made(from, "/v1/vouchers", { code: "CARD", gift: { amount: 2000 } });
    await made(from, "/v1/vouchers/CARD/balance", { amount: 500 });
    await made(from, "/v1/redemptions", {
      redeemables: [
        { object: "voucher", id: "FIVE" },
        { object: "voucher", id: "CARD", gift: { credits: 300 } },
      ],
      order: { amount: 1000 },
      customer: { source_id: "ada" },
    });
    const csv = await full(from, "voucher");
    expect(column(csv, "Value")).toEqual(["1.00", "25.00"]);
    expect(column(csv, "Gift Balance")).toEqual(["", "22.00"]);
    await imported(to, "/v1/vouchers/importCSV", csv, 2);
    const five = parsed(Voucher, await to.get("/v1/vouchers/FIVE"));
    expect(five.redemption).toMatchObject({ quantity: 4, redeemed_quantity: 0 });
    const card = parsed(Voucher, await to.get("/v1/vouchers/CARD"));
    expect(card.gift).toMatchObject({ amount: 2500, balance: 2200, subtracted_amount: 300 });
    expect([five.metadata, card.metadata]).toEqual([{}, {}]);
    await expectSound(to.id);
  });

  it("vouchers of a campaign: into one of the same name", async () => {
    const [from, to] = [await newProject(), await newProject()];
    const body = {
      name: "Refer",
      campaign_type: "LOYALTY_PROGRAM",
      type: "AUTO_UPDATE",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 10 } },
    };
    const { id } = await made(from, "/v1/campaigns", body);
    await made(to, "/v1/campaigns", body);
    await made(from, `/v1/campaigns/${id}/vouchers/A`, { metadata: { a: 1 } });
    await made(from, "/v1/vouchers/A/balance", { amount: 25 });
    const csv = await full(from, "voucher");
    const path = "/v1/campaigns/Refer/importCSV";
    await imported(to, path, csv, 1);
    const card = parsed(Voucher, await to.get("/v1/vouchers/A"));
    expect(card.loyalty_card).toMatchObject({ points: 35, balance: 35 });
    expect(card.metadata).toEqual({ a: 1 });
    const outside = await resultOf(to, await sendCsv(to, "/v1/vouchers/importCSV", csv));
    expect(outside.failed).toEqual([
      { row: 2, column: "Campaign", reason: "must be empty; import into the campaign itself" },
    ]);
  });

  it("vouchers with rules of their own are refused", async () => {
    const project = await newProject();
    const csv = "Code,Voucher Type,Value,Validation Rules ID\nA,gift,1,val_1 val_2";
    const result = await resultOf(project, await sendCsv(project, "/v1/vouchers/importCSV", csv));
    expect(result.failed).toEqual([
      {
        row: 2,
        column: "Validation Rules ID",
        reason: "cannot be imported; assign rules to the campaign",
      },
    ]);
    expect((await project.get("/v1/vouchers")).body.total).toBe(0);
  });

  it("amounts have as many decimals as their currency", async () => {
    const [yen, other] = [
      await newProject({ currency: "JPY" }),
      await newProject({ currency: "JPY" }),
    ];
    await made(yen, "/v1/vouchers", { code: "A", gift: { amount: 2000 } });
    await made(yen, "/v1/products", { source_id: "p", price: 5 });
    await made(yen, "/v1/products/p/skus", { source_id: "s", price: 5, currency: "EUR" });
    const vouchers = await full(yen, "voucher");
    expect(column(vouchers, "Value")).toEqual(["2000"]);
    const [products, skus] = [await full(yen, "product"), await full(yen, "sku")];
    expect([column(products, "Price"), column(skus, "Price")]).toEqual([["5"], ["0.05"]]);
    await imported(other, "/v1/vouchers/importCSV", vouchers, 1);
    await imported(other, "/v1/products/importCSV", products, 1);
    await imported(other, "/v1/skus/importCSV", skus, 1);
    expect((await other.get("/v1/vouchers/A")).body.gift.amount).toBe(2000);
    expect((await other.get("/v1/skus/s")).body.price).toBe(5);
  });

  it("products and SKUs: the same ones, each SKU under its product", async () => {
    const [from, to] = [await newProject(), await newProject()];
    await made(from, "/v1/products", {
      source_id: "-mug",
      name: "'=Mug",
      price: 1999,
      attributes: ["size", "a, b"],
      image_url: "https://shop.example/mug.png",
      metadata: { weight: 4, tags: ["a"] },
    });
    await made(from, "/v1/products/-mug/skus", {
      source_id: "mug-l",
      sku: "@large",
      price: 90_071_992_547_409,
      currency: "KWD",
      attributes: { size: "L" },
      image_url: "https://shop.example/mug-l.png",
      metadata: { shelf: 3 },
    });
    const [products, skus] = [await full(from, "product"), await full(from, "sku")];
    expect(column(skus, "Price")).toEqual(["90071992547.409"]);
    await imported(to, "/v1/products/importCSV", products, 1);
    await imported(to, "/v1/skus/importCSV", skus, 1);
    const product = own(await to.get("/v1/products/-mug"), "skus");
    expect(product).toEqual(own(await from.get("/v1/products/-mug"), "skus"));
    const sku = own(await to.get("/v1/skus/mug-l"), "product_id", "product");
    expect(sku).toEqual(own(await from.get("/v1/skus/mug-l"), "product_id", "product"));
    expect((await to.get("/v1/skus/mug-l")).body.product_id).toBe(
      (await to.get("/v1/products/-mug")).body.id,
    );
    // Into the project that they came from they change nothing.
    await imported(from, "/v1/products/importCSV", products, 1);
    await imported(from, "/v1/skus/importCSV", skus, 1);
    expect((await from.get("/v1/skus/mug-l")).body.updated_at).toBeNull();
  });

  it("customers: the same people, without what was counted of them", async () => {
    const [from, to] = [await newProject(), await newProject()];
    await made(from, "/v1/customers", {
      source_id: "@ada",
      name: "''=Ada",
      email: "ada@shop.example",
      phone: "+49 30 1234",
      description: "first\nsecond",
      birthday: "1990-02-03",
      birthdate: "1990-02-03",
      address: {
        city: "Bonn",
        state: "NRW",
        line_1: "-1",
        line_2: "+2",
        country: "DE",
        postal_code: "01234",
      },
      metadata: { age: 36, ID: "x", tags: [{ a: 1 }] },
    });
    await made(from, "/v1/orders", { amount: 1000, customer: { source_id: "@ada" } });
    await imported(to, "/v1/customers/importCSV", await full(from, "customer"), 1);
    const [ada, was] = await Promise.all([to, from].map((each) => each.get("/v1/customers/@ada")));
    const counted = ["summary", "loyalty", "referrals"];
    expect(own(ada ?? { body: {} }, ...counted)).toEqual(own(was ?? { body: {} }, ...counted));
    expect(ada?.body.phone).toBe("+49 30 1234");
  });
});

describe("a file of another service", () => {
  it("what was redeemed counts as used, and is no metadata", async () => {
    const project = await newProject();
    const csv = [
      "Code,Voucher Type,Value,Redemption Limit,Redeemed Quantity,Redeemed Amount",
      "CARD,gift,20.00,,3,5.50",
      "CODE,discount,10.00,4,1,30.00",
      "OVER,loyalty,100,2,3,120",
    ].join("\n");
    await imported(project, "/v1/vouchers/importCSV", csv, 3);
    const card = parsed(Voucher, await project.get("/v1/vouchers/CARD"));
    expect(card.gift).toMatchObject({ amount: 2000, balance: 1450 });
    expect(card).toMatchObject({ redemption: { quantity: null }, metadata: {} });
    const code = parsed(Voucher, await project.get("/v1/vouchers/CODE"));
    expect(code).toMatchObject({ redemption: { quantity: 3 }, metadata: {} });
    const over = parsed(Voucher, await project.get("/v1/vouchers/OVER"));
    expect(over.loyalty_card).toMatchObject({ points: 100, balance: 0 });
    expect(over.redemption.quantity).toBe(0);
  });

  it("a balance without a value, and one above it, is what the card has", async () => {
    const project = await newProject();
    const csv = "Code,Type,Value,Gift Balance,Loyalty Balance\nA,,,4.20,\nB,,,,7\nC,gift,1,4.20,";
    await imported(project, "/v1/vouchers/importCSV", csv, 3);
    const [a, b, c] = await Promise.all(
      ["A", "B", "C"].map(async (code) => (await project.get(`/v1/vouchers/${code}`)).body),
    );
    expect(a.gift).toMatchObject({ amount: 420, balance: 420 });
    expect(b.loyalty_card).toMatchObject({ points: 7, balance: 7 });
    expect(c.gift).toMatchObject({ amount: 420, balance: 420 });
  });

  it("what is called like no column of exports is metadata, as before", async () => {
    const project = await newProject();
    const csv = "Code,Voucher Type,Value,Effect,Unit Effect\nA,discount,10.00,sparkle,none";
    await imported(project, "/v1/vouchers/importCSV", csv, 1);
    const { metadata, discount } = (await project.get("/v1/vouchers/A")).body;
    expect(metadata).toEqual({ Effect: "sparkle", "Unit Effect": "none" });
    expect(discount).toEqual({ type: "AMOUNT", amount_off: 1000 });
  });

  it("a balance of 0 in the column of another kind says nothing", async () => {
    const project = await newProject();
    const csv = [
      "Code,Voucher Type,Value,Gift Balance,Loyalty Balance",
      "CODE,discount,10.00,0.00,0",
      "CARD,gift,10.00,0.00,0",
      "LOYAL,loyalty,10,0,7",
    ].join("\n");
    await imported(project, "/v1/vouchers/importCSV", csv, 3);
    const [code, card, loyal] = await Promise.all(
      ["CODE", "CARD", "LOYAL"].map(
        async (each) => (await project.get(`/v1/vouchers/${each}`)).body,
      ),
    );
    expect(code).toMatchObject({ discount: { amount_off: 1000 }, gift: null, loyalty_card: null });
    expect(card).toMatchObject({ gift: { amount: 1000, balance: 0 }, loyalty_card: null });
    expect(loyal).toMatchObject({ loyalty_card: { points: 10, balance: 7 }, gift: null });
  });

  it("cells that say no count, amount or days are named", async () => {
    const project = await newProject();
    const csv = [
      "Code,Type,Value,Redemption Limit,Redemption Count,Gift Balance,Redeemed Amount,Validity Day Of Week,Discount Amount Limit,Discount Effect,Formula,Discount Type",
      "A,gift,1,2,some,,,,,,,",
      "B,gift,1,,,4.205,,,,,,",
      "C,gift,1,,,,few,,,,,",
      'D,gift,1,,,,,"1,Monday",,,,',
      "E,discount,1,,,,,,none,,,percent",
      "F,discount,1,,,,,,,EVERYWHERE,,fixed",
      "G,discount,1,,,,,,,,ORDER_,unit",
      "H,gift,1,2,-1,,,,,,,",
    ].join("\n");
    const result = await resultOf(project, await sendCsv(project, "/v1/vouchers/importCSV", csv));
    expect(result.failed.map(({ row, column: at }) => [row, at])).toEqual([
      [2, "Redemption Count"],
      [3, "Gift Balance"],
      [4, "Redeemed Amount"],
      [5, "Validity Day Of Week"],
      [6, "Discount Amount Limit"],
      [7, "Discount Effect"],
      [8, "discount.unit_type"],
      [9, "Redemption Count"],
    ]);
    expect((await project.get("/v1/vouchers")).body.total).toBe(0);
  });
});
