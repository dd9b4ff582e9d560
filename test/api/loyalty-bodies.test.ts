import { beforeAll, describe, expect, it } from "vitest";
import type { TestProject } from "../support/api";
import { earningRule, fixed } from "../support/earning";
import { failure } from "../support/failure";
import { pendPoints } from "../support/loyalty";
import { everything } from "../support/one-of-each";
import { assigned, shop } from "../support/spending";

/*
 * Each field that an operation of loyalty programs and rewards knows, with a value that it cannot
 * have: the answer names the field, and nothing has changed.
 */

type Json = Record<string, unknown>;
type Key = string | number;

/** A value that is good where it stands, and others that are not. */
class Bad {
  constructor(
    readonly good: unknown,
    readonly bad: readonly unknown[],
  ) {}
}

const not = (good: unknown, ...bad: unknown[]) => new Bad(good, bad);
const text = (good: string, most?: number) =>
  not(good, 7, {}, ...(most ? ["x".repeat(most + 1)] : []));
const oneOf = (good: string) => not(good, "NONE", 7);
const int = (good: number, ...bad: unknown[]) => not(good, 1.5, "many", ...bad);
const flag = not(true, "maybe", 1);
const object = (good: Json) => not(good, "text", 7);
const list = (good: unknown[]) => not(good, "text", {});

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !(value instanceof Bad);

/** The body with only what is good in it. */
function good(value: unknown): unknown {
  if (value instanceof Bad) return good(value.good);
  if (Array.isArray(value)) return value.map(good);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, good(inner)]));
}

function placed(value: unknown, [key, ...rest]: readonly Key[], put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value))
    return value.map((each, at) => (at === key ? placed(each, rest, put) : each));
  return {
    ...(isObject(value) ? value : {}),
    [key]: placed(isObject(value) ? value[key] : null, rest, put),
  };
}

/** Every place of the body that has bad values, and of objects and lists that they are none. */
function places(value: unknown, at: readonly Key[] = []): { at: readonly Key[]; put: unknown }[] {
  if (value instanceof Bad) {
    return [...value.bad.map((put) => ({ at, put })), ...places(value.good, at)];
  }
  if (Array.isArray(value)) {
    const own = at.length === 0 ? [] : [{ at, put: "text" }];
    return [...own, ...value.flatMap((each, index) => places(each, [...at, index]))];
  }
  if (!isObject(value)) return [];
  // A customer that is a text is a source id, as some callers name one.
  const own = at.length === 0 ? [] : [{ at, put: value === CUSTOMER ? 7 : "text" }];
  return [...own, ...Object.entries(value).flatMap(([key, each]) => places(each, [...at, key]))];
}

