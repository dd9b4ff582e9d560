import type { Facts, GoodsFacts, ItemFacts } from "../../../src/engine/rules/facts";
import type { RuleSet, Rules } from "../../../src/model/rule";

/** Wednesday 2026-03-04, 12:00 in Warsaw (11:00 UTC). */
export const NOW = 1_772_622_000_000;

export const goods = (values: Partial<GoodsFacts>): GoodsFacts => ({
  id: null,
  source_id: null,
  price: null,
  metadata: {},
  ...values,
});

export const item = (values: Partial<ItemFacts>): ItemFacts => ({
  product_id: null,
  sku_id: null,
  source_id: null,
  quantity: null,
  price: null,
  amount: null,
  metadata: null,
  product: null,
  sku: null,
  collections: [],
  ...values,
});

/** A shop in Warsaw, a known customer, and an order of two lines: 2 x 15.00 and 1 x 40.00. */
export function facts(changes: Partial<Facts> = {}): Facts {
  return {
    now: NOW,
    timeZone: "Europe/Warsaw",
    customer: {
      metadata: {
        tier: "gold",
        visits: 10,
        visits_text: "10",
        vip: true,
        zip: "007",
        tags: ["a", "b"],
        joined: "2026-02-22",
        birthday: "2026-03-07",
        nothing: null,
      },
      segments: ["seg_1", "seg_2"],
    },
    order: {
      amount: 7000,
      initial_amount: 7000,
      total_amount: 6300,
      metadata: { channel: "web" },
      items: [
        item({
          product_id: "prod_1",
          quantity: 2,
          price: 1500,
          amount: 3000,
          metadata: { size: "L" },
          product: goods({ id: "prod_1", source_id: "shirt", metadata: { brand: "acme" } }),
        }),
        item({
          product_id: "prod_2",
          sku_id: "sku_2",
          quantity: 1,
          price: 4000,
          amount: 4000,
          metadata: { size: "M" },
          product: goods({ id: "prod_2", metadata: { brand: "umbrella" } }),
          sku: goods({ id: "sku_2", source_id: "boots-42" }),
        }),
      ],
    },
    usage: null,
    redemption: { metadata: { terminal: 7 }, gift_amount: 500, api_key: "app_1" },
    ...changes,
  };
}

export const ruleSet = (rules: Rules, message?: string): RuleSet => ({
  id: "val_1",
  rules,
  error: message === undefined ? null : { message },
});

/** A set of one rule about one metadata property of the customer. */
export const aboutCustomer = (property: string, conditions: Record<string, unknown>): RuleSet =>
  ruleSet({ "1": { name: "customer.metadata", property, conditions } });

/** The same facts with one metadata property of the customer set. */
export function withProperty(property: string, value: unknown): Facts {
  return facts({ customer: { metadata: { [property]: value }, segments: [] } });
}
