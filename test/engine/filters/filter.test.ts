import { describe, expect, it } from "vitest";
import { CUSTOMER_FIELDS, GOODS_FIELDS } from "../../../src/engine/filters/fields";
import { checkFilter, meets } from "../../../src/engine/filters/filter";

/** Wednesday 2026-03-04, 12:00 in Warsaw. */
const clock = { now: Date.UTC(2026, 2, 4, 11), timeZone: "Europe/Warsaw" };

const customer = {
  id: "cust_1",
  source_id: "jane",
  name: "Jane Doe",
  email: "jane@example.com",
  birthdate: "1990-02-28",
  address: { city: "Berlin", country: "DE" },
  summary: {
    redemptions: { total_redeemed: 3, gift: { redeemed_amount: 500 } },
    orders: { total_amount: 12000, total_count: 4, last_order_date: "2026-03-01T10:00:00.000Z" },
  },
  metadata: { tier: "gold", tags: ["a", "b"], "a.b": 1 },
  created_at: "2026-01-10T00:00:00.000Z",
};

const product = {
  id: "prod_1",
  source_id: "shirt",
  name: "Shirt",
  price: 1500,
  attributes: ["color", "size"],
  image_url: null,
  metadata: { brand: "Acme" },
  created_at: "2026-01-10T00:00:00.000Z",
  updated_at: null,
  object: "product",
};

const sku = {
  id: "sku_1",
  product_id: "prod_1",
  source_id: "shirt-s",
  sku: "Shirt S",
  price: 1400,
  currency: "EUR",
  attributes: { color: "red", size: "S" },
  metadata: {},
  object: "sku",
};

type Row = [field: string, conditions: Record<string, unknown>, isMet: boolean];

const is = (value: unknown) => ({ $is: [value] });

const CUSTOMER_ROWS: Row[] = [
  ["name", is("Jane Doe"), true],
  ["name", { $starts_with: ["John"] }, false],
  ["source_id", { $in: ["john", "jane"] }, true],
  ["email", { $ends_with: ["@example.com"] }, true],
  ["phone", { $has_value: true }, false],
  ["phone", { $is_unknown: true }, true],
  ["phone", { $is_not: ["+49 30 1"] }, false],
  ["city", is("Berlin"), true],
  ["address.city", is("Berlin"), true],
  ["country", { $is_not: ["DE"] }, false],
  ["address.postal_code", { $is_unknown: [] }, true],
  ["birthdate", { $before: ["1990-03-01"] }, true],
  ["metadata.tier", is("gold"), true],
  ["metadata.tier", { $not_in: ["gold", "silver"] }, false],
  ["metadata.tags", { $contains: ["b"] }, true],
  ["metadata.tags", { $not_contain: ["b"] }, false],
  ["metadata.tags", { $count: [2] }, true],
  ["metadata.a.b", is(1), true],
  ["metadata.none", is("x"), false],
  ["metadata.constructor", { $has_value: true }, false],
  ["summary.redemptions.total_redeemed", { $more_than: [2] }, true],
  ["summary.redemptions.gift.redeemed_amount", { $less_than: [500] }, false],
  ["summary.orders.total_count", { $more_than_equal: ["4"] }, true],
  ["summary.orders.total_amount", { $more_than: [10000], $less_than: [12000] }, false],
  ["summary.orders.last_order_date", { $less_than_ago: ["P7D"] }, true],
  ["created_at", { $is_days_ago: [53] }, true],
  ["created_at", { $more_than_ago: ["P60D"] }, false],
];

const PRODUCT_ROWS: Row[] = [
  ["id", is("prod_1"), true],
  ["name", { $contains: ["hirt"] }, true],
  ["price", { $less_than: [2000] }, true],
  ["price", { $less_than: [1500] }, false],
  ["attributes", { $contains: ["size"] }, true],
  ["attributes", { $count_more: [2] }, false],
  ["attributes.color", { $has_value: true }, false],
  ["image_url", { $is_unknown: true }, true],
  ["updated_at", { $after: ["2026-01-01"] }, false],
  ["object", is("product"), true],
  ["product_id", { $is_unknown: true }, true],
  ["metadata.brand", is("Acme"), true],
];

const SKU_ROWS: Row[] = [
  ["object", is("sku"), true],
  ["product_id", is("prod_1"), true],
  ["sku", { $starts_with: "Shirt" }, true],
  ["name", { $has_value: true }, false],
  ["price", is(1400), true],
  ["currency", is("USD"), false],
  ["attributes", { $contains: ["red"] }, true],
  ["attributes.color", is("red"), true],
  ["attributes.size", is("M"), false],
];

