import { describe, expect, it } from "vitest";
import { EarningRule } from "../../src/model/loyalty/earning";
import { Redemption } from "../../src/model/redemption";
import { Sku } from "../../src/resources/products/skus/schema";
import { VoucherValidation } from "../../src/resources/validations/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { earningRule, fixed, program } from "../support/earning";
import { failure } from "../support/failure";
import { voucher } from "../support/redeeming";

describe("GET /v1/products/{productId}/skus/{skuId}", () => {
  it("200: by ids and source ids; 404: of another product, and unknown ones", async () => {
    const project = await newProject();
    await project.post("/v1/products", { source_id: "shirt" });
    await project.post("/v1/products", { source_id: "sock" });
    const made = await project.post("/v1/products/shirt/skus", { source_id: "s", price: 900 });
    const product = made.body.product_id;
    for (const path of [`shirt/skus/s`, `${product}/skus/${made.body.id}`]) {
      const reply = await project.get(`/v1/products/${path}`);
      expect(parsed(Sku, reply)).toEqual(made.body);
    }
    for (const path of ["sock/skus/s", "shirt/skus/none", "none/skus/s"]) {
      failure(await project.get(`/v1/products/${path}`), 404, "not_found");
    }
  });
});

describe("the code in the body and none in the path", () => {
  it("POST /v1/vouchers//redemption redeems it", async () => {
    const project = await newProject();
    await voucher(project, "CODE", { redemption: { quantity: 1 } });
    const sent = { code: " CODE ", order: { amount: 1000 }, tracking_id: "jane" };
    const reply = await project.post("/v1/vouchers//redemption", sent);
    expect(parsed(Redemption, reply)).toMatchObject({
      result: "SUCCESS",
      voucher: { code: "CODE" },
    });
    const { body } = await project.get("/v1/vouchers/CODE");
    expect(body.redemption.redeemed_quantity).toBe(1);
    failure(await project.post("/v1/vouchers//redemption", sent), 400, "quantity_exceeded");
    const before = await rowsOf("vouchers", project.id);
    for (const code of [undefined, "", 5]) {
      const refused = await project.post("/v1/vouchers//redemption", { code });
      expect(failure(refused, 400, "invalid_payload").details).toContain("code");
    }
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
  });

  it("POST /v1/vouchers//validate validates it", async () => {
    const project = await newProject();
    await voucher(project, "CODE");
    const sent = { code: "CODE", order: { amount: 1000 } };
    const reply = await project.post("/v1/vouchers//validate", sent);
    expect(parsed(VoucherValidation, reply)).toMatchObject({ valid: true, code: "CODE" });
  });

  it("no other path loses its empty part: nothing is made by a word of it", async () => {
    const project = await newProject();
    for (const word of ["balance", "enable", "disable", "sessions"]) {
      const reply = await project.post(`/v1/vouchers//${word}`, { gift: { amount: 100 } });
      expect([word, reply.status]).toEqual([word, 404]);
    }
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });
});

describe("PUT of an earning rule without the type of its points", () => {
  const PATH = "/v1/loyalties/Points/earning-rules";

  async function shop(): Promise<TestProject> {
    const project = await newProject();
    await program(project, "Points");
    return project;
  }

  it("200: parts are merged, and the type stays", async () => {
    const project = await shop();
    const one = await earningRule(project, "Points", fixed(5));
    const put = async (id: string, loyalty: object) =>
      parsed(EarningRule, await project.put(`${PATH}/${id}`, { loyalty })).loyalty;
    expect(await put(one.id, { points: 12 })).toEqual({ type: "FIXED", points: 12 });
    expect(await put(one.id, { points: "13" })).toEqual({ type: "FIXED", points: 13 });
    expect(await put(one.id, { points: null })).toEqual({ type: "FIXED", points: 13 });
    const amount = { every: 100, points: 1 };
    const share = { type: "PROPORTIONAL", calculation_type: "ORDER_AMOUNT", order: { amount } };
    const two = await earningRule(project, "Points", { event: "order.paid", loyalty: share });
    expect(await put(two.id, { order: { amount: { points: 3 } } })).toEqual({
      ...share,
      order: { amount: { every: 100, points: 3 } },
    });
    expect(await put(two.id, { type: "FIXED", points: 4 })).toEqual({ type: "FIXED", points: 4 });
  });

  it("400: what the type has no place for, and nothing changes", async () => {
    const project = await shop();
    const amount = { every: 100, points: 1 };
    const share = { type: "PROPORTIONAL", calculation_type: "ORDER_AMOUNT", order: { amount } };
    const two = await earningRule(project, "Points", { event: "order.paid", loyalty: share });
    const one = await earningRule(project, "Points", fixed(5));
    const before = await rowsOf("earning_rules", project.id);
    for (const [id, loyalty, details] of [
      [two.id, { points: 12 }, ".loyalty.points is not of a rule of type PROPORTIONAL"],
      [one.id, { order: { amount } }, ".loyalty.order is not of a rule of type FIXED"],
      [one.id, { points: -1 }, ".loyalty.points must be >= 0"],
      [two.id, { order: { amount: { every: 0 } } }, ".loyalty.order.amount.every must be >= 1"],
    ] as const) {
      const reply = await project.put(`${PATH}/${id}`, { loyalty });
      expect(failure(reply, 400, "invalid_payload").details).toContain(details);
    }
    expect(await rowsOf("earning_rules", project.id)).toEqual(before);
  });
});

describe("words in other letters and other forms", () => {
  it("types of vouchers, in lists and filters", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane" });
    const paths = [
      ...[
        "discount",
        "gift",
        "loyalty",
        "DISCOUNT_VOUCHER",
        "gift_voucher",
        "LOYALTY_CARD",
      ].flatMap((type) => [
        `/v1/publications?voucher_type=${type}`,
        `/v1/customers/jane/redeemables?filters[voucher_type][conditions][$is]=${type}`,
        `/v1/vouchers?filters[type][conditions][$in][0]=${type}`,
        `/v1/campaigns?filters[voucher_type][conditions][$is]=${type}`,
      ]),
      "/v1/campaigns?campaign_type=promotion&campaign_status=done",
      "/v1/redemptions?result=Success",
      "/v1/publications?result=failure",
    ];
    for (const path of paths) {
      const { status, body } = await project.get(path);
      expect([path, status], JSON.stringify(body)).toEqual([path, 200]);
    }
    for (const path of ["/v1/publications?voucher_type=shoe", "/v1/campaigns?campaign_type=x"]) {
      failure(await project.get(path), 400, "invalid_query_params");
    }
  });
});

it("a project names what it does not keep of its default_code_config", async () => {
  const project = await newProject();
  const path = `/management/v1/projects/${project.id}`;
  const refused = await project.put(path, { default_code_config: { length: 10 } });
  expect(failure(refused, 400, "invalid_payload").details).toBe(
    "Property .default_code_config.length is not a setting of projects: send it in a code_config",
  );
  const put = await project.put(path, { default_code_config: { charset: "ABCDEFGHIJ" } });
  expect([put.status, put.body.default_code_config]).toEqual([200, { charset: "ABCDEFGHIJ" }]);
});
