import fc from "fast-check";
import type { Discount } from "../../src/model/discount";
import type { TestProject } from "./api";
import { made } from "./deciding";
import { promotion } from "./promotions";
import { redeemables } from "./redeeming";

type Sent = Record<string, unknown>;

/** Products of the catalogue that scenes are about; a scene names them by their place. */
const PRICES = [0, 1, 99, 500, 1250];
const place = fc.nat(PRICES.length - 1);

const money = fc.integer({ min: 0, max: 5000 });
const percent = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
const units = fc.integer({ min: 0, max: 4 });
const limit = fc.option(money, { nil: undefined });

const ON_LINES = [
  "APPLY_TO_ITEMS",
  "APPLY_TO_ITEMS_BY_QUANTITY",
  "APPLY_TO_ITEMS_PROPORTIONALLY",
  "APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY",
];
const orderOrItems = fc.constantFrom(undefined, "APPLY_TO_ORDER", "APPLY_TO_ITEMS");

/** One for each type, so that a new type without one does not compile. */
const discounts = {
  AMOUNT: fc.record({
    type: fc.constant("AMOUNT"),
    amount_off: money,
    effect: fc.constantFrom(undefined, "APPLY_TO_ORDER", ...ON_LINES),
    aggregated_amount_limit: limit,
    amount_off_formula: fc.constantFrom(undefined, undefined, "ORDER_AMOUNT / 7"),
  }),
  PERCENT: fc.record({
    type: fc.constant("PERCENT"),
    percent_off: percent,
    effect: orderOrItems,
    amount_limit: limit,
    aggregated_amount_limit: limit,
  }),
  FIXED: fc.record({ type: fc.constant("FIXED"), fixed_amount: money, effect: orderOrItems }),
  UNIT: fc.record({
    type: fc.constant("UNIT"),
    unit_off: units,
    unit_at: place,
    effect: fc.constantFrom(
      undefined,
      "ADD_NEW_ITEMS",
      "ADD_MISSING_ITEMS",
      "ADD_SAME_ITEMS",
      "REPLACE_ITEMS",
    ),
  }),
} satisfies { [T in Discount["type"]]: fc.Arbitrary<Sent> };
const discount = fc.oneof(...Object.values(discounts));

const open = { start_date: "2020-01-01T00:00:00Z", expiration_date: "2200-01-01T00:00:00Z" };
const common = fc.record({
  active: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, fc.constant(false)),
  window: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom({}, open) },
    fc.constantFrom(
      { start_date: "2199-01-01T00:00:00Z" },
      { expiration_date: "2021-01-01T00:00:00Z" },
    ),
  ),
});
const card = fc.record({
  amount: money,
  effect: fc.constantFrom(undefined, "APPLY_TO_ORDER", "APPLY_TO_ITEMS"),
});

const entry = fc.record({
  at: place,
  limits: fc.constantFrom(
    {},
    { quantity_limit: 2 },
    { aggregated_quantity_limit: 3 },
    { amount_limit: 300 },
    { aggregated_amount_limit: 400 },
    { effect: "APPLY_FROM_CHEAPEST", skip_initially: 1, target: "UNIT", repeat: 2 },
  ),
});
const entries = fc.array(entry, { maxLength: 2 });
const FACTS = [
  { name: "order.amount", conditions: { $more_than: [1000] } },
  { name: "redemption.metadata", property: "shop", conditions: { $is: ["web"] } },
  { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
  { name: "redemption.count.per_customer", conditions: { $less_than_or_equal: [1] } },
  {
    name: "order.items.any",
    conditions: {},
    rules: { "1": { name: "order.items.price", conditions: { $more_than: [100] } } },
  },
];
const rule = fc.record({
  fact: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(...FACTS)),
  included: entries,
  excluded: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, entries),
  bundle: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, fc.tuple(place, units)),
});

/** Credits that are asked for are at least 1: a request for none is refused as it is sent. */
const asked = fc.oneof(
  { weight: 4, arbitrary: fc.constant(null) },
  money.map((all) => all + 1),
);

const redeemable = fc.record({
  kind: fc.constantFrom("coupon", "coupon", "card", "tier"),
  common,
  discount,
  card,
  quantity: fc.constantFrom(null, null, null, 1, 2, 0),
  asked,
  rule: fc.option(rule, { freq: 2 }),
});

const item = fc.record(
  {
    at: place,
    quantity: fc.integer({ min: 0, max: 5 }),
    price: fc.integer({ min: 0, max: 900 }),
    amount: fc.integer({ min: 0, max: 2000 }),
  },
  { requiredKeys: ["at"] },
);
const items = fc.array(item, { minLength: 1, maxLength: 6 });
const order = fc.constantFrom("none", "amount", "items", "items", "both", "empty").chain((kind) =>
  fc.record({
    kind: fc.constant(kind),
    amount: kind === "amount" || kind === "both" ? money : fc.constant(undefined),
    items: kind === "items" || kind === "both" ? items : fc.constant(undefined),
  }),
);

