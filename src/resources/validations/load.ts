import type { RawRow, Statement } from "../../db/client";
import type { CategoryRow } from "../../db/tables/catalogue";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow } from "../../db/tables/redemptions";
import { ALL, keySubject, type UsageCounter } from "../../engine/usage/counters";
import { notFound } from "../../errors";
import { load } from "../../events/effect";
import type { Scope } from "../../http/scope";
import type { CustomerInput } from "../../model/customer";
import type { DecideRequest } from "../../model/redeemable";
import { decodeCategory } from "../categories/store";
import { byIdentity, decodeCustomer, isNamed } from "../customers/store";
import { type Goods, goodsStatements, readGoods } from "../orders/goods";
import { byOrderIdentity, decodeOrder } from "../orders/store";
import {
  categoriesOfNamed,
  decodeVoucher,
  forDecision,
  keyOf,
  pick,
  type StoredVoucher,
} from "../vouchers/store";
import { afterLookUp, beforeLookUp, lookUpGuard } from "./miss-budget";
import type { SegmentedRules } from "./segments";
import { identityOf } from "./tracking";

/** A voucher with the rules that decide about it, and how often it and its campaign were used. */
export interface RuledVoucher extends StoredVoucher {
  rules: SegmentedRules[];
  usage: UsageCounter[];
}

/** What one round trip read for a decision. */
export interface Loaded {
  vouchers: Map<string, RuledVoucher>;
  /** Who the request means; null without any customer. */
  identity: CustomerInput | null;
  customer: CustomerRow | null;
  order: OrderRow | null;
  /** Products and SKUs of lines that were sent without a price. */
  goods: Goods;
  /** Categories of the vouchers, where the request asks for them. */
  categories: CategoryRow[];
}

/** Rules that ask about usage bring the counters along; all of a voucher bring the same. */
type ReadRules = SegmentedRules & { usage: UsageCounter[] | null };

/** The cast holds because the column is made by `forDecision` alone, from rules that were checked. */
function decodeRuled(raw: RawRow): RuledVoucher {
  const rules = JSON.parse(String(raw.rule_sets)) as ReadRules[];
  const usage = rules.find((rule) => rule.usage !== null)?.usage ?? [];
  return { ...decodeVoucher(raw), rules, usage };
}

const orderStatement = (scope: Scope, { order }: DecideRequest): Statement[] =>
  order && (order.id || order.source_id) ? [byOrderIdentity(scope, order)] : [];

const customerStatement = (scope: Scope, identity: CustomerInput | null): Statement[] =>
  identity && isNamed(identity) ? [byIdentity(scope, identity)] : [];

const categoryStatement = (scope: Scope, { options }: DecideRequest, names: string[]) =>
  options?.expand?.includes("category") ? [categoriesOfNamed(scope, names)] : [];

/** What the catalogue is asked for: only what the request leaves out. */
const unpriced = ({ order }: DecideRequest) =>
  (order?.items ?? []).filter(
    ({ amount, price, product, sku }) =>
      (amount ?? price ?? sku?.price ?? product?.price ?? null) === null,
  );

/** Whose uses rules may ask for: everybody's, this key's, this customer's. */
const subjectsOf = (scope: Scope, identity: CustomerInput | null) => ({
  subjects: [ALL, keySubject(scope.actor.app_id), ...(identity?.id ? [identity.id] : [])],
  source_id: identity?.id ? null : (identity?.source_id ?? null),
});

/**
 * Reads everything a decision needs in ONE round trip: vouchers with their rules, the customer, the
 * order, prices that the request leaves out. For browsers the budget of failed look-ups is checked and charged in the same batch.
 * Refuses an unknown customer id or order id.
 */
export async function loadDecision(scope: Scope, request: DecideRequest): Promise<Loaded> {
  beforeLookUp(scope);
  const identity = identityOf(scope, request);
  const names = request.redeemables.map(({ id }) => id);
  const guard = lookUpGuard(scope, names);
  const byCustomer = customerStatement(scope, identity);
  const byOrder = orderStatement(scope, request);
  const byCategory = categoryStatement(scope, request, names);
  const byGoods = goodsStatements(scope, unpriced(request));
  const [found = [], ...others] = await load(scope, [
    forDecision(scope, names, subjectsOf(scope, identity), guard?.condition ?? null),
    ...byCustomer,
    ...byOrder,
    ...byCategory,
    ...byGoods,
    ...(guard?.statements ?? []),
  ]);
  const customers = others.splice(0, byCustomer.length).flat();
  const orders = others.splice(0, byOrder.length).flat();
  const categories = others.splice(0, byCategory.length).flat();
  const goods = readGoods(others.splice(0, byGoods.length));
  afterLookUp(scope, others);
  const rows = found.map(decodeRuled);
  const loaded = {
    vouchers: new Map<string, RuledVoucher>(),
    identity,
    customer: customers[0] ? decodeCustomer(customers[0]) : null,
    order: orders[0] ? decodeOrder(orders[0]) : null,
    goods,
    categories: categories.map(decodeCategory),
  };
  for (const name of names) {
    const row = pick(scope, rows, name);
    if (row) loaded.vouchers.set(keyOf(scope, name), row);
  }
  refuseUnknown(request, loaded);
  return loaded;
}

function refuseUnknown({ order }: DecideRequest, loaded: Loaded): void {
  if (loaded.identity?.id && !loaded.customer) throw notFound("customer", loaded.identity.id);
  if (order?.id && !loaded.order) throw notFound("order", order.id);
}
