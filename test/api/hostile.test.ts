import { describe, expect, it } from "vitest";
import { newProject, rowsOf, sendAsIs, type TestProject } from "../support/api";
import { failure, harmless } from "../support/failure";

const MIB = 1024 * 1024;
const PATHS = [
  "/v1/vouchers",
  "/v1/validations",
  "/v1/redemptions",
  "/v1/validation-rules",
  "/v1/customers",
];

const post = (project: TestProject, path: string, body: BodyInit) =>
  sendAsIs(path, {
    method: "POST",
    headers: { ...project.server, "content-type": "application/json" },
    body,
  });

const SQL = [
  "'; DROP TABLE vouchers; --",
  '" OR ""="',
  "%' OR 1=1 --",
  "?1",
  "x'00'",
  "') UNION SELECT token_hash FROM api_keys --",
];

describe("SQL text", () => {
  it.each(SQL)("%s is a code like any other", async (code) => {
    const project = await newProject();
    const made = await project.post("/v1/vouchers", { code, gift: { amount: 100 } });
    expect(made.body.code).toBe(code);
    const found = await project.get(`/v1/vouchers/${encodeURIComponent(code)}`);
    expect(found.body.code).toBe(code);
    const listed = await project.get(`/v1/vouchers?code=${encodeURIComponent(code)}`);
    expect(listed.body.total).toBe(1);
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });

  it.each(SQL)("%s finds nothing in any filter or path", async (text) => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "SAFE", gift: { amount: 100 } });
    const sent = encodeURIComponent(text);
    for (const name of ["code", "ids", "category", "campaign", "campaign_id", "customer"]) {
      expect((await project.get(`/v1/vouchers?${name}=${sent}`)).body.total, name).toBe(0);
    }
    for (const path of ["vouchers", "customers", "redemptions", "validation-rules"]) {
      failure(await project.get(`/v1/${path}/${sent}`), 404, "not_found");
    }
    // An order that is none counts as not sent, and is named.
    const ordered = await project.get(`/v1/vouchers?order=${sent}`);
    expect(ordered.status).toBe(200);
    expect(ordered.body).toEqual((await project.get("/v1/vouchers")).body);
    expect(ordered.headers.get("x-vouchsafe-ignored")).toBe("order");
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });
});

describe("header injection", () => {
  it("line ends in what is echoed stay in the body", async () => {
    const project = await newProject();
    const sent = "a%0d%0aX-Evil: 1%0d%0a%0d%0a<script>";
    const reply = await project.get(`/v1/vouchers/${encodeURIComponent(decodeURIComponent(sent))}`);
    harmless(reply);
    expect(reply.headers.get("x-evil")).toBeNull();
    expect(reply.headers.get("content-type")).toBe("application/json");
  });
});

describe("JSON bombs", () => {
  it.each([
    ["arrays", "[".repeat(10_000) + "]".repeat(10_000)],
    ["objects", `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`],
    ["objects in metadata", `{"metadata":${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}}`],
    ["a mebibyte of [", "[".repeat(MIB)],
    ["a mebibyte of {", '{"":'.repeat(MIB / 4)],
    ["65 levels", `{"metadata":${'{"a":'.repeat(64)}1${"}".repeat(64)}}`],
  ])("%s are refused before they are parsed", async (_, text) => {
    const project = await newProject();
    for (const path of PATHS) {
      const body = failure(await post(project, path, text), 400, "invalid_payload");
      expect(body.details).toBe("The body nests deeper than 64 levels");
    }
  });

  it("brackets in text are no nesting, also behind escapes", async () => {
    const project = await newProject();
    const metadata = { note: `${"[{".repeat(500)} \\" ${"[".repeat(100)}`, other: '\\"[[[' };
    const reply = await project.post("/v1/customers", { source_id: "a", metadata });
    expect(reply.body.metadata).toEqual(metadata);
  });

  it("64 levels are let in", async () => {
    const project = await newProject();
    const text = `{"source_id":"a","metadata":${'{"a":'.repeat(63)}1${"}".repeat(63)}}`;
    expect((await post(project, "/v1/customers", text)).status).toBe(200);
  });
});