describe("one field of a filter", () => {
  it.each(CUSTOMER_ROWS)("customer: %s %j is %s", (field, conditions, isMet) => {
    const filter = { [field]: { conditions } };
    expect(checkFilter(CUSTOMER_FIELDS, filter).ok).toBe(true);
    expect(meets(CUSTOMER_FIELDS, filter, customer, clock)).toBe(isMet);
  });

  it.each(PRODUCT_ROWS)("product: %s %j is %s", (field, conditions, isMet) => {
    const filter = { [field]: { conditions } };
    expect(checkFilter(GOODS_FIELDS, filter).ok).toBe(true);
    expect(meets(GOODS_FIELDS, filter, product, clock)).toBe(isMet);
  });

  it.each(SKU_ROWS)("SKU: %s %j is %s", (field, conditions, isMet) => {
    const filter = { [field]: { conditions } };
    expect(checkFilter(GOODS_FIELDS, filter).ok).toBe(true);
    expect(meets(GOODS_FIELDS, filter, sku, clock)).toBe(isMet);
  });
});

describe("several fields", () => {
  const met = { name: { conditions: is("Jane Doe") } };
  const unmet = { email: { conditions: is("x") } };
  it.each([
    ["all of them without a junction", { ...met, ...unmet }, false],
    ["all of them with and", { junction: "AND", ...met, ...unmet }, false],
    ["one of them with or", { junction: "or", ...met, ...unmet }, true],
    ["one of them with OR", { junction: "OR", ...unmet, ...met }, true],
    ["none with or", { junction: "OR", ...unmet }, false],
    ["all that hold", { ...met, city: { conditions: is("Berlin") } }, true],
  ])("%s", (_, filter, isMet) => {
    expect(meets(CUSTOMER_FIELDS, filter, customer, clock)).toBe(isMet);
  });

  it("a filter that was not checked lets nobody through", () => {
    for (const filter of [{}, { junction: "and" }, { junction: "or" }, { name: 5 }, { x: met }]) {
      expect(meets(CUSTOMER_FIELDS, filter, customer, clock)).toBe(false);
    }
  });
});

describe("saving a filter", () => {
  it("keeps a plain copy with its junction", () => {
    const price = { conditions: { $less_than: [1000] } };
    expect(checkFilter(GOODS_FIELDS, { price: { ...price, extra: 1 } })).toEqual({
      ok: true,
      value: { junction: "and", price },
    });
    expect(checkFilter(GOODS_FIELDS, { junction: "OR", price })).toEqual({
      ok: true,
      value: { junction: "OR", price },
    });
  });

  const many = Object.fromEntries(
    Array.from({ length: 101 }, (_, at) => [`metadata.k${at}`, { conditions: is(1) }]),
  );
  const long = { conditions: { $in: Array.from({ length: 999 }, () => "x".repeat(30)) } };

  it.each([
    ["no field", {}, null, "must name a field"],
    ["a junction alone", { junction: "or" }, null, "must name a field"],
    ["an unknown junction", { junction: "xor" }, "junction", "must be equal to one of"],
    ["a junction that is no text", { junction: 1 }, "junction", "must be equal to one of"],
    ["an unknown field", { colour: { conditions: is(1) } }, "colour", "is not a field"],
    ["a field of another kind", { email: { conditions: is(1) } }, "email", "is not a field"],
    ["metadata as a whole", { metadata: { conditions: is(1) } }, "metadata", "is not a field"],
    ["metadata without a key", { "metadata.": { conditions: is(1) } }, "metadata.", "is not a"],
    ["no conditions", { price: {} }, "price", "must have 'conditions' as an object"],
    ["empty conditions", { price: { conditions: {} } }, "price", "must have a condition"],
    ["a bare value", { price: 100 }, "price", "must be an object with 'conditions'"],
    ["a list", { price: [is(1)] }, "price", "must be an object with 'conditions'"],
    ["an unknown operator", { price: { conditions: { $like: [1] } } }, "price", "'$like'"],
    ["a wrong value", { price: { conditions: { $more_than: ["x"] } } }, "price", "a number"],
    ["no value", { price: { conditions: { $is: [] } } }, "price", "has no value"],
    ["too many fields", many, null, "more than 100 fields"],
    ["too much", { name: long }, null, "more than 20000 characters"],
  ])("refuses %s", (_, filter, field, reason) => {
    const checked = checkFilter(GOODS_FIELDS, filter);
    expect(checked.ok).toBe(false);
    if (checked.ok) return;
    expect(checked.error.field).toBe(field);
    expect(checked.error.reason).toContain(reason);
  });

  it("refuses the key __proto__", () => {
    const filter = JSON.parse('{"__proto__":{"conditions":{"$is":[1]}}}');
    expect(checkFilter(GOODS_FIELDS, filter).ok).toBe(false);
  });
});
