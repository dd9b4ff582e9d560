import { beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { operations } from "../../src/api/operations";
import { openApiDocument } from "../../src/http/openapi-document";
import { ClientTier } from "../../src/model/promotion";
import { ClientVoucher } from "../../src/model/voucher";
import { ClientTierList } from "../../src/resources/campaigns/promotions/tiers/schema";
import { ClientPublication } from "../../src/resources/publications/schema";
import { ClientQualification } from "../../src/resources/qualifications/schema";
import { viewForShopper as qualificationForShopper } from "../../src/resources/qualifications/shopper";
import { ClientRedemption, ClientRedemptionAnswer } from "../../src/resources/redemptions/schema";
import { ClientValidation } from "../../src/resources/validations/schema";
import { viewForShopper as validationForShopper } from "../../src/resources/validations/shopper";
import { ClientVoucherList } from "../../src/resources/vouchers/schema";
import { newProject, parsed, type Reply, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { promotion, stack, tier } from "../support/promotions";
import { voucher } from "../support/redeeming";
import { strictly } from "../support/strict";

/** What is left of an answer where an operation for browsers tells it. */
function toldAt(path: string, answer: object): object {
  const operation = operations.find((each) => each.path === path && each.method === "POST");
  if (!operation?.shape) throw new Error(`${path} has no allow-list`);
  return operation.shape(answer);
}

const validationTold = (...seen: Parameters<typeof validationForShopper>) =>
  toldAt("/client/v1/validations", validationForShopper(...seen));

const qualificationTold = (...seen: Parameters<typeof qualificationForShopper>) =>
  toldAt("/client/v1/qualifications", qualificationForShopper(...seen));

const settings: { client_visible_metadata: string[] } = { client_visible_metadata: [] };
const sent = { items: [{ product_id: "shirt", quantity: 3, price: 500 }], metadata: { own: "x" } };
const expand = ["redeemable", "category", "validation_rules"];

let shop: TestProject;
let promoted: { tier: string; stack: string };

/** A shop with a rule that reaches goods, tiers, a stack, a campaign with a code to give, and a gift card. */
beforeAll(async () => {
  shop = await newProject({
    client_list_vouchers_enabled: 1,
    client_wallet_enabled: 1,
    client_publish_enabled: 1,
    client_metadata_keys: '["own"]',
  });
  const reach = await shop.post("/v1/validation-rules", {
    name: "Shirts",
    rules: {},
    applicable_to: {
      included: [{ object: "product", id: "shirt", target: "UNIT" }],
      excluded: [{ object: "product", id: "sock" }],
      included_all: false,
    },
  });
  await voucher(shop, "OPEN", {
    validation_rules: [reach.body.id],
    metadata: { note: "secret" },
    discount: { type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" },
  });
  await voucher(shop, "OLD", { expiration_date: "2001-01-01" });
  await voucher(shop, "CARD", { type: "GIFT_VOUCHER", discount: null, gift: { amount: 700 } });
  const spring = await campaign(shop, "Spring");
  for (const name of ["SPRING-1", "SPRING-2"]) await code(shop, spring, name);
  await shop.post("/v1/publications", { voucher: "CARD", customer: { source_id: "ada" } });
  const sale = await promotion(shop, "Sale");
  const first = await tier(shop, sale, "First", { metadata: { note: "secret" } });
  promoted = { tier: first.id, stack: (await stack(shop, sale, "Both", [first.id])).id };
});

const redeemables = (...ids: string[]) => ids.map((id) => ({ object: "voucher", id }));
const tierOf = () => [{ object: "promotion_tier", id: promoted.tier }];
const customer = { source_id: "ada" };

/** Fields that hold whatever somebody put there. */
const OPEN_MAPS = ["metadata", "action", "redemptions", "application_details"];

/** The value with a field more in each of its objects, as if a view had been given one. */
function widened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => widened(each, name));
  if (typeof value !== "object" || value === null || OPEN_MAPS.includes(name)) return value;
  if (name === "applicable_redeemables_category_limits") return value;
  const own = Object.entries(value).map(([key, each]) => [key, widened(each, key)]);
  return { ...Object.fromEntries(own), leaked: "secret-leak" };
}

describe("every client operation's answer is what its schema names, at every depth", () => {
  const asks: [string, z.ZodType, () => Promise<Reply>][] = [
    [
      "validations",
      ClientValidation,
      () =>
        shop.post("/client/v1/validations", {
          redeemables: redeemables("OPEN", "OLD", "CARD"),
          order: sent,
          options: { expand: ["redeemable", "category", "explanation"] },
        }),
    ],
    [
      "qualifications",
      ClientQualification,
      () =>
        shop.post("/client/v1/qualifications", {
          customer,
          order: sent,
          options: { expand, limit: 50 },
        }),
    ],
    [
      "redemptions",
      ClientRedemptionAnswer,
      () =>
        shop.post("/client/v1/redemptions", {
          redeemables: [...redeemables("OPEN", "CARD"), ...tierOf()],
          order: sent,
          customer,
        }),
    ],
    [
      "redeem",
      ClientRedemption,
      () => shop.post("/client/v1/redeem?code=OPEN", { order: sent, customer }),
    ],
    [
      "publish",
      ClientPublication,
      () => shop.post("/client/v1/publish", { campaign: "Spring", customer }),
    ],
    ["promotions/tiers", ClientTierList, () => shop.get("/client/v1/promotions/tiers")],
    ["vouchers", ClientVoucherList, () => shop.get("/client/v1/vouchers")],
  ];

  it.each(asks)("%s", async (_, schema, ask) => {
    const reply = await ask();
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    parsed(schema, reply);
    expect(JSON.stringify(reply.body)).not.toContain("secret");
  });
});

describe("what is added to a back end's answer is not told to browsers", () => {
  it("of a validation", async () => {
    const reply = await shop.post("/v1/validations", {
      redeemables: redeemables("OPEN", "CARD"),
      order: sent,
      options: { expand: ["redeemable", "category", "explanation"] },
    });
    const mixed = await shop.post("/v1/validations", { redeemables: redeemables("OLD", "CARD") });
    for (const { body } of [reply, mixed]) {
      const plain = validationTold(body, { project: settings, sent });
      const widest = JSON.parse(JSON.stringify(widened(body)));
      expect(validationTold(widest, { project: settings, sent })).toEqual(plain);
      strictly(ClientValidation, plain);
      expect(JSON.stringify(plain)).not.toMatch(/secret|explanation/);
    }
  });

  it("of a qualification", async () => {
    const request = { customer, order: sent, options: { expand, limit: 50 } };
    const { body } = await shop.post("/v1/qualifications", request);
    const objects = body.redeemables.data.map(({ object }: { object: string }) => object);
    expect(new Set(objects)).toEqual(
      new Set(["voucher", "campaign", "promotion_tier", "promotion_stack"]),
    );
    const plain = qualificationTold(body, { project: settings, sent });
    const widest = JSON.parse(JSON.stringify(widened(body)));
    expect(qualificationTold(widest, { project: settings, sent })).toEqual(plain);
    expect(JSON.stringify(plain)).not.toContain("secret");
  });

  it("of a redemption, a publication, a tier and a voucher", async () => {
    const redeemed = await shop.post("/v1/redemptions", {
      redeemables: [...redeemables("OPEN"), ...tierOf()],
      order: sent,
      customer,
    });
    const published = await shop.post("/v1/publications", { campaign: "Spring", customer });
    const found = await shop.get("/v1/vouchers/OPEN");
    const stored = await shop.get(`/v1/promotions/tiers/${promoted.tier}`);
    const pairs: [z.ZodType, unknown][] = [
      [ClientRedemptionAnswer, redeemed.body],
      [ClientPublication, published.body],
      [ClientVoucher, found.body],
      [ClientTier, stored.body],
    ];
    for (const [schema, body] of pairs) {
      expect(JSON.stringify(body)).toContain('"id"');
      expect(schema.parse(widened(body))).toEqual(schema.parse(body));
    }
  });
});

describe("operations for browsers", () => {
  it("all have an allow-list, and no others have", () => {
    const all = operations.filter(({ family }) => family === "client");
    expect(all.length).toBeGreaterThan(6);
    expect(operations.filter(({ shape }) => shape)).toEqual(all);
  });
});

describe("the OpenAPI document", () => {
  const SERVER_ONLY = [
    "Validation",
    "Qualification",
    "Redemption",
    "RedemptionAnswer",
    "Publication",
    "Voucher",
    "RedeemedVoucher",
    "PromotionTier",
    "Order",
    "Customer",
    "Explanation",
  ];

  it("shows browsers none of the shapes that back ends are shown", async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(operations)));
    const refsIn = (value: unknown): string[] =>
      [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(
        ([, name = ""]) => name,
      );
    const reached = new Set<string>();
    const walk = (names: string[]): void => {
      for (const name of names) {
        if (reached.has(name)) continue;
        reached.add(name);
        walk(refsIn(document.components.schemas[name]));
      }
    };
    const client = Object.entries(document.paths).filter(([path]) => path.startsWith("/client/"));
    expect(client.length).toBeGreaterThan(6);
    for (const [, operations] of client) {
      // biome-ignore lint/suspicious/noExplicitAny: the document is read as any reader of it does
      for (const { responses } of Object.values<any>(operations as object)) {
        walk(refsIn(responses["200"] ?? {}));
      }
    }
    expect([...reached].filter((name) => SERVER_ONLY.includes(name))).toEqual([]);
    expect([...reached].filter((name) => name.startsWith("Client")).length).toBeGreaterThan(5);
  });
});
