import { answerOf, type ServerPaths } from "@vouchsafe/client";
import { SHOP_WORDS } from "../pages/demo/words.ts";
import type { ShopClients } from "./demo-shop-client.ts";
import { type Rules, under } from "./demo-shop-rules.ts";

type VoucherBody = NonNullable<
  ServerPaths["/v1/vouchers/{code}"]["post"]["requestBody"]
>["content"]["application/json"];

const percent = (percent_off: number) => ({ type: "PERCENT" as const, percent_off });
const amount = (amount_off: number) => ({ type: "AMOUNT" as const, amount_off });
const ofItems = { effect: "APPLY_TO_ITEMS" as const };

/** Categories of codes: what pays comes last, and what stands alone keeps others out. */
export interface Categories {
  payment: string;
  alone: string;
}

interface CodesOf {
  rules: Rules;
  categories: Categories;
  /** Ids of the goods by what the shop calls them. */
  products: ReadonlyMap<string, string>;
}

const codes = ({ rules, categories, products }: CodesOf): Record<string, VoucherBody> => ({
  WELCOME10: { discount: percent(10), validation_rules: under(rules, "once") },
  FIVER: { discount: amount(500), validation_rules: under(rules, "from30") },
  KITCHEN20: {
    discount: { ...percent(20), ...ofItems },
    validation_rules: under(rules, "kitchen"),
  },
  CANDLE: {
    discount: {
      type: "UNIT",
      effect: "ADD_NEW_ITEMS",
      unit_type: products.get("candle") ?? "candle",
      unit_off: 1,
    },
  },
  GOLD15: { discount: percent(15), validation_rules: under(rules, "gold") },
  ALONE30: { discount: percent(30), category_id: categories.alone },
  LASTONE: { discount: percent(25), redemption: { quantity: 1 } },
  GIFT50: { type: "GIFT_VOUCHER", gift: { amount: 5000 }, category_id: categories.payment },
  SUMMER: { discount: percent(15), expiration_date: "2026-08-31T22:00:00Z" },
});

export async function makeCategories({ shop, office }: ShopClients): Promise<Categories> {
  const make = async (name: string, hierarchy: number) =>
    (await answerOf(shop.POST("/v1/categories", { body: { name, hierarchy } }))).id;
  const [payment, alone] = await Promise.all([make("Payment", 10), make("Alone", 1)]);
  const projectId = "proj_shop";
  await answerOf(
    office.POST("/management/v1/projects/{projectId}/stacking-rules", {
      params: { path: { projectId } },
      body: {
        redeemables_application_mode: "PARTIAL",
        redeemables_sorting_rule: "CATEGORY_HIERARCHY",
        exclusive_categories: [alone],
        joint_categories: [payment],
      },
    }),
  );
  return { payment, alone };
}

export async function makeCodes({ shop }: ShopClients, of: CodesOf): Promise<void> {
  const made = Object.entries(codes(of)).map(([code, body]) =>
    answerOf(shop.POST("/v1/vouchers/{code}", { params: { path: { code } }, body })),
  );
  await Promise.all(made);
}

/** A Monday that is more than a week ahead: whoever shops today is told of what begins then. */
function mondayAhead(): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + 15 - (date.getUTCDay() || 7));
  return `${date.toISOString().slice(0, 10)}T00:00:00Z`;
}

/** What every cart may come to have by itself. */
export async function makeOffers({ shop }: ShopClients, rules: Rules): Promise<void> {
  const tier = (words: { en: string }, discount: VoucherBody["discount"], more: object) => ({
    name: words.en,
    banner: words.en,
    action: discount ? { discount } : null,
    ...more,
  });
  const tiers = [
    tier(SHOP_WORDS.five, amount(500), { validation_rules: under(rules, "from50") }),
    tier(SHOP_WORDS.ten, percent(10), { validation_rules: under(rules, "from90") }),
    tier(
      SHOP_WORDS.desk,
      { ...percent(20), ...ofItems },
      { validation_rules: under(rules, "desk") },
    ),
    tier(SHOP_WORDS.tea, { ...percent(50), ...ofItems }, { validation_rules: under(rules, "tea") }),
    tier(SHOP_WORDS.winter, percent(15), { start_date: mondayAhead() }),
  ];
  const body = { name: "Corner deals", campaign_type: "PROMOTION" as const, promotion: { tiers } };
  await answerOf(shop.POST("/v1/campaigns", { body }));
}