/** Redeemables of every kind, and what is sent with them. */
export const scene = fc.record({
  redeemables: fc.array(redeemable, { minLength: 1, maxLength: 4 }),
  isStack: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  isUnknownToo: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  order,
  customer: fc.constantFrom(
    null,
    { source_id: "ann", metadata: { tier: "gold" } },
    { source_id: "ben", metadata: { tier: "tin" } },
  ),
  metadata: fc.constantFrom(null, { shop: "web" }, { shop: "van" }),
});
export type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;
type OfScene = Scene["redeemables"][number];

/** A project with the customers and products of scenes. */
export interface Stage {
  project: TestProject;
  products: string[];
  runs: number;
}

export async function staged(project: TestProject): Promise<Stage> {
  for (const source_id of ["ann", "ben"]) await made(project, "/v1/customers", { source_id });
  const products: string[] = [];
  for (const [at, price] of PRICES.entries()) {
    const { id } = await made(project, "/v1/products", { source_id: `p${at}`, price });
    products.push(id);
  }
  return { project, products, runs: 0 };
}

async function ruleOf({ project, products }: Stage, sent: OfScene["rule"]): Promise<string[]> {
  if (!sent) return [];
  const named = (list: readonly { at: number; limits: Sent }[]) =>
    list.map(({ at, limits }) => ({ object: "product", id: products[at], ...limits }));
  const [at, count] = sent.bundle ?? [0, 0];
  const bundled = {
    name: "order.items.any",
    conditions: { $is: [{ id: products[at], object: "product", type: "product_or_sku" }] },
    rules: {
      "1": { name: "order.items.aggregated_quantity", conditions: { $is: [count + 1] } },
    },
  };
  const { id } = await made(project, "/v1/validation-rules", {
    name: "Rule",
    rules: sent.fact ? { "1": sent.fact } : {},
    applicable_to: { included: named(sent.included), excluded: named(sent.excluded) },
    ...(sent.bundle && { bundle_rules: { "1": bundled, limit: 2 } }),
  });
  return [id];
}

function discountOf({ products }: Stage, sent: OfScene["discount"]): Sent {
  if (!("unit_at" in sent)) return sent;
  const { unit_at, ...rest } = sent;
  return { ...rest, unit_type: products[unit_at] };
}

/** Makes one redeemable, and answers how a request names it. */
async function make(stage: Stage, one: OfScene, name: string): Promise<Sent> {
  const { active, window } = one.common;
  const validation_rules = await ruleOf(stage, one.rule);
  const shared = { active, ...window, validation_rules };
  const action = discountOf(stage, one.discount);
  if (one.kind === "tier") {
    const tier = { name, action: { discount: action }, ...shared };
    const { id } = await made(stage.project, `/v1/promotions/Scene ${stage.runs}/tiers`, tier);
    return { object: "promotion_tier", id };
  }
  const redemption = { quantity: one.quantity };
  const part = one.kind === "card" ? { gift: one.card } : { discount: action };
  await made(stage.project, "/v1/vouchers", { code: name, ...part, ...shared, redemption });
  return { ...redeemables(name, one.asked ?? undefined)[0] };
}

/** Makes what the scene has, under names of its own, and answers what to send. */
export async function request(stage: Stage, sent: Scene) {
  const run = ++stage.runs;
  const named: Sent[] = [];
  await promotion(stage.project, `Scene ${run}`);
  for (const [at, one] of sent.redeemables.entries()) {
    const kind = sent.isStack ? ("tier" as const) : one.kind;
    named.push(await make(stage, { ...one, kind }, `S${run}-${at}`));
  }
  if (sent.isUnknownToo && !sent.isStack) named.push(...redeemables(`S${run}-unknown`));
  const { kind, amount, items: lines } = sent.order;
  const order = kind !== "none" && {
    source_id: `order-${run}`,
    ...(amount !== undefined && { amount }),
    ...(lines && {
      items: lines.map(({ at, ...rest }) => ({ product_id: stage.products[at], ...rest })),
    }),
  };
  return {
    redeemables: sent.isStack ? [await stackOf(stage, named, `S${run}`)] : named,
    customer: sent.customer,
    metadata: sent.metadata,
    ...(order && { order }),
  };
}

async function stackOf({ project, runs }: Stage, named: Sent[], name: string) {
  const tiers = { ids: named.map(({ id }) => id), hierarchy_mode: "MANUAL" };
  const body = { name, tiers };
  const { id } = await made(project, `/v1/promotions/Scene ${runs}/stacks`, body);
  return { object: "promotion_stack", id };
}