/** A place as answers name it: `[0].points.from`. */
const nameOf = (at: readonly Key[]): string =>
  at.map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`)).join("");

const EXPIRATION = {
  period_type: oneOf("MONTH"),
  period_value: int(3, -1, 1201),
  rounding_type: oneOf("PARTICULAR_MONTH"),
  rounding_value: int(3, 0, 13),
  fixed_month: int(3, 0, 13),
  fixed_day: int(3, 0, 32),
};
const WINDOW = {
  start_date: text("2026-01-01T00:00:00Z"),
  expiration_date: text("2036-01-01T00:00:00Z"),
  validity_timeframe: { interval: text("P2D"), duration: text("P1D") },
  validity_day_of_week: [int(1, 7, -1)],
  validity_hours: {
    daily: [
      { start_time: text("09:00"), expiration_time: text("17:00"), days_of_week: [int(1, 7)] },
    ],
  },
};
const TIERS_EXPIRATION = {
  qualification_type: oneOf("POINTS_IN_PERIOD"),
  qualification_period: oneOf("MONTH"),
  start_date: { type: oneOf("IMMEDIATE") },
  expiration_date: {
    type: oneOf("END_OF_PERIOD"),
    extend: text("P1D"),
    rounding: {
      type: oneOf("CUSTOM"),
      strategy: oneOf("END"),
      unit: oneOf("MONTH"),
      value: int(3, 12),
    },
  },
};
const SETTABLE = {
  description: text("d"),
  category_id: text("cat_none"),
  start_date: WINDOW.start_date,
  expiration_date: WINDOW.expiration_date,
  validity_timeframe: WINDOW.validity_timeframe,
  validity_day_of_week: WINDOW.validity_day_of_week,
  validity_hours: WINDOW.validity_hours,
  auto_join: flag,
  join_once: flag,
  use_voucher_metadata_schema: flag,
  activity_duration_after_publishing: text("P1D"),
  metadata: object({}),
  loyalty_tiers_expiration: TIERS_EXPIRATION,
};
const CUSTOMER = {
  source_id: text("bob"),
  name: text("n"),
  description: text("d"),
  email: text("e@example.com"),
  phone: text("p"),
  birthdate: text("2000-01-01"),
  address: { city: text("c"), country: text("c"), line_1: text("l"), postal_code: text("p") },
  metadata: object({}),
};
const RULE = {
  loyalty: { type: oneOf("FIXED"), points: int(5, -1, 1_000_000_001), points_formula: text("1") },
  validation_rule_id: text("val_none", 100),
  source: { banner: text("b", 1000) },
  active: flag,
  pending_points: { period_type: oneOf("DAY"), period_value: int(3, 0, 91) },
  expiration_rules: EXPIRATION,
  metadata: object({}),
  ...WINDOW,
};
const proportional = (calculation_type: string, on: Json) => ({
  event: "order.paid",
  loyalty: { type: "PROPORTIONAL", calculation_type: oneOf(calculation_type), ...on },
});
const EACH = { every: int(100, 0), points: int(1, -1), points_formula: text("1", 1000) };
const OF_GOODS = {
  ...EACH,
  applicable_to: [{ object: oneOf("product"), id: text("prod_none", 255) }],
};
const TIER = {
  name: text("Gold", 1000),
  points: { from: int(10, -1), to: int(20, -1) },
  earning_rules: object({}),
  rewards: object({}),
  metadata: object({}),
};
const REWARD = {
  name: text("Cup", 1000),
  attributes: { image_url: text("https://a.example/i", 2000), description: text("d", 5000) },
  metadata: object({}),
};
const STOCK = { stock: not(5, 1.5, -1, "many", true) };
const PARAMETERS = {
  product: { product: { id: text("prod_none", 255), sku_id: text("sku_none", 255) } },
  campaign: { campaign: { id: text("camp_none", 255), balance: int(5) } },
  coin: { coin: { exchange_ratio: not(1, 0, -1, "many", true), points_ratio: int(5, 0) } },
};
const PRICED = {
  parameters: { loyalty: { points: int(5, 0), auto_redeem: flag } },
};
const RULES = { validation_rules: [text("val_none", 100)] };
const exportBy = (order: string) => ({
  parameters: {
    order: text(order),
    fields: list(["id"]),
    filters: object({}),
  },
});
const CARD = "/v1/loyalties/members/:card";
const PROGRAM = "/v1/loyalties/:program";

const BODIES: [operation: string, body: unknown][] = [
  [
    "POST /v1/loyalties",
    {
      name: text("Other", 1000),
      campaign_type: oneOf("LOYALTY_PROGRAM"),
      type: oneOf("AUTO_UPDATE"),
      vouchers_count: int(1, -1),
      voucher: {
        type: oneOf("LOYALTY_CARD"),
        loyalty_card: { points: int(5, -1), expiration_rules: EXPIRATION },
      },
      ...SETTABLE,
    },
  ],
  [`PUT ${PROGRAM}`, { ...SETTABLE, options: { recalculate_tiers: flag } }],
  [
    `POST ${PROGRAM}/members`,
    {
      voucher: text("NONE"),
      customer: CUSTOMER,
      channel: text("API"),
      source_id: text("s"),
      join_once: flag,
      metadata: object({}),
    },
  ],
  ...[CARD, `${PROGRAM}/members/:card`].map((path): [string, unknown] => [
    `POST ${path}/balance`,
    {
      points: int(5, 0),
      expiration_type: oneOf("CUSTOM_DATE"),
      expiration_date: not("2036-01-01", 7, "tomorrow"),
      reason: text("r", 1000),
      source_id: text("s", 255),
    },
  ]),
  [
    `POST ${PROGRAM}/members/:card/transfers`,
    [
      {
        code: text("NONE", 255),
        points: int(5, 0, -1),
        reason: text("r", 1000),
        source_id: text("s", 255),
      },
    ],
  ],
  ...[CARD, `${PROGRAM}/members/:card`].map((path): [string, unknown] => [
    `POST ${path}/redemption`,
    {
      reward: { id: text("rew_none"), points: int(5, -1) },
      order: { source_id: text("o"), amount: int(5), items: list([]), metadata: object({}) },
      metadata: object({}),
    },
  ]),
  [`POST ${CARD}/pending-points/:pending/balance`, { points: int(5, 0, 1_000_000_001) }],
  [
    `POST ${PROGRAM}/earning-rules`,
    [
      {
        event: text("order.paid", 300),
        segment: { id: text("seg_none", 255) },
        custom_event: { schema_id: text("ms_none", 255) },
        loyalty_tier: { id: text("ltr_none", 255) },
        ...RULE,
      },
      proportional("ORDER_AMOUNT", { order: { amount: EACH } }),
      proportional("ORDER_TOTAL_AMOUNT", { order: { total_amount: EACH } }),
      proportional("ORDER_METADATA", {
        order: { metadata: { ...EACH, property: text("p", 255) } },
      }),
      proportional("ORDER_ITEMS_QUANTITY", { order_items: { quantity: OF_GOODS } }),
      proportional("ORDER_ITEMS_AMOUNT", { order_items: { amount: OF_GOODS } }),
      proportional("ORDER_ITEMS_SUBTOTAL_AMOUNT", { order_items: { subtotal_amount: OF_GOODS } }),
    ],
  ],
  [`PUT ${PROGRAM}/earning-rules/:rule`, RULE],
  [
    `POST ${PROGRAM}/qualifications`,
    { customer: CUSTOMER, order: { amount: int(5), items: list([]), metadata: object({}) } },
  ],
  [`POST ${PROGRAM}/tiers`, [TIER]],
  [`PUT ${PROGRAM}/tiers/:tier`, { ...TIER, points: { from: int(30, -1), to: int(40, -1) } }],
  ["POST /v1/rewards", { ...REWARD, ...STOCK, parameters: PARAMETERS.product }],
  ["POST /v1/rewards", { ...REWARD, ...STOCK, parameters: PARAMETERS.campaign }],
  ["POST /v1/rewards", { ...REWARD, parameters: PARAMETERS.coin }],
  ["PUT /v1/rewards/:reward", { ...REWARD, ...STOCK, parameters: PARAMETERS.product }],
  [
    "POST /v1/rewards/:reward/assignments",
    { campaign: text("camp_none", 255), ...PRICED, ...RULES },
  ],
  ["PUT /v1/rewards/:reward/assignments/:assignment", PRICED],
  [`POST ${PROGRAM}/rewards`, [{ reward: text("rew_none", 100), ...PRICED, ...RULES }]],
  [`PUT ${PROGRAM}/rewards/:assignment`, PRICED],
  [`POST ${PROGRAM}/transactions/export`, exportBy("created_at")],
  [`POST ${PROGRAM}/points-expiration/export`, exportBy("expires_at")],
  [`POST ${CARD}/transactions/export`, exportBy("created_at")],
  [`POST ${PROGRAM}/members/:card/transactions/export`, exportBy("created_at")],
];

let project: TestProject;
let ids: Record<string, string>;

beforeAll(async () => {
  const made = await shop(500);
  project = made.project;
  const tiers = await project.post(`/v1/loyalties/${made.id}/tiers`, [
    { name: "Silver", points: { from: 1, to: 9 } },
  ]);
  expect(tiers.status, JSON.stringify(tiers.body)).toBe(200);
  const product = (await project.post("/v1/products", { source_id: "cup" })).body.id;
  const parameters = { product: { id: product } };
  const reward = (await project.post("/v1/rewards", { name: "Cup", parameters })).body.id;
  ids = {
    program: made.id,
    card: made.card,
    reward,
    assignment: await assigned(project, { reward, campaign: made.id, points: 5 }),
    tier: tiers.body[0].id,
    rule: (await earningRule(project, "Points", fixed(5))).id,
    pending: await pendPoints(made, {
      code: made.card,
      points: 9,
      due: "2036-01-01T00:00:00.000Z",
    }),
  };
});

const send = (method: string, path: string, body: unknown) => {
  const full = path.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? "");
  return method === "PUT" ? project.put(full, body as Json) : project.post(full, body as Json);
};

describe.each(BODIES)("%s", (operation, body) => {
  const [method = "", path = ""] = operation.split(" ");

  it("400: names each field with a value that it cannot have, and changes nothing", async () => {
    const before = await everything(project);
    const all = places(body);
    expect(all.length).toBeGreaterThan(1);
    const said: [string, string][] = [];
    for (const { at, put } of all) {
      const reply = await send(method, path, placed(good(body), at, put));
      const asked = `Property ${nameOf(at)}`;
      expect(reply.status, `${asked}: ${JSON.stringify(put)} ${JSON.stringify(reply.body)}`).toBe(
        400,
      );
      const { details = "" } = failure(reply, 400, reply.body.key);
      if (!details.includes(asked)) said.push([`${asked} ${JSON.stringify(put)}`, details]);
    }
    expect(said).toEqual([]);
    expect(await everything(project)).toBe(before);
  });

  it("takes the body without them, or refuses what it names", async () => {
    const { body: answer } = await send(method, path, good(body));
    const refusals = [undefined, "not_found", "campaign_not_allow_auto_join"];
    expect(refusals, JSON.stringify(answer)).toContain(answer.key);
  });
});
