import { describe, expect, it } from "vitest";
import { codeKey, codePattern } from "../../src/engine/codes";

const HAN = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");

describe("a pattern has room for 1,000 different codes for each one asked", () => {
  // Spaces by hand: 36^2 = 1,296; 36^4 = 1,679,616; 36^5 = 60,466,176; 62^3 = 238,328; 62^4 = 14,776,336.
  it.each([
    { config: { length: 2 }, count: 1, enough: null },
    { config: { pattern: "SALE" }, count: 1, enough: null },
    { config: { length: 4 }, count: 1679, enough: null },
    { config: { length: 4 }, count: 1680, enough: 5 },
    { config: { length: 3 }, count: 60_466, enough: 5 },
    { config: { length: 3 }, count: 60_467, enough: 6 },
    { config: {}, count: 20_000_000, enough: null },
    { config: { pattern: "A-##-#-B" }, count: 100, enough: 4 },
    { config: { pattern: "####", prefix: "#", postfix: "#" }, count: 1680, enough: 5 },
    { config: { length: 3, charset: "0123456789" }, count: 2, enough: 4 },
    { config: { length: 4, charset: "0123456789" }, count: 10, enough: null },
    { config: { length: 4, charset: "0123456789" }, count: 11, enough: 5 },
    { config: { length: 11, charset: "ab" }, count: 2, enough: null },
    { config: { length: 11, charset: "aabb" }, count: 3, enough: 12 },
    { config: { length: 11, charset: "aAbB" }, count: 3, enough: 12 },
    { config: { length: 2, charset: HAN }, count: 90, enough: null },
    { config: { length: 2, charset: HAN }, count: 91, enough: 3 },
    { config: { pattern: "SALE" }, count: 2, enough: 3 },
  ])("$config for $count codes: $enough", ({ config, count, enough }) => {
    const pattern = codePattern(config, "DISCOUNT_VOUCHER", count);
    if (enough === null) expect(pattern).toMatchObject({ ok: true });
    else
      expect(pattern).toMatchObject({
        ok: false,
        error: expect.stringMatching(`; ${enough} would do$`),
      });
  });

  it.each([
    { length: 3, isCaseSensitive: true, count: 238, isRoom: true },
    { length: 3, isCaseSensitive: true, count: 239, isRoom: false },
    { length: 3, isCaseSensitive: false, count: 238, isRoom: false },
  ])(
    "62 characters are 36 unless letter case counts: %j",
    ({ length, isCaseSensitive, count, isRoom }) => {
      const pattern = codePattern({ length }, "GIFT_VOUCHER", count, isCaseSensitive);
      expect(pattern.ok).toBe(isRoom);
    },
  );

  it("says how many characters there are and what is wrong with a charset of one", () => {
    expect(codePattern({ length: 2 }, "DISCOUNT_VOUCHER", 2)).toEqual({
      ok: false,
      error: "2 generated characters out of 36 are too few for 2 codes; 3 would do",
    });
    expect(codePattern({ charset: "aA" }, "DISCOUNT_VOUCHER", 2)).toEqual({
      ok: false,
      error: "Property .charset must have at least 2 different characters",
    });
  });

  it("value-bearing codes have 12 characters when nothing is said, others 8", () => {
    const lengthOf = (type: "DISCOUNT_VOUCHER" | "GIFT_VOUCHER" | "LOYALTY_CARD") => {
      const pattern = codePattern({}, type, 2);
      return pattern.ok ? pattern.value.pattern : pattern.error;
    };
    expect(lengthOf("DISCOUNT_VOUCHER")).toBe("########");
    expect(lengthOf("GIFT_VOUCHER")).toBe("############");
    expect(lengthOf("LOYALTY_CARD")).toBe("############");
  });

  it.each([
    { config: { length: 255 }, isShort: true },
    { config: { length: 256 }, isShort: false },
    { config: { length: 127, charset: "🍏🍋" }, isShort: true },
    { config: { length: 128, charset: "🍏🍋" }, isShort: false },
    { config: { length: 250, prefix: "12345" }, isShort: true },
    { config: { length: 250, prefix: "123", postfix: "456" }, isShort: false },
  ])("codes have at most 255 UTF-16 units: %j", ({ config, isShort }) => {
    expect(codePattern(config, "DISCOUNT_VOUCHER", 1).ok).toBe(isShort);
  });
});

describe("two codes are the same", () => {
  it.each([
    ["sale", "SALE", true],
    [" SALE ", "sale", true],
    ["ＳＡＬＥ", "sale", true],
    ["straße", "STRASSE", true],
    ["é", "É", true],
    ["sale", "salé", false],
    ["0", "O", false],
  ])("%j and %j: %s", (one, other, isSame) => {
    expect(codeKey(one, false) === codeKey(other, false)).toBe(isSame);
  });

  it("only in the same letter case where the project tells case apart", () => {
    expect(codeKey("sale", true)).not.toBe(codeKey("SALE", true));
    expect(codeKey(" ＳＡＬＥ", true)).toBe("SALE");
  });
});
