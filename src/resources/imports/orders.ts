import type { Tally } from "../../commit/commit";
import { notFound } from "../../errors";
import type { OrderItemInput } from "../../model/order";
import type { Scope } from "../../scope/scope";
import { judged } from "../order-writes/judge";
import { productNames, skuNames } from "../orders/goods";
import { loadMany } from "../orders/load-many";
import { type LoadedOrder, type OrderPlan, planOrder } from "../orders/plan";
import { OrderCreate } from "../orders/schema";
import { CHECK, FINISH, type Kind, type Part, type Planner, textAt, type Work } from "./kind";
import { fitting, type Row, refusal } from "./rows";
import type { RowError } from "./schema";

/** A row's order as it would be written, and what was read for it. */
interface Draft {
  row: number;
  input: OrderCreate;
  loaded: LoadedOrder;
  plan: OrderPlan;
}

const goodsNames = (items: readonly OrderItemInput[]): string[] =>
  items
    .flatMap((item) => [productNames(item), skuNames(item)])
    .flatMap(({ ids, sources }) => [...ids, ...sources])
    .flatMap((name) => (name ? [`goods:${name}`] : []));

const peopleNames = ({ customer, referrer }: OrderCreate): string[] =>
  [customer, referrer]
    .flatMap((person) => [person?.id, person?.source_id])
    .flatMap((name) => (name ? [`customer:${name}`] : []));

/** Names of what a row changes, as far as it says them itself. */
const namedWrites = (input: OrderCreate): string[] => [
  ...[input.id, input.source_id].flatMap((name) => (name ? [`order:${name}`] : [])),
  ...peopleNames(input),
  ...goodsNames(
    (input.items ?? []).filter(({ product, sku }) => product?.override || sku?.override),
  ),
];

/** The same with the ids of what was found under those names. */
const writes = ({ input, loaded, plan }: Draft): string[] => [
  ...namedWrites(input),
  `order:${plan.order.id}`,
  ...[loaded.customer, loaded.owner, loaded.referrer].flatMap((person) =>
    person ? [`customer:${person.id}`] : [],
  ),
];

const writesOf = ({ input }: Row<OrderCreate>): string[] => namedWrites(input);
const readsOf = ({ input }: Pick<Draft, "input">): string[] => goodsNames(input.items ?? []);

/**
 * How many of the first ones have nothing to do with each other. Each is planned from what was
 * there before all of them, so only those can share a batch; the next step reads what they leave.
 */
function independent<T>(
  all: readonly T[],
  written: (each: T) => string[],
  read: (each: T) => string[],
): number {
  const changed = new Set<string>();
  const at = all.findIndex((each) => {
    const names = written(each);
    if ([...names, ...read(each)].some((name) => changed.has(name))) return true;
    for (const name of names) changed.add(name);
    return false;
  });
  return at < 0 ? all.length : at;
}

function summed(drafts: readonly Draft[]): Partial<Record<Tally, number>> {
  const sums = new Map<string, number>();
  for (const [name, by] of drafts.flatMap(({ plan }) => Object.entries(plan.tally))) {
    sums.set(name, (sums.get(name) ?? 0) + by);
  }
  return Object.fromEntries(sums);
}

const partOf = (drafts: readonly Draft[]): Part => ({
  statements: drafts.flatMap(({ plan }) => plan.statements),
  events: drafts.flatMap(({ plan }) => plan.events),
  tally: summed(drafts),
  days: drafts.flatMap(({ plan }) => plan.days),
  created: drafts.filter(({ loaded }) => !loaded.order).length,
  updated: drafts.filter(({ loaded }) => loaded.order).length,
});

async function draft(
  scope: Scope,
  work: Work,
  { row, input }: Row<OrderCreate>,
  read: LoadedOrder | undefined,
): Promise<Draft | RowError> {
  try {
    if (!read || (input.id && !read.order)) throw notFound("order", input.id ?? "");
    const loaded = await judged(scope, input, read);
    return { row, input, loaded, plan: planOrder(scope, input, loaded) };
  } catch (error) {
    return refusal(work, row, error);
  }
}

/**
 * Plans each row by itself on what one round trip has read for all, and one more for each order
 * that browsers redeemed on and whose cart the row changes.
 */
async function drafted(
  scope: Scope,
  work: Work,
  rows: readonly Row<OrderCreate>[],
): Promise<(Draft | RowError)[]> {
  const loaded = await loadMany(
    scope,
    rows.map(({ input }) => input),
  );
  return Promise.all(rows.map((row, at) => draft(scope, work, row, loaded[at])));
}

const isDraft = (each: Draft | RowError): each is Draft => "plan" in each;

/** Plans each order as `POST /v1/orders` does. Nothing is written, so none is in another's way. */
const check: Planner = async (scope, work, lines) => {
  const { rows, refused } = fitting(scope, work, OrderCreate, lines);
  const all = await drafted(scope, work, rows);
  const bad = all.flatMap((each) => (isDraft(each) ? [] : [each]));
  return { refused: [...refused, ...bad], part: () => ({ statements: [] }) };
};

/** Writes the first of the orders, as many as do not touch the same. */
const write: Planner = async (scope, work, lines) => {
  const { rows } = fitting(scope, work, OrderCreate, lines);
  const first = rows.slice(0, independent(rows, writesOf, readsOf));
  const all = await drafted(scope, work, first);
  const apart = independent(
    all,
    (each) => (isDraft(each) ? writes(each) : []),
    (each) => (isDraft(each) ? readsOf(each) : []),
  );
  const used = all.slice(0, apart);
  return {
    refused: used.flatMap((each) => (isDraft(each) ? [] : [each])),
    part: () => partOf(used.filter(isDraft)),
    taken: used.length,
  };
};

/** Orders of one step. */
const CHECKED_ROWS = 100;
const WRITTEN_ROWS = 25;

/** An id goes before a source id; an order without either is a new one. */
const nameOf = (_scope: Scope, body: unknown): string | null =>
  textAt(body, "id") ?? textAt(body, "source_id");

/** Orders by id or source id, with their customers and goods, as `POST /v1/orders` writes them. */
export const ordersKind: Kind = {
  sheet: { columns: [], needs: [], metadata: "order" },
  shape: (_scope, fields) => fields,
  identity: { path: "source_id", of: nameOf },
  phases: {
    [CHECK]: { rows: CHECKED_ROWS, plan: check, writes: false, next: "write" },
    write: { rows: WRITTEN_ROWS, plan: write, writes: true, next: FINISH },
  },
};
