import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { harmless } from "../support/failure";
import { runs } from "../support/runs";

type Body = Record<string, unknown>;

/** A whole body of each write; every field of it is replaced by every other type. */
const BODIES: Record<string, Body> = {
  "/v1/vouchers": {
    code: "A",
    code_config: { length: 8, charset: "AB", pattern: "X-####", prefix: "P", postfix: "S" },
    type: "GIFT_VOUCHER",
    gift: { amount: 100, balance: 100, effect: "APPLY_TO_ORDER" },
    discount: { type: "PERCENT", percent_off: 10, amount_limit: 5, effect: "APPLY_TO_ORDER" },
    loyalty_card: { points: 5, balance: 5 },
    campaign: null,
    campaign_id: null,
    category: "c",
    category_id: null,
    start_date: "2026-01-01T00:00:00Z",
    expiration_date: "2027-01-01T00:00:00Z",
    validity_timeframe: { interval: "P2D", duration: "P1D" },
    validity_day_of_week: [1, 2],
    validity_hours: {
      daily: [{ start_time: "09:00", expiration_time: "17:00", days_of_week: [1] }],
    },
    active: true,
    additional_info: "i",
    metadata: { a: 1 },
    redemption: { quantity: 1 },
    validation_rules: [],
  },
  "/v1/validations": {
    redeemables: [
      { object: "voucher", id: "A", gift: { credits: 5 }, reward: { id: "r", points: 5 } },
    ],
    order: {
      id: null,
      source_id: "o",
      status: "CREATED",
      amount: 100,
      items: [
        {
          source_id: "s",
          product_id: "p",
          sku_id: "k",
          related_object: "sku",
          quantity: 1,
          amount: 100,
          price: 100,
          product: { id: "p", source_id: "p", name: "n", price: 1, metadata: {}, override: true },
          sku: { id: "k", source_id: "k", sku: "n", price: 1, metadata: {}, override: true },
          metadata: {},
        },
      ],
      metadata: {},
    },
    customer: {
      source_id: "c",
      name: "n",
      email: "e",
      phone: "p",
      birthdate: "2000-01-01",
      address: { city: "c" },
      metadata: {},
    },
    session: { type: "LOCK", key: "k", ttl: 1, ttl_unit: "DAYS" },
    tracking_id: "c",
    metadata: {},
    options: { expand: ["order"] },
  },
  "/v1/validation-rules": {
    name: "A",
    rules: {
      "1": {
        name: "order.amount",
        property: null,
        conditions: { $more_than: [1] },
        error: { message: "m" },
        rules: {},
      },
      logic: "1",
    },
    error: { message: "m" },
    applicable_to: {
      included: [
        {
          object: "product",
          id: "p",
          price: 1,
          strict: true,
          effect: "APPLY_TO_EVERY",
          quantity_limit: 1,
          repeat: 1,
          target: "ITEM",
        },
      ],
      excluded: [],
      included_all: false,
    },
    bundle_rules: {},
    type: "expression",
    context_type: "global",
  },
  "/v1/customers": {
    id: null,
    source_id: "c",
    name: "n",
    description: "d",
    email: "e",
    phone: "p",
    birthday: "2000-01-01",
    birthdate: "2000-01-01",
    address: { city: "c", state: "s", line_1: "l", line_2: "l", country: "c", postal_code: "p" },
    metadata: { a: 1 },
  },
};
BODIES["/v1/redemptions"] = BODIES["/v1/validations"] ?? {};

const VALUES: Record<string, unknown> = {
  "a text": "x",
  "an empty text": "",
  "a number": 7,
  "a negative number": -7,
  "a fraction": 0.5,
  "a list": ["x"],
  "an empty list": [],
  "a list of null": [null],
  "an object": { x: 1 },
  "an empty object": {},
  true: true,
  null: null,
};

const isObject = (value: unknown): value is Body => typeof value === "object" && value !== null;

/** Every place in a body, as the keys that lead there. */
const placesIn = (value: unknown): string[][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => [
        [key],
        ...placesIn(inner).map((rest) => [key, ...rest]),
      ])
    : [];

function replaced(value: unknown, [key = "", ...rest]: string[], put: unknown): unknown {
  if (!isObject(value)) return put;
  const copy: Body = Array.isArray(value) ? Object.assign([], value) : { ...value };
  copy[key] = rest.length > 0 ? replaced(copy[key], rest, put) : put;
  return copy;
}

let project: TestProject;

beforeAll(async () => {
  project = await newProject();
  const made = await project.post("/v1/vouchers", { code: "A", gift: { amount: 1_000_000 } });
  expect(made.status).toBe(200);
});

describe.each(Object.keys(BODIES))("POST %s with a wrong type", (path) => {
  const places = placesIn(BODIES[path]).map((place) => ({ place, name: place.join(".") }));

  it.each(places)("at $name", async ({ place }) => {
    for (const [name, value] of Object.entries(VALUES)) {
      const reply = await project.post(path, replaced(BODIES[path], place, value));
      expect(reply.status, `${name}: ${JSON.stringify(reply.body)}`).toBeLessThan(500);
      harmless(reply);
    }
  });
});

describe("fuzz", () => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

  it.each(Object.keys(BODIES))(`POST %s answers 200 or a 4xx, seed ${seed}`, async (path) => {
    const place = fc.constantFrom(...placesIn(BODIES[path]));
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.double(),
      fc.constantFrom("__proto__", "NaN", "\u0000", "\ud800", "9".repeat(400), -0, 2 ** 53),
    );
    const changes = fc.array(fc.tuple(place, value), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (all) => {
        const body = all.reduce<unknown>(
          (sent, [at, put]) => replaced(sent, at, put),
          BODIES[path],
        );
        harmless(await project.post(path, JSON.stringify(body)));
      }),
      { seed, numRuns: runs(120) },
    );
  });
});
