import { describe, expect, it } from "vitest";
import { BASE62, type CodeConfig, codeKey, codePattern } from "../../src/engine/codes";
import { drawRun, longestRun } from "../../src/engine/codes-run";
import { keystream } from "../../src/lib/keystream";

const SEED = new Uint8Array(32).fill(7);
const HAN = Array.from({ length: 300 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");

function patternOf(config: CodeConfig) {
  const pattern = codePattern(config, "DISCOUNT_VOUCHER", 1);
  if (!pattern.ok) throw new Error(pattern.error);
  return pattern.value;
}

const BY_KEY = { isOrdered: true, isCaseSensitive: false };
const AS_DRAWN = { isOrdered: false, isCaseSensitive: false };

/** All codes of a run. */
function codesOf(
  config: CodeConfig,
  size: number,
  order = BY_KEY,
  { seed = SEED, stream = 1 } = {},
) {
  const drawing = drawRun(patternOf(config), { size, ...order }, keystream(seed, stream));
  let drawn = drawing.next();
  while (!drawn.done) drawn = drawing.next();
  const run = drawn.value;
  return Array.from({ length: run.size }, (_, at) => run.codeAt(at));
}

/** Sum of squared distances from an even spread, over what each is expected to be. */
function chiSquare(counts: number[], expected: number): number {
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

const countsOf = (texts: readonly string[], values: string): number[] => {
  const counts = new Map([...values].map((value) => [value, 0]));
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts.values()];
};

describe("each character is as likely as any other", () => {
  // The 99.9 % quantiles of chi-square: 99.6 at 61 degrees of freedom, 381 at 299, 10.8 at 1.
  it.each([
    { name: "base62", charset: BASE62, limit: 99.6 },
    { name: "300 characters", charset: HAN, limit: 381 },
    { name: "two characters", charset: "ab", limit: 10.8 },
  ])("$name, at the first and at the last place", ({ charset, limit }) => {
    const codes = codesOf({ length: 4, charset }, 60_000).map((code) => [...code]);
    const expected = 60_000 / [...charset].length;
    for (const place of [0, 3]) {
      const drawn = codes.map((code) => code[place] ?? "");
      expect(countsOf(drawn, charset)).toHaveLength([...charset].length);
      expect(chiSquare(countsOf(drawn, charset), expected)).toBeLessThan(limit);
    }
  });

  it("pairs of neighbours too: 1,296 pairs of 36 characters", () => {
    const charset = "0123456789abcdefghijklmnopqrstuvwxyz";
    const counts = new Map<string, number>();
    for (const code of codesOf({ length: 2, charset }, 129_600))
      counts.set(code, (counts.get(code) ?? 0) + 1);
    expect(counts.size).toBe(1296);
    // 99.9 % at 1,295 degrees of freedom.
    expect(chiSquare([...counts.values()], 100)).toBeLessThan(1456);
  });
});

describe("a run", () => {
  it("is the same again from the same seed and number, and another one from others", () => {
    const codes = codesOf({ length: 6 }, 2000);
    expect(codesOf({ length: 6 }, 2000)).toEqual(codes);
    const seen = new Set(codes);
    const other = codesOf({ length: 6 }, 2000, BY_KEY, { stream: 2 });
    const foreign = codesOf({ length: 6 }, 2000, BY_KEY, { seed: new Uint8Array(32).fill(8) });
    expect(other.filter((code) => seen.has(code))).toEqual([]);
    expect(foreign.filter((code) => seen.has(code))).toEqual([]);
  });

  it("has the same codes in both orders", () => {
    const config = { length: 5, prefix: "x-" };
    const byKey = codesOf(config, 3000);
    const asDrawn = codesOf(config, 3000, AS_DRAWN);
    expect(byKey).not.toEqual(asDrawn);
    expect(byKey.toSorted()).toEqual(asDrawn.toSorted());
  });

  it("goes by its keys: of 50,000 codes each thousand begins where the one before ended", () => {
    const keys = codesOf({ length: 8 }, 50_000).map((code) => codeKey(code, false));
    for (let at = 1000; at < keys.length; at += 1000) {
      const before = keys.slice(at - 1000, at).map((key) => key.slice(0, 3));
      const after = keys.slice(at, at + 1000).map((key) => key.slice(0, 3));
      expect((before.toSorted().at(-1) ?? "") <= (after.toSorted()[0] ?? "~")).toBe(true);
    }
  });

  it("that comes as drawn has no order: its first tenth is spread like all of it", () => {
    const first = codesOf({ length: 4, charset: "0123456789" }, 10_000, AS_DRAWN).slice(0, 1000);
    const counts = countsOf(
      first.map((code) => code[0] ?? ""),
      "0123456789",
    );
    // 99.9 % at 9 degrees of freedom.
    expect(chiSquare(counts, 100)).toBeLessThan(27.9);
  });

  it.each([
    { config: {}, form: /^[0-9A-Za-z]{8}$/ },
    { config: { pattern: "SALE-##-##", charset: "7x" }, form: /^SALE-[7x]{2}-[7x]{2}$/ },
    {
      config: { length: 2, charset: "x", prefix: "PRE-", postfix: "-POST" },
      form: /^PRE-xx-POST$/,
    },
    { config: { pattern: "#", charset: "x", prefix: "A#", postfix: "#Z" }, form: /^A#x#Z$/ },
    { config: { pattern: "##", charset: "#$" }, form: /^[#$]{2}$/ },
    { config: { length: 4, charset: "🍏🍋" }, form: /^(🍏|🍋){4}$/u },
    { config: { length: 3, charset: HAN }, form: new RegExp(`^[${HAN}]{3}$`, "u") },
    { config: { pattern: "#", charset: "x", prefix: "  P", postfix: "S " }, form: /^PxS$/ },
    { config: { pattern: "FIXED" }, form: /^FIXED$/ },
  ])("has no code outside the pattern: $config", ({ config, form }) => {
    for (const order of [BY_KEY, AS_DRAWN]) {
      const codes = codesOf(config, 500, order);
      expect(codes).toHaveLength(500);
      expect(codes.filter((code) => !form.test(code))).toEqual([]);
    }
  });

  it.each([
    { length: 8, longest: 500_000 },
    { length: 12, longest: 333_333 },
    { length: 100, longest: 40_000 },
  ])(
    "of $length characters is at most $longest codes long, so that it fits a worker",
    ({ length, longest }) => {
      expect(longestRun(patternOf({ length }))).toBe(longest);
    },
  );
});
