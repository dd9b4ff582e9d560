import { describe, expect, it, vi } from "vitest";
import { ErrorBody } from "../../src/http/error-body";
import { CreatedVoucher } from "../../src/resources/vouchers/schema";
import { eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { resultOf, sendCsv, sendRaw } from "../support/imports";

const discount = { type: "PERCENT", percent_off: 20 } as const;
const create = (project: TestProject, body: object) =>
  project.post("/v1/vouchers", { discount, ...body });
const drawn = async (code_config: object) =>
  parsed(CreatedVoucher, await create(await newProject(), { code_config })).code;

describe("a drawn code", () => {
  it("has 8 characters of base62; one that bears value has 12", async () => {
    const project = await newProject();
    const codes = await Promise.all([
      create(project, {}),
      create(project, { code: null, code_config: null }),
      create(project, { type: "GIFT_VOUCHER", discount: null, gift: { amount: 1 } }),
      create(project, { type: "LOYALTY_CARD", discount: null, loyalty_card: { points: 1 } }),
    ]);
    const [plain, nulls, gift, card] = codes.map((reply) => parsed(CreatedVoucher, reply).code);
    expect(plain).toMatch(/^[0-9A-Za-z]{8}$/);
    expect(nulls).toMatch(/^[0-9A-Za-z]{8}$/);
    expect(gift).toMatch(/^[0-9A-Za-z]{12}$/);
    expect(card).toMatch(/^[0-9A-Za-z]{12}$/);
  });

  it.each([
    [{ length: 3 }, /^[0-9A-Za-z]{3}$/],
    [{ length: 20, charset: "ab" }, /^[ab]{20}$/],
    [{ pattern: "SALE-##-##", charset: "7" }, /^SALE-77-77$/],
    [{ pattern: "##", length: 9, charset: "x" }, /^xx$/],
    [{ length: 2, charset: "x", prefix: "PRE-", postfix: "-POST" }, /^PRE-xx-POST$/],
    [{ pattern: "#", charset: "x", prefix: "A#", postfix: "#Z" }, /^A#x#Z$/],
    [{ length: 4, charset: "🍏🍋" }, /^(🍏|🍋){4}$/u],
    [{ pattern: "#", charset: "x", prefix: "  P", postfix: "S " }, /^PxS$/],
  ])("follows code_config %j", async (config, expected) => {
    expect(await drawn(config)).toMatch(expected);
  });

  it("uses all of its charset and nothing else", async () => {
    expect([...new Set(await drawn({ length: 100, charset: "abc" }))].sort()).toEqual([
      "a",
      "b",
      "c",
    ]);
  });

  it("is drawn again when it exists", async () => {
    const project = await newProject();
    await create(project, { code: "A" });
    const fill = crypto.getRandomValues.bind(crypto);
    const draws = [0, 0, 1];
    const spy = vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      if (!(array instanceof Uint8Array) || array.length !== 2) return fill(array);
      array.set([0, draws.shift() ?? 0]);
      return array;
    });
    const reply = await create(project, { code_config: { pattern: "#", charset: "AB" } });
    spy.mockRestore();
    expect(parsed(CreatedVoucher, reply).code).toBe("B");
    expect(draws).toEqual([]);
    expect(await eventKinds(project.id)).toEqual(["voucher.created", "voucher.created"]);
  });

  it("400 invalid_code_config: every draw gives a code that exists", async () => {
    const project = await newProject();
    const code_config = { pattern: "ONLY", charset: "A" };
    expect((await create(project, { code_config })).body.code).toBe("ONLY");
    const again = await create(project, { code_config });
    const error = parsed(ErrorBody, again);
    expect([again.status, error.key]).toEqual([400, "invalid_code_config"]);
    expect(error.details).toBe("Every code drawn from the pattern exists");
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
  });

  it.each([
    [{ length: 100, prefix: "p".repeat(100), postfix: "q".repeat(56) }, 256],
    [{ length: 100, charset: "🍏🍋", prefix: "p".repeat(56) }, 256],
  ])("400 invalid_code_config: longer than a code may be", async (code_config, length) => {
    const project = await newProject();
    const reply = await create(project, { code_config });
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_code_config"]);
    expect(reply.body.details).toBe(`Codes of ${length} characters are longer than 255`);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it.each([
    [{ charset: " " }, "charset must be visible characters"],
    [{ charset: "a\u00a0" }, "charset must be visible characters"],
    [{ prefix: "a\ud83c" }, "prefix must be text without control characters"],
    [{ prefix: "\u0007" }, "prefix must be text without control characters"],
    [{ pattern: "#\n" }, "pattern must be text without control characters"],
    [{ length: 0 }, "length must be >= 1"],
    [{ length: 101 }, "length must be <= 100"],
  ])("400 invalid_payload: %j", async (code_config, details) => {
    const project = await newProject();
    const reply = await create(project, { code_config });
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
    expect(reply.body.details).toBe(`Property .code_config.${details}`);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });
});

describe("POST /v1/vouchers/{code}", () => {
  it.each(["50%OFF", "100%25", "A/B", "ÄÖ ü", "折扣🍏", "a?b#c&d=e", "+1", `"q"'`, "%2F"])(
    "200: %s is created, read, changed and deleted under its encoded code",
    async (code) => {
      const project = await newProject();
      const path = `/v1/vouchers/${encodeURIComponent(code)}`;
      const created = await project.post(path, { discount });
      expect(parsed(CreatedVoucher, created).code).toBe(code);
      expect(created.body.redemption.url).toBe(`${path}/redemptions?page=1&limit=10`);
      expect((await project.get(path)).body).toMatchObject(created.body);
      expect((await project.post(`${path}/disable`)).body.active).toBe(false);
      const query = `?code=${encodeURIComponent(code)}`;
      expect((await project.get(`/v1/vouchers${query}`)).body.total).toBe(1);
      expect((await project.delete(path)).status).toBe(204);
      expect((await project.get(path)).status).toBe(404);
    },
  );

  it("200: a code and a code_config in the body are passed over", async () => {
    const project = await newProject();
    const body = { discount, code: "OTHER", code_config: { length: 0 } };
    const reply = await project.post("/v1/vouchers/PATH", body);
    expect(parsed(CreatedVoucher, reply).code).toBe("PATH");
    expect((await project.get("/v1/vouchers/OTHER")).status).toBe(404);
  });

  it("200: a trailing slash without a code draws one", async () => {
    const reply = await (await newProject()).post("/v1/vouchers/", { discount });
    expect(parsed(CreatedVoucher, reply).code).toHaveLength(8);
  });

  it("200: a code of 255 characters; 400: one more", async () => {
    const project = await newProject();
    const longest = "é".repeat(255);
    const path = (code: string) => `/v1/vouchers/${encodeURIComponent(code)}`;
    expect((await project.post(path(longest), { discount })).body.code).toBe(longest);
    expect((await project.get(path(longest))).status).toBe(200);
    const longer = await project.post(path(`${longest}é`), { discount });
    expect([longer.status, longer.body.key]).toEqual([400, "invalid_payload"]);
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });
});

describe("409 duplicate_found", () => {
  it.each([
    ["the same code", "Sommer20"],
    ["other letter case", "sOMMER20"],
    ["spaces around it", "  Sommer20 "],
    ["full-width letters (NFKC)", "Ｓommer２0"],
  ])("%s", async (_, code) => {
    const project = await newProject();
    await create(project, { code: "Sommer20" });
    const reply = await create(project, { code });
    const error = parsed(ErrorBody, reply);
    expect(reply.status).toBe(409);
    expect(error).toMatchObject({
      key: "duplicate_found",
      message: "Duplicated resource found",
      details: `Duplicated voucher exists with code ${code.trim()}`,
      resource_id: code.trim(),
      resource_type: "voucher",
    });
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
    expect(await rowsOf("tallies", project.id)).toMatchObject([{ vouchers: 1, event_sequence: 1 }]);
  });

  it("POST with the code in the path is no upsert", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/ONCE", { discount });
    const reply = await project.post("/v1/vouchers/once", { gift: { amount: 9 } });
    expect([reply.status, reply.body.key]).toEqual([409, "duplicate_found"]);
    expect((await project.get("/v1/vouchers/ONCE")).body.type).toBe("DISCOUNT_VOUCHER");
    expect(await rowsOf("voucher_transactions", project.id)).toEqual([]);
  });

  it("decomposed and composed letters are one code, ß and SS too", async () => {
    const project = await newProject();
    await create(project, { code: "Caf\u00e9" });
    expect((await create(project, { code: "cafe\u0301" })).status).toBe(409);
    await create(project, { code: "STRASSE" });
    expect((await create(project, { code: "straße" })).status).toBe(409);
  });

  it("a case-sensitive project tells letter case apart, and nothing else", async () => {
    const project = await newProject({ case_sensitive_codes: 1 });
    await create(project, { code: "Sommer" });
    const other = await create(project, { code: "SOMMER" });
    expect(other.status).toBe(200);
    expect((await project.get("/v1/vouchers/Sommer")).body.code).toBe("Sommer");
    expect((await project.get("/v1/vouchers/SOMMER")).body.id).toBe(other.body.id);
    expect((await project.get("/v1/vouchers/sommer")).status).toBe(404);
    expect((await create(project, { code: " Ｓommer" })).status).toBe(409);
  });

  it("two projects may have the same code", async () => {
    const [one, two] = [await newProject(), await newProject()];
    expect((await create(one, { code: "SAME" })).status).toBe(200);
    expect((await create(two, { code: "SAME" })).status).toBe(200);
  });
});

describe("codes that no path can name", () => {
  const MUST = "must not be . or .., which no path can name";

  it.each([".", "..", " .. "])("400: %j is not made, alone or in a campaign", async (code) => {
    const project = await newProject();
    await project.post("/v1/campaigns", { name: "Codes", voucher: { discount } });
    for (const [path, body, at] of [
      ["/v1/vouchers", { code, discount }, "code"],
      ["/v1/campaigns/Codes/vouchers", { code }, "code"],
      [
        "/v1/campaigns",
        { name: "One", type: "STANDALONE", voucher: { code, discount } },
        "voucher.code",
      ],
    ] as const) {
      const { details } = failure(await project.post(path, body), 400, "invalid_payload");
      expect(details).toBe(`Property .${at} ${MUST}`);
    }
    const array = JSON.stringify([{ code, discount }]);
    const json = await sendRaw(project, "/v1/vouchers/import", array, "application/json");
    expect((await resultOf(project, json)).failed).toMatchObject([
      { row: 1, column: "code", reason: expect.stringContaining(MUST) },
    ]);
    const csv = `Code,Value\n${code},5`;
    const sheet = await sendCsv(project, "/v1/campaigns/Codes/importCSV", csv);
    expect((await resultOf(project, sheet)).failed).toMatchObject([
      { row: 2, column: "Code", reason: expect.stringContaining(MUST) },
    ]);
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    expect(await rowsOf("campaigns", project.id)).toHaveLength(1);
  });

  it.each([
    { pattern: "." },
    { pattern: ".. " },
    { pattern: "##", charset: "a." },
    { length: 1, charset: "a.", prefix: "." },
  ])("400 invalid_code_config: %j could draw one", async (code_config) => {
    const project = await newProject();
    const voucher = { discount, code_config };
    for (const reply of [
      await create(project, { code_config }),
      await project.post("/v1/campaigns", { name: "Codes", voucher }),
    ]) {
      const { details } = failure(reply, 400, "invalid_code_config");
      expect(details).toBe("A code must not be . or .., which no path can name");
    }
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it("200: dots beside anything else", async () => {
    expect(await drawn({ pattern: ".#", charset: "a" })).toBe(".a");
    expect(await drawn({ pattern: "###", charset: "." })).toBe("...");
  });
});
