import { load } from "../commit/load";
import type { Statement } from "../db/client";
import type { CategoryRow } from "../db/tables/catalogue";
import type { CustomerRow } from "../db/tables/customers";
import type { OrderRow } from "../db/tables/redemptions";
import { ALL, keySubject } from "../engine/usage/counters";
import { notFound } from "../errors";
import type { CustomerInput } from "../model/customer";
import type { DecideRequest } from "../model/redeemable";
import { decodeCategory } from "../resources/categories/store";
import { byIdentity, decodeCustomer, isNamed } from "../resources/customers/store";
import { type Goods, goodsStatements, namedGoods, readGoods } from "../resources/orders/goods";
import { byOrderIdentity, decodeOrder } from "../resources/orders/store";
import { categoriesOfNamed, forDecision, keyOf, pick } from "../resources/vouchers/store";
import type { Scope } from "../scope/scope";
import {
  categoriesOfTiers,
  type LoadedTiers,
  readTiers,
  type TierNames,
  tierStatements,
} from "./load-tiers";
import { afterLookUp, beforeLookUp, lookUpGuard } from "./miss-budget";
import { decodeRuledVoucher, type RuledVoucher } from "./ruled";
import type { DecisionSubjects } from "./sql/rule-sets";
import type { StoredOrder } from "./sql/stored-names";
import { identityOf, refuseStranger } from "./tracking";

/** What one round trip read for a decision. */
export interface Loaded extends LoadedTiers {
  vouchers: Map<string, RuledVoucher>;
  /** Who the request means; null without any customer. */
  identity: CustomerInput | null;
  customer: CustomerRow | null;
  order: OrderRow | null;
  /** Products and SKUs that the order's lines name. */
  goods: Goods;
  /** Categories of the vouchers, where the request asks for them. */
  categories: CategoryRow[];
}

const orderStatement = (scope: Scope, { order }: DecideRequest): Statement[] =>
  order && (order.id || order.source_id) ? [byOrderIdentity(scope, order)] : [];

const customerStatement = (scope: Scope, identity: CustomerInput | null): Statement[] =>
  identity && isNamed(identity) ? [byIdentity(scope, identity)] : [];

/** Categories are only asked for where the request or the project's order of turns needs them. */
const categoryStatements = (scope: Scope, { options }: DecideRequest, names: Names) =>
  options?.expand?.includes("category") ||
  scope.stacking.redeemables_sorting_rule === "CATEGORY_HIERARCHY"
    ? [categoriesOfNamed(scope, names.codes), categoriesOfTiers(scope, names)]
    : [];

/** Redeemables of the request by kind: codes of vouchers, ids of tiers, and at most one stack. */
interface Names extends TierNames {
  codes: string[];
}

function namesOf({ redeemables }: DecideRequest): Names {
  const of = (object: string) =>
    redeemables.filter((each) => each.object === object).map(({ id }) => id);
  return {
    codes: redeemables.filter(({ object }) => !object.startsWith("promotion_")).map(({ id }) => id),
    tiers: of("promotion_tier"),
    stack: of("promotion_stack")[0] ?? null,
  };
}

/** The stored order whose lines are decided on, since the request sends none. */
export const storedOrder = ({ order }: DecideRequest): StoredOrder | null =>
  order && !order.items && (order.id || order.source_id)
    ? { id: order.id || null, source_id: order.id ? null : (order.source_id ?? null) }
    : null;

/** Who and what the decision is about. */
export const subjectsOf = (
  scope: Scope,
  request: DecideRequest,
  identity: CustomerInput | null,
): DecisionSubjects => ({
  subjects: [ALL, keySubject(scope.actor.app_id), ...(identity?.id ? [identity.id] : [])],
  source_id: identity?.id ? null : (identity?.source_id ?? null),
  session_key: request.session?.key ?? null,
  now: scope.now,
  goods: { ...namedGoods(request.order?.items ?? []), order: storedOrder(request) },
});

/**
 * Reads everything a decision needs in ONE round trip: redeemables with their rules, the customer, the
 * order, goods of the catalogue. For browsers the budget of failed look-ups is checked and charged in the
 * same batch. Refuses an unknown customer id or order id.
 */
export async function loadDecision(scope: Scope, request: DecideRequest): Promise<Loaded> {
  beforeLookUp(scope);
  const identity = identityOf(scope, request);
  const names = namesOf(request);
  const subjects = subjectsOf(scope, request, identity);
  const guard = names.codes.length > 0 ? lookUpGuard(scope, names.codes) : null;
  const condition = guard?.condition ?? null;
  const parts = [
    names.codes.length > 0 ? [forDecision(scope, names.codes, subjects, condition)] : [],
    tierStatements(scope, names, subjects),
    customerStatement(scope, identity),
    orderStatement(scope, request),
    categoryStatements(scope, request, names),
    goodsStatements(scope, request.order?.items ?? [], storedOrder(request)),
    guard?.statements ?? [],
  ];
  const found = parts.flat().length > 0 ? await load(scope, parts.flat()) : [];
  const [
    vouchers = [],
    tiers = [],
    customers = [],
    orders = [],
    categories = [],
    goods = [],
    spent = [],
  ] = parts.map((part) => found.splice(0, part.length));
  if (guard) afterLookUp(scope, spent);
  const [customer] = customers.flat();
  const [order] = orders.flat();
  const loaded = {
    ...readTiers(tiers),
    vouchers: vouchersByKey(scope, names.codes, vouchers.flat().map(decodeRuledVoucher)),
    identity,
    customer: customer ? decodeCustomer(customer) : null,
    order: order ? decodeOrder(order) : null,
    goods: readGoods(goods),
    categories: categories.flat().map(decodeCategory),
  };
  refuseStranger(scope, identity, loaded.customer);
  if (request.order?.id && !loaded.order) throw notFound("order", request.order.id);
  return loaded;
}

/** Vouchers under the keys of the names that the request gave them. */
function vouchersByKey(scope: Scope, names: readonly string[], rows: readonly RuledVoucher[]) {
  const byKey = new Map<string, RuledVoucher>();
  for (const name of names) {
    const row = pick(scope, rows, name);
    if (row) byKey.set(keyOf(scope, name), row);
  }
  return byKey;
}
