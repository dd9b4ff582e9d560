import { beforeAll, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { exported } from "../support/exporting";
import { failure } from "../support/failure";

async function made(project: TestProject, path: string, body: object) {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

/** A campaign of two codes, one of them given to ada and used; bob fails on a code of no campaign. */
async function shop() {
  const project = await newProject();
  const campaign = await made(project, "/v1/campaigns", {
    name: "Spring",
    campaign_type: "DISCOUNT_COUPONS",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 20 } },
  });
  for (const code of ["S-1", "S-2"]) {
    await made(project, `/v1/campaigns/${campaign.id}/vouchers/${code}`, {});
  }
  await made(project, "/v1/vouchers", {
    code: "CARD",
    gift: { amount: 500 },
    category: "gifts",
    start_date: "2026-01-01T00:00:00Z",
    validity_timeframe: { interval: "P7D", duration: "P1D" },
  });
  await made(project, "/v1/customers", {
    source_id: "ada",
    name: "Ada",
    email: "ada@example.com",
    address: { city: "Bonn" },
  });
  await made(project, "/v1/customers", { source_id: "bob" });
  const ada = (await project.get("/v1/customers/ada")).body.id;
  const customer = { source_id: "ada" };
  const given = await made(project, "/v1/publications", {
    voucher: "S-1",
    customer,
    source_id: "mail-1",
    channel: "mail",
  });
  const used = await made(project, "/v1/redemptions", {
    redeemables: [{ object: "voucher", id: "S-1" }],
    customer,
    order: { amount: 1000 },
  });
  await project.post("/v1/redemptions", {
    redeemables: [{ object: "voucher", id: "CARD", gift: { credits: 900 } }],
    customer: { source_id: "bob" },
    order: { amount: 1000 },
  });
  const first = (await project.get("/v1/vouchers/S-1")).body.id;
  return { project, campaign: campaign.id, ada, given, used: used.redemptions[0], first };
}

type Shop = Awaited<ReturnType<typeof shop>>;
let shopped: Shop;
beforeAll(async () => {
  shopped = await shop();
});

type Case = [name: string, conditions: (shop: Shop) => object, expected: string[]];

const SINCE = () => ({ $after: ["2020-01-01"] });
const NONE = () => ({ $before: ["2020-01-01"] });

