import { afterEach, describe, expect, it } from "vitest";
import { draftOf as discountDraft } from "../pages/console/parts/discount";
import { draftOf as rewardDraft } from "../pages/console/sections/programs/rewards/catalogue/draft";
import { draftsOf as tierDrafts } from "../pages/console/sections/programs/tiers/mapping";
import { type Language, language } from "../pages/shared/language";

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
