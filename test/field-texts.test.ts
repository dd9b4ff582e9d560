import { afterEach, describe, expect, it, vi } from "vitest";
import { draftOf as discountDraft } from "../pages/console/parts/discount";
import { metadataOf, rowsOf } from "../pages/console/parts/metadata";
import { wholeOf } from "../pages/console/parts/whole";
import { BLANK, bodyOf } from "../pages/console/sections/campaigns/create/draft";
import { problemsIn } from "../pages/console/sections/campaigns/create/steps";
import { draftOf as rewardDraft } from "../pages/console/sections/programs/rewards/catalogue/draft";
import { draftsOf as tierDrafts } from "../pages/console/sections/programs/tiers/mapping";
import { type Language, language } from "../pages/shared/language";
import { signedMinorOf } from "../pages/shared/minor";
import { day } from "../pages/shared/money";

const COIN = {
  id: "rew_1",
  object: "reward",
  name: "Pay with points",
  type: "COIN",
  stock: null,
  redeemed: null,
  attributes: {},
  metadata: {},
  parameters: { coin: { points_ratio: 2, exchange_ratio: 12.5 } },
  created_at: "2026-11-21T10:00:00.000Z",
  updated_at: null,
} as const;

const READS: Record<Language, { number: string; amount: string }> = {
  en: { number: "12.5", amount: "12.50" },
  de: { number: "12,5", amount: "12,50" },
};

afterEach(() => language.set("en"));

describe("a value of metadata", () => {
  it("is no number where that would lose digits of it", () => {
    const typed = ["90071992547409931", "-90071992547409931", "1.50", "1e3", "12"];
    const rows = typed.map((text, id) => ({ id, key: String(id), text }));
    expect(Object.values(metadataOf(rows))).toEqual([
      "90071992547409931",
      "-90071992547409931",
      1.5,
      1000,
      12,
    ]);
    expect(rowsOf({ id: "90071992547409931" })[0]?.text).toBe("90071992547409931");
  });
});

describe("a campaign that is made", () => {
  it("has no blanks around its name, by which lists would not find its codes", () => {
    expect(bodyOf({ ...BLANK, name: " Spring " }, "EUR").name).toBe("Spring");
  });
});

describe("a day", () => {
  it("of a calendar is the same everywhere, and of an instant where the reader is", () => {
    vi.stubEnv("TZ", "America/New_York");
    expect(day("2026-11-26", "en")).toBe("Nov 26, 2026");
    expect(day("2026-11-26T01:00:00.000Z", "en")).toBe("Nov 25, 2026");
    vi.unstubAllEnvs();
  });
});

describe("a whole number", () => {
  it.each([
    ["12", 12],
    [" +7 ", 7],
    ["-3", -3],
    ["1.000", null],
    ["1,000", null],
    ["1e3", null],
    ["", null],
  ])("is read off %j", (text, number) => {
    expect(wholeOf(text)).toBe(number);
  });

  it("of money may be below zero, and has the digits of its currency", () => {
    const read = (text: string) => ["EUR", "JPY", "KWD"].map((code) => signedMinorOf(text, code));
    expect(read("-2,5")).toEqual([-250, null, -2500]);
    expect(read(" +12 ")).toEqual([1200, 12, 12000]);
    expect(read("--1")).toEqual([null, null, null]);
    expect(read("-")).toEqual([null, null, null]);
  });

  it("is asked for where codes are counted", () => {
    expect(problemsIn("codes", { ...BLANK, count: "1.000" }, "EUR")).toEqual(["count"]);
    expect(problemsIn("codes", { ...BLANK, uses: "1.000" }, "EUR")).toEqual(["uses"]);
    expect(problemsIn("codes", { ...BLANK, count: "1000", uses: "1000" }, "EUR")).toEqual([]);
  });
});

describe.each(["en", "de"] as const)("fields of the console in %s", (spoken) => {
  const { number, amount } = READS[spoken];

  it("show percents, multipliers, ratios and amounts with the decimal sign of the page", () => {
    language.set(spoken);
    const percent = discountDraft(
      { type: "PERCENT", percent_off: 12.5, amount_limit: 1250 },
      "EUR",
    );
    expect(percent).toMatchObject({ percent: number, limit: amount });
    const { ern_1 } = tierDrafts({ ern_1: { type: "MULTIPLY", multiplier: 12.5 } });
    expect(ern_1?.value).toBe(number);
    expect(rewardDraft(COIN, "EUR").pays).toBe(number);
  });
});