const CASES: [object: string, field: string, cases: Case[]][] = [
  [
    "voucher",
    "code",
    [
      ["created_at", SINCE, ["S-1", "S-2", "CARD"]],
      ["created_date", NONE, []],
      ["updated_at", () => ({ $is_unknown: [true] }), ["S-2", "CARD"]],
      ["active", () => ({ $is: true }), ["S-1", "S-2", "CARD"]],
      ["redemption_status", () => ({ $redeemed: [] }), ["S-1"]],
      ["start_date", () => ({ $has_value: [] }), ["CARD"]],
      ["expiration_date", () => ({ $has_value: [] }), []],
      ["validity_day_of_week", () => ({ $has_value: [] }), []],
      ["code", () => ({ $starts_with: "S-" }), ["S-1", "S-2"]],
      ["code", () => ({ $in: ["S-2"] }), ["S-2"]],
      ["categories", () => ({ $in: ["gifts"] }), ["CARD"]],
      ["category_ids", () => ({ $has_value: [] }), []],
      ["vouchers", ({ first }) => ({ $in: [first, "CARD"] }), ["S-1", "CARD"]],
      ["holder_id", ({ ada }) => ({ $is: ada }), ["S-1"]],
      ["published_for_customer_id", ({ ada }) => ({ $is: ada }), ["S-1"]],
      ["is_referral_code", () => ({ $is: "false" }), ["S-1", "S-2", "CARD"]],
      ["validity_timeframe", () => ({ $before: "2026-02-01" }), ["CARD"]],
      ["campaign", () => ({ $is: "Spring" }), ["S-1", "S-2"]],
      ["value", () => ({ $more_than: 20 }), ["CARD"]],
      ["customer_source_id", () => ({ $is: "ada" }), ["S-1"]],
    ],
  ],
  [
    "redemption",
    "voucher_code",
    [
      ["created_at", SINCE, ["S-1", "CARD"]],
      ["date", NONE, []],
      ["campaign", () => ({ $is: "Spring" }), ["S-1"]],
      ["campaign", ({ campaign }) => ({ $in: [campaign] }), ["S-1"]],
      ["campaign_name", () => ({ $is: "Spring" }), ["S-1"]],
      ["customer", () => ({ $is: "bob" }), ["CARD"]],
      ["customer", ({ ada }) => ({ $is: ada }), ["S-1"]],
      ["customer_id", ({ ada }) => ({ $is_not: ada }), ["CARD"]],
      ["voucher", () => ({ $in: ["CARD"] }), ["CARD"]],
      ["voucher_code", () => ({ $is: "card" }), []],
      ["related_object", ({ first }) => ({ $is: first }), ["S-1"]],
      ["related_object_id", ({ first }) => ({ $is: first }), ["S-1"]],
      ["related_object_parent_id", ({ campaign }) => ({ $is: campaign }), ["S-1"]],
      ["parent_redemption_id", () => ({ $has_value: [] }), []],
      ["failure_code", () => ({ $has_value: [] }), ["CARD"]],
      ["result", () => ({ $is: "FAILURE" }), ["CARD"]],
      ["object", () => ({ $is: "redemption" }), ["S-1", "CARD"]],
      ["user_login", () => ({ $has_value: [] }), []],
      ["status", () => ({ $is: "SUCCEEDED" }), ["S-1"]],
      ["order_amount", () => ({ $more_than_equal: 1000 }), ["S-1"]],
    ],
  ],
  [
    "publication",
    "channel",
    [
      ["created_at", SINCE, ["mail"]],
      ["date", NONE, []],
      ["campaign", () => ({ $is: "Spring" }), ["mail"]],
      ["campaign_name", () => ({ $is_not: "Spring" }), []],
      ["customer", () => ({ $is: "ada" }), ["mail"]],
      ["customer", () => ({ $is: "bob" }), []],
      ["customer_id", ({ ada }) => ({ $is: ada }), ["mail"]],
      ["voucher", () => ({ $is: "S-1" }), ["mail"]],
      ["voucher", ({ first }) => ({ $is: first }), ["mail"]],
      ["failure_code", () => ({ $is_unknown: [] }), ["mail"]],
      ["result", () => ({ $is: "SUCCESS" }), ["mail"]],
      ["voucher_type", () => ({ $is: "discount" }), ["mail"]],
      ["is_referral_code", () => ({ $is: true }), []],
      ["parent_object_id", ({ campaign }) => ({ $is: campaign }), ["mail"]],
      ["related_object_id", ({ first }) => ({ $is: first }), ["mail"]],
      ["source_id", () => ({ $is: "mail-1" }), ["mail"]],
    ],
  ],
  [
    "customer",
    "source_id",
    [
      ["created_at", SINCE, ["ada", "bob"]],
      ["city", () => ({ $is: "Bonn" }), ["ada"]],
      ["name", () => ({ $has_value: [] }), ["ada"]],
      ["source_id", () => ({ $in: ["bob"] }), ["bob"]],
      ["publications.created_at", SINCE, ["ada"]],
      ["publications.created_at", NONE, []],
      ["publications.related_object_id", ({ first }) => ({ $is: first }), ["ada"]],
      ["publications.related_object_id", () => ({ $is_unknown: [] }), ["bob"]],
    ],
  ],
];

const ALL = CASES.flatMap(([object, field, cases]) =>
  cases.map(([name, conditions, expected]) => ({ object, field, name, conditions, expected })),
);

/** The orders that no index has, each with the rows in it. */
const ORDERS: [object: string, field: string, order: string, expected: string[]][] = [
  ["voucher", "code", "code", ["CARD", "S-1", "S-2"]],
  ["voucher", "code", "-code", ["S-2", "S-1", "CARD"]],
  ["voucher", "code", "-updated_at", ["S-1", "CARD", "S-2"]],
  ["redemption", "voucher_code", "voucher_code", ["CARD", "S-1"]],
  ["redemption", "object", "-tracking_id", ["redemption", "redemption"]],
  ["redemption", "voucher_code", "customer_id", ["S-1", "CARD"]],
  ["redemption", "voucher_code", "-created_at", ["CARD", "S-1"]],
  ["redemption", "voucher_code", "date", ["S-1", "CARD"]],
  ["customer", "source_id", "-source_id", ["bob", "ada"]],
  ["customer", "source_id", "name", ["bob", "ada"]],
  ["customer", "source_id", "-email", ["ada", "bob"]],
  ["customer", "source_id", "-updated_at", ["bob", "ada"]],
  ["publication", "channel", "-channel", ["mail"]],
  ["publication", "channel", "voucher_code", ["mail"]],
  ["publication", "channel", "tracking_id", ["mail"]],
  ["publication", "channel", "customer_id", ["mail"]],
  ["publication", "channel", "created_at", ["mail"]],
  ["order", "amount", "status", ["1000"]],
  ["product", "name", "-name", []],
  ["sku", "sku", "sku", []],
];

