import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeRedemption, packedOrder } from "../../src/db/ledger-rows";
import type { OrderRow, RedemptionRow } from "../../src/db/tables/redemptions";
import { runs } from "../support/runs";

const amount = fc.nat(10_000);
const line = fc.record(
  {
    object: fc.constant("order_item"),
    product_id: fc.constant("prod_1"),
    quantity: fc.nat(5),
    initial_quantity: fc.nat(5),
    price: amount,
    amount,
    initial_amount: amount,
    discount_amount: amount,
    subtotal_amount: amount,
    metadata: fc.dictionary(fc.string(), fc.string()),
  },
  { requiredKeys: [] },
);
/** Made on the first of January 2026. */
const ORDER_ID = "ord_19b76daa8000000000";
const order = fc.record(
  {
    id: fc.constantFrom(ORDER_ID, "ord_2"),
    source_id: fc.option(fc.string()),
    status: fc.constantFrom("PAID", "CANCELED"),
    amount,
    initial_amount: amount,
    discount_amount: amount,
    total_discount_amount: amount,
    total_amount: amount,
    applied_discount_amount: amount,
    items: fc.array(line),
    metadata: fc.dictionary(fc.constantFrom("~", "is_slim", "a"), fc.string()),
    customer_id: fc.constantFrom("cust_1", null),
    customer: fc.constantFrom(null, { id: "cust_1", object: "customer" }, { id: "cust_2" }),
    created_at: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
    updated_at: fc.constantFrom("2026-01-02T00:00:00.000Z", null),
    redemptions: fc.dictionary(fc.constantFrom("r_1", "r_2"), fc.constant({ date: "2026-01-01" })),
  },
  { requiredKeys: [] },
);

const entry = {
  id: "r_1",
  order_id: ORDER_ID,
  customer_id: "cust_1",
  parent_id: null,
  effects: {},
  created_at: "2026-01-02T00:00:00.000Z",
};

/** Lines as they were sent: near those that are told, or not at all. */
const sent = fc.record({
  items: fc.option(fc.array(line)),
  metadata: fc.dictionary(fc.constantFrom("~", "is_slim", "a"), fc.string()),
  lines_version: fc.nat(3),
});

const linesOf = ({ items, metadata }: Pick<OrderRow, "items" | "metadata">): string =>
  JSON.stringify({ items, metadata });

const given = (told: object, sent: OrderRow): unknown => {
  const row = { ...entry, order: told } as unknown as RedemptionRow;
  const stored = { ...row, effects: "{}", order: JSON.stringify(packedOrder(row, sent)) };
  return decodeRedemption(stored, linesOf(sent)).order;
};

it("an entry of the ledger gives back every order as it was told", () => {
  fc.assert(
    fc.property(order, sent, (told, sent) => {
      expect(given(told, sent as unknown as OrderRow)).toEqual(told);
      const same = { ...sent, items: told.items ?? null, metadata: told.metadata ?? {} };
      expect(given(told, same as unknown as OrderRow)).toEqual(told);
    }),
    { numRuns: runs(3_000) },
  );
});

it("of an order of two lines it stores what the entry does not say itself", () => {
  const told = {
    id: ORDER_ID,
    source_id: "basket",
    status: "PAID",
    amount: 4900,
    initial_amount: 4900,
    discount_amount: 980,
    total_discount_amount: 980,
    total_amount: 3920,
    applied_discount_amount: 980,
    total_applied_discount_amount: 980,
    items: [
      {
        object: "order_item",
        product_id: "shirt",
        quantity: 2,
        price: 2000,
        initial_quantity: 2,
        amount: 4000,
        initial_amount: 4000,
        subtotal_amount: 4000,
      },
    ],
    metadata: { gift: true },
    customer_id: "cust_1",
    referrer_id: null,
    customer: { id: "cust_1", object: "customer" },
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-02T00:00:00.000Z",
    object: "order",
  };
  const sent = { items: [{ product_id: "shirt", quantity: 2, price: 2000 }], lines_version: 1 };
  const row = { ...entry, order: told } as unknown as RedemptionRow;
  expect(packedOrder(row, { ...sent, metadata: { gift: true } } as unknown as OrderRow)).toEqual({
    source_id: "basket",
    amount: 4900,
    discount_amount: 980,
    applied_discount_amount: 980,
    items: [{}],
    "~": ["redemptions"],
    lines: 1,
    is_slim: 1,
  });
});

it("an order that was stored before it told whose and when it is tells it now", () => {
  const items = [{ product_id: "shirt", quantity: 2, price: 2000 }];
  const order = { amount: 4900, items, "~": ["redemptions"], is_slim: 1 };
  const stored = { ...entry, effects: "{}", order: JSON.stringify(order) };
  expect(decodeRedemption(stored, null).order).toMatchObject({
    source_id: null,
    items: [{ product_id: "shirt", quantity: 2, price: 2000, amount: 4000 }],
    metadata: {},
    customer: { id: "cust_1", object: "customer" },
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-02T00:00:00.000Z",
  });
});

it("an entry that is packed without its lines is not read without them", () => {
  const order = { amount: 4900, lines: 0, is_slim: 1 };
  const stored = { ...entry, effects: "{}", order: JSON.stringify(order) };
  expect(() => decodeRedemption(stored, null)).toThrow("with the lines of its order");
});
