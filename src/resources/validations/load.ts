import type { RawRow, Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow } from "../../db/tables/redemptions";
import { notFound } from "../../errors";
import { load } from "../../events/effect";
import type { Scope } from "../../http/scope";
import type { CustomerInput } from "../../model/customer";
import type { DecideRequest } from "../../model/redeemable";
import type { RuleSet } from "../../model/rule";
import { byIdentity, decodeCustomer, isNamed } from "../customers/store";
import { byOrderIdentity, decodeOrder } from "../orders/store";
import { decodeVoucher, keyOf, pick, type StoredVoucher, withRules } from "../vouchers/store";
import { afterLookUp, beforeLookUp, lookUpGuard } from "./miss-budget";
import { identityOf } from "./tracking";

/** A voucher with the rules that decide about it. */
export interface RuledVoucher extends StoredVoucher {
  rules: RuleSet[];
}

/** What one round trip read for a decision. */
export interface Loaded {
  vouchers: Map<string, RuledVoucher>;
  /** Who the request means; null without any customer. */
  identity: CustomerInput | null;
  customer: CustomerRow | null;
  order: OrderRow | null;
}

/** The cast holds because the column is made by `withRules` alone, from rules that were checked. */
const decodeRuled = (raw: RawRow): RuledVoucher => ({
  ...decodeVoucher(raw),
  rules: JSON.parse(String(raw.rule_sets)) as RuleSet[],
});

const orderStatement = (scope: Scope, { order }: DecideRequest): Statement[] =>
  order && (order.id || order.source_id) ? [byOrderIdentity(scope, order)] : [];

const customerStatement = (scope: Scope, identity: CustomerInput | null): Statement[] =>
  identity && isNamed(identity) ? [byIdentity(scope, identity)] : [];

/**
 * Reads everything a decision needs in ONE round trip: vouchers with their rules, the customer, the
 * order. For browsers the budget of failed look-ups is checked and charged in the same batch.
 * Refuses an unknown customer id or order id.
 */
export async function loadDecision(scope: Scope, request: DecideRequest): Promise<Loaded> {
  beforeLookUp(scope);
  const identity = identityOf(scope, request);
  const names = request.redeemables.map(({ id }) => id);
  const guard = lookUpGuard(scope, names);
  const byCustomer = customerStatement(scope, identity);
  const byOrder = orderStatement(scope, request);
  const [found = [], ...others] = await load(scope, [
    withRules(scope, names, guard?.condition ?? null),
    ...byCustomer,
    ...byOrder,
    ...(guard?.statements ?? []),
  ]);
  const customers = others.splice(0, byCustomer.length).flat();
  const orders = others.splice(0, byOrder.length).flat();
  afterLookUp(scope, others);
  const rows = found.map(decodeRuled);
  const loaded = {
    vouchers: new Map<string, RuledVoucher>(),
    identity,
    customer: customers[0] ? decodeCustomer(customers[0]) : null,
    order: orders[0] ? decodeOrder(orders[0]) : null,
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