describe("orders of POST /v1/exports", () => {
  it.each(ORDERS)("200: %s, %s by %s", async (object, field, order, expected) => {
    const parameters = { fields: [field], order };
    const text = await exported(shopped.project, { exported_object: object, parameters });
    const [, ...lines] = text.split("\r\n").slice(0, -1);
    expect(lines).toEqual(expected);
  });
});

describe("filters of POST /v1/exports", () => {
  it.each(ALL)("200: $object by $name", async ({ object, field, name, conditions, expected }) => {
    const parameters = {
      fields: [field],
      order: object === "voucher" ? "created_at" : "id",
      filters: { [name]: { conditions: conditions(shopped) } },
    };
    const text = await exported(shopped.project, { exported_object: object, parameters });
    const [, ...lines] = text.split("\r\n").slice(0, -1);
    expect(lines).toEqual(expected);
  });

  it.each([
    ["redemption", { color: { conditions: { $is: "x" } } }, "color is not a field that can be"],
    ["redemption", { status: { conditions: { $is: "DONE" } } }, "status must be equal to one of"],
    ["voucher", { qr_code: { conditions: { $is: "x" } } }, "qr_code is not a field that can be"],
    ["voucher", { value: { conditions: { $is: "x" } } }, "value must be a number"],
    [
      "customer",
      { created_at: { conditions: { $contains: ["x"] } } },
      "created_at does not take '$contains'",
    ],
    [
      "customer",
      { "publications.created_at": { conditions: { $after: ["x"] } } },
      "publications.created_at is refused: operator '$after' takes an ISO 8601 date",
    ],
  ])("400 invalid_export_params: %s by %j", async (object, filters, reason) => {
    const body = { exported_object: object, parameters: { filters } };
    const refused = await shopped.project.post("/v1/exports", body);
    expect(failure(refused, 400, "invalid_export_params").details).toContain(
      `Property .parameters.filters.${reason}`,
    );
  });
});

describe("vouchers of one campaign", () => {
  const codes = async (parameters: object) => {
    const text = await exported(shopped.project, {
      exported_object: "voucher",
      parameters: { fields: ["code"], ...parameters },
    });
    return text.split("\r\n").slice(1, -1);
  };

  it("200: by campaign_id, an id or a name, whatever the filters' junction", async () => {
    const { project, campaign } = shopped;
    for (const order of ["created_at", "code"]) {
      expect(await codes({ campaign_id: campaign, order })).toEqual(["S-1", "S-2"]);
      expect(await codes({ campaign_id: "Spring", order: `-${order}` })).toEqual(["S-2", "S-1"]);
    }
    const filters = {
      junction: "or",
      code: { conditions: { $is: "CARD" } },
      redemption_status: { conditions: { $redeemed: [] } },
    };
    expect(await codes({ campaign_id: campaign, filters })).toEqual(["S-1"]);
    const { body } = await project.post("/v1/exports", {
      exported_object: "voucher",
      parameters: { campaign_id: campaign },
    });
    expect(body.parameters).toEqual({ campaign_id: campaign });
  });

  it("404 not_found and 400 invalid_export_params: an unknown one, and other objects", async () => {
    const { project, campaign } = shopped;
    const sent = (exported_object: string, campaign_id: string) =>
      project.post("/v1/exports", { exported_object, parameters: { campaign_id } });
    const { total } = (await project.get("/v1/exports")).body;
    failure(await sent("voucher", "Autumn"), 404, "not_found");
    expect(failure(await sent("order", campaign), 400, "invalid_export_params").details).toBe(
      "Property .parameters.campaign_id is taken by exports of vouchers alone",
    );
    expect((await project.get("/v1/exports")).body.total).toBe(total);
  });
});
