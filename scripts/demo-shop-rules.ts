import { answerOf, type ServerPaths } from "@vouchsafe/client";
import { SHOP_WORDS } from "../pages/demo/words.ts";
import type { ShopClients } from "./demo-shop-client.ts";
import type { Collections } from "./demo-shop-goods.ts";

type RuleBody = NonNullable<
  ServerPaths["/v1/validation-rules"]["post"]["requestBody"]
>["content"]["application/json"];

const collectionOf = (id: string) => ({ object: "products_collection" as const, id });

/** So many units of a product or of a collection's goods are in the cart. */
const units = (of: unknown, count: number) => ({
  name: "order.items.any",
  conditions: { $is: [of] },
  rules: {
    1: {
      name: "order.items.aggregated_quantity",
      conditions: { $more_than_or_equal: [count] },
    },
  },
});

const from = (amount: number) => ({
  name: "order.amount",
  conditions: { $more_than_or_equal: [amount] },
});

function bodies({ kitchen, desk }: Collections) {
  return {
    from30: {
      name: "From 30.00",
      rules: { 1: from(3000) },
      error: { message: SHOP_WORDS.from30.en },
    },
    from50: { name: "From 50.00", rules: { 1: from(5000) } },
    from90: { name: "From 90.00", rules: { 1: from(9000) } },
    gold: {
      name: "Gold members",
      rules: {
        1: { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
      },
      error: { message: SHOP_WORDS.goldOnly.en },
    },
    once: {
      name: "Once for everybody",
      rules: {
        1: {
          name: "redemption.count.per_customer",
          conditions: { $less_than_or_equal: [1] },
        },
      },
      error: { message: SHOP_WORDS.once.en },
    },
    kitchen: { name: "Only the kitchen", applicable_to: { included: [collectionOf(kitchen)] } },
    desk: {
      name: "Three for the desk",
      rules: { 1: units(collectionOf(desk), 3) },
      applicable_to: { included: [collectionOf(desk)] },
    },
    tea: {
      name: "A mug with the teapot",
      rules: { 1: units("teapot", 1), 2: units("mug", 1) },
      applicable_to: {
        included: [{ object: "product" as const, source_id: "mug", aggregated_quantity_limit: 1 }],
      },
    },
  } satisfies Record<string, RuleBody>;
}

export type RuleName = keyof ReturnType<typeof bodies>;
export type Rules = ReadonlyMap<string, string>;

/** Makes the rules of codes and offers and answers their ids by name. */
export async function makeRules({ shop }: ShopClients, collections: Collections): Promise<Rules> {
  const made = Object.entries<RuleBody>(bodies(collections)).map(async ([name, body]) => {
    const rule = await answerOf(shop.POST("/v1/validation-rules", { body }));
    return [name, rule.id] as const;
  });
  return new Map(await Promise.all(made));
}

/** What a code or an offer names to stand under a rule. */
export const under = (rules: Rules, name: RuleName): string[] => [rules.get(name) ?? name];