describe("numbers", () => {
  const amounts = [
    "1e400",
    "-1e400",
    "9007199254740992",
    "1e308",
    "-1",
    "1.5",
    "1e-5",
    '"NaN"',
    '"1e3"',
    '" 1"',
  ];

  it.each(amounts)("%s is no amount", async (number) => {
    const project = await newProject();
    const redeemables = '"redeemables":[{"object":"voucher","id":"A"}]';
    const cases: [string, string][] = [
      ["/v1/vouchers", `{"gift":{"amount":${number}}}`],
      ["/v1/vouchers", `{"discount":{"type":"AMOUNT","amount_off":${number}}}`],
      ["/v1/vouchers", `{"gift":{"amount":1},"redemption":{"quantity":${number}}}`],
      ["/v1/validations", `{${redeemables},"order":{"amount":${number}}}`],
      ["/v1/validations", `{${redeemables},"order":{"items":[{"price":${number}}]}}`],
    ];
    for (const [path, text] of cases)
      failure(await post(project, path, text), 400, "invalid_payload");
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it("NaN and Infinity are no JSON", async () => {
    const project = await newProject();
    for (const number of ["NaN", "Infinity", "-Infinity", "0x10", "01", "+1"]) {
      const reply = await post(project, "/v1/vouchers", `{"gift":{"amount":${number}}}`);
      failure(reply, 400, "invalid_payload");
    }
  });

  it.each(["1e400", "-1e+400", "9".repeat(400), '[1,{"b":1E999}]'])(
    "%s in metadata would come back as null: refused",
    async (number) => {
      const project = await newProject();
      const text = `{"source_id":"a","metadata":{"n":${number}}}`;
      const body = failure(await post(project, "/v1/customers", text), 400, "invalid_payload");
      expect(body.details).toBe("The body has a number that is too large");
      expect(await rowsOf("customers", project.id)).toEqual([]);
    },
  );

  it("large numbers that floats can hold, and texts that look like larger ones, are kept", async () => {
    const project = await newProject();
    const metadata = { n: 1e308, text: "1e400", digits: "9".repeat(400), small: 1e-300 };
    const reply = await project.post("/v1/customers", { source_id: "a", metadata });
    expect(reply.body.metadata).toEqual(metadata);
  });

  it("amounts that are safe alone and not together are refused", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", {
      code: "A",
      discount: { type: "PERCENT", percent_off: 10 },
    });
    const item = { quantity: 2, price: Number.MAX_SAFE_INTEGER };
    const reply = await project.post("/v1/validations", {
      redeemables: [{ object: "voucher", id: "A" }],
      order: { items: [item, item] },
    });
    failure(reply, 400, "invalid_payload");
  });
});

describe("prototypes", () => {
  const HOSTILE =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"x"}';

  const clean = () => {
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
    expect(typeof {}.toString).toBe("function");
  };

  it.each(PATHS)("in the body of POST %s change nothing", async (path) => {
    const project = await newProject();
    const more = HOSTILE.slice(1);
    const named =
      '"name":"A","rules":{},"redeemables":[{"object":"voucher","id":"A"}],"gift":{"amount":1}';
    harmless(await post(project, path, `{${named},${more}`));
    clean();
  });

  it("in metadata are stored and come back as they were sent", async () => {
    const project = await newProject();
    const text = `{"source_id":"a","metadata":${HOSTILE}}`;
    const reply = await post(project, "/v1/customers", text);
    expect(reply.status).toBe(200);
    const got = await project.get("/v1/customers/a");
    expect(JSON.stringify(got.body.metadata)).toBe(HOSTILE);
    expect(JSON.stringify(reply.body.metadata)).toBe(HOSTILE);
    const merged = await post(
      project,
      "/v1/customers",
      '{"source_id":"a","metadata":{"__proto__":1}}',
    );
    expect(Object.hasOwn(merged.body.metadata, "__proto__")).toBe(true);
    clean();
  });

  it("in rules are refused or are names like any other", async () => {
    const project = await newProject();
    const rules = `{"rules":{"__proto__":{"name":"order.amount","conditions":{"$more_than":[1]}},"logic":"__proto__"}}`;
    for (const rule of [rules, '{"rules":{"1":{"name":"__proto__","conditions":{"$is":["x"]}}}}']) {
      harmless(await post(project, "/v1/validation-rules", `{"name":"A",${rule.slice(1)}`));
    }
    for (const name of ["constructor", "toString", "hasOwnProperty", "__proto__"]) {
      const sent = { name: "A", rules: { "1": { name, conditions: { $is: ["x"] } } } };
      failure(await project.post("/v1/validation-rules", sent), 400, "invalid_validation_rules");
      const operator = { "1": { name: "order.amount", conditions: { [name]: [1] } } };
      const reply = await project.post("/v1/validation-rules", { name: "A", rules: operator });
      failure(reply, 400, "invalid_validation_rules");
    }
    clean();
  });
});

it("two orders of the largest amount leave their customer readable and everything restorable", async () => {
  const project = await newProject();
  await project.post("/v1/vouchers/MAX", { discount: { type: "AMOUNT", amount_off: 0 } });
  const redeem = () =>
    project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "MAX" }],
      order: { amount: 9_007_199_254_740_991 },
      customer: { source_id: "whale" },
    });
  const replies = [await redeem(), await redeem()];
  const shown = await project.get("/v1/customers/whale");
  expect(shown.body.summary.orders).toMatchObject({
    total_amount: 9_007_199_254_740_991,
    average_amount: 4_503_599_627_370_496,
  });
  expect((await project.get("/v1/customers")).status).toBe(200);
  for (const { body } of replies) {
    const back = await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`);
    expect(back.status).toBe(200);
  }
  const after = await project.get("/v1/customers/whale");
  expect(after.body.summary.orders).toMatchObject({ total_amount: 0, total_count: 0 });
});
