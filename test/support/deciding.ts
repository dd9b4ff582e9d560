import { expect } from "vitest";
import { Order } from "../../src/model/order";
import { RedemptionAnswer } from "../../src/resources/redemptions/schema";
import { Validation } from "../../src/resources/validations/schema";
import { parsed, type Reply, rowsOf, type TestProject } from "./api";
import { redeemables } from "./redeeming";

type Sent = Record<string, unknown>;
type Named = string | string[] | Sent[];

const named = (all: Named): Sent[] =>
  typeof all === "string" || typeof all[0] === "string"
    ? redeemables(all as string | string[])
    : (all as Sent[]);

const ok = (reply: Reply): Reply => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply;
};

/** Posts what must go well, and answers the body. */
export const made = async (project: TestProject, path: string, body: unknown) =>
  ok(await project.post(path, body)).body;

/** Sets the project's stacking rules; before anything is decided, so that none are remembered. */
export const stacked = (project: TestProject, rules: Sent) =>
  made(project, `/management/v1/projects/${project.id}/stacking-rules`, rules);

/** Validates codes, or redeemables as they are sent. */
export async function validated(project: TestProject, all: Named, sent: Sent = {}) {
  const body = { redeemables: named(all), ...sent };
  return parsed(Validation, ok(await project.post("/v1/validations", body)));
}

/** Redeems what must go well. */
export async function redeemed(project: TestProject, all: Named, sent: Sent = {}) {
  const body = { redeemables: named(all), ...sent };
  return parsed(RedemptionAnswer, ok(await project.post("/v1/redemptions", body)));
}

/** A stored order, held against the identities of amounts. */
export async function storedOrder(project: TestProject, id: string): Promise<Order> {
  const order = parsed(Order, ok(await project.get(`/v1/orders/${id}`)));
  expectIdentities(order);
  return order;
}

type Tier = { id: string };
export const ofTier = ({ id }: Tier): Sent => ({ object: "promotion_tier", id });
export const ofStack = ({ id }: Tier): Sent => ({ object: "promotion_stack", id });

const sum = (numbers: (number | undefined)[]): number =>
  numbers.reduce<number>((total, each) => total + (each ?? 0), 0);

/** The identities of an order's amounts (reference service, orders). */
export function expectIdentities(order: Order | undefined): void {
  if (order?.amount === undefined) return;
  const items = order.items ?? [];
  const discounts = sum([order.discount_amount, order.items_discount_amount]);
  expect(order.total_discount_amount ?? 0).toBe(discounts);
  expect(order.items_discount_amount ?? 0).toBe(
    sum(items.map(({ discount_amount }) => discount_amount)),
  );
  expect(order.total_applied_discount_amount ?? 0).toBe(
    sum([order.applied_discount_amount, order.items_applied_discount_amount]),
  );
  expect(order.items_applied_discount_amount ?? 0).toBe(
    sum(items.map(({ applied_discount_amount }) => applied_discount_amount)),
  );
  expect(order.total_amount).toBe(order.amount - discounts);
  expect(order.total_amount).toBeGreaterThanOrEqual(0);
  for (const item of items) {
    if (item.amount === undefined) continue;
    expect(item.subtotal_amount).toBe(item.amount - (item.discount_amount ?? 0));
    expect(item.subtotal_amount).toBeGreaterThanOrEqual(0);
  }
}

const NOT_COSTS = new Set([
  ...["id", "source_id", "status", "customer_id", "customer", "redemptions"],
  ...["created_at", "updated_at"],
]);
const OF_THE_TURN = new Set([
  ...["applied_discount_amount", "items_applied_discount_amount", "total_applied_discount_amount"],
  ...["applied_discount_quantity", "applied_quantity", "applied_quantity_amount"],
  "application_details",
]);

const without = (thing: object, names: ReadonlySet<string>): Sent =>
  Object.fromEntries(Object.entries(thing).filter(([name]) => !names.has(name)));

/** What an order costs, whatever it is called and whoever pays it. */
export function costs(order: object | null | undefined): Sent {
  const { items, ...shown } = without(order ?? {}, NOT_COSTS);
  // A stored order without lines says so.
  return Array.isArray(items) && items.length > 0 ? { ...shown, items } : shown;
}

/** What an order costs, whichever turn it is shown at. */
export function standingCosts(order: Order | null | undefined): Sent {
  const shown = without(costs(order), OF_THE_TURN);
  if (!order?.items) return shown;
  return { ...shown, items: order.items.map((item) => without(item, OF_THE_TURN)) };
}

const TABLES = [
  ...["vouchers", "voucher_transactions", "usage_v", "orders", "customers"],
  ...["campaign_days", "days_v", "redemptions", "outbox"],
];

/** A project's days without what questions and refusals count: they move nothing else. */
const beyondRefusals = (days: Sent[]): Sent[] =>
  days
    .map((day) => without(day, new Set(Object.keys(day).filter(isOfRefusals))))
    .filter((day) => Object.values(day).some((value) => typeof value === "number" && value > 0));
const isOfRefusals = (column: string): boolean =>
  column === "validations_succeeded" || column.endsWith("_failed");

/** All rows that deciding could move. */
export const stateOf = async (project: TestProject, but: string[] = []) => {
  const names = TABLES.filter((name) => !but.includes(name));
  const rows = await Promise.all(
    names.map(async (name) => {
      const found = await rowsOf(name, project.id);
      return name === "days_v" ? beyondRefusals(found) : found;
    }),
  );
  return Object.fromEntries(names.map((name, at) => [name, rows[at]]));
};
