import { refuseStrangeKeys } from "../checks/shopper-keys";
import { load } from "../commit/load";
import type { Found } from "../commit/named";
import type { Statement } from "../db/client";
import { goodsGiven } from "../db/goods-shown";
import { layoutOf, type PackableRead, packable, rowLayout } from "../db/packed";
import { projectSlot } from "../db/sql";
import { type CategoryRow, categories } from "../db/tables/catalogue";
import { type CustomerRow, customers } from "../db/tables/customers";
import { type OrderRow, orders } from "../db/tables/redemptions";
import { vouchers } from "../db/tables/vouchers";
import { ALL, keySubject } from "../engine/usage/counters";
import { notFound } from "../errors";
import type { CustomerInput } from "../model/customer";
import type { DecideRequest } from "../model/redeemable";
import { decodeCategory } from "../resources/categories/store";
import {
  byIdentity,
  customerById,
  decodeCustomer,
  isNamed,
  namesOfIdentity,
} from "../resources/customers/store";
import { refuseStranger } from "../resources/customers/stranger";
import { type Known, readKnown } from "../resources/orders/display";
import { type Goods, goodsStatements, namedGoods, readGoods } from "../resources/orders/goods";
import type { StoredOrder } from "../resources/orders/sql";
import { byOrderIdentity, decodeOrder } from "../resources/orders/store";
import { keyOf, pick, voucherNames } from "../resources/vouchers/store";
import type { Scope } from "../scope/scope";
import { foreignSession, refuseForeignSession } from "./foreign-session";
import { rewardStatement, withRewards } from "./load-rewards";
import { type LoadedTiers, readTiers, tierStatements } from "./load-tiers";
import { afterLookUp, beforeLookUp, lookUpBudget } from "./miss-budget";
import { decodeRuledVoucher, type RuledRedeemable, type RuledVoucher } from "./ruled";
import { aboutOf, type DecisionSubjects } from "./sql/about";
import {
  categoriesOfTiers,
  categoriesOfVouchers,
  type TierNames,
  vouchersForDecision,
} from "./sql/redeemables";
import { type About as AboutWhom, aboutWhom } from "./tracking";

/** What one round trip read for a decision. */
export interface Loaded extends LoadedTiers {
  vouchers: Map<string, RuledVoucher>;
  /** Who the request means; null without any customer. */
  identity: CustomerInput | null;
  customer: CustomerRow | null;
  order: OrderRow | null;
  /** Writes down what the order's uses by browsers take on the cart that a back end sends now. */
  judged?: Statement[];
  /** Products and SKUs that the order's lines name. */
  goods: Goods;
  /** What earlier redemptions of the order put into it, as its lines show that. */
  given: Known[];
  /** Categories of the vouchers, where the request asks for them. */
  categories: CategoryRow[];
}

/** What redeemables give for free, SKUs with their products, as lines show that. */
export const goodsOf = (redeemables: readonly RuledRedeemable[]): Known[] =>
  redeemables.flatMap(({ goods }) =>
    goods.flatMap((each) => (each.product ? [each, each.product] : [each])),
  );

/** What lines are of that earlier redemptions put in, or the redeemables of this request do. */
export const givenGoods = ({ given, vouchers, tiers }: Loaded): Known[] => [
  ...given,
  ...goodsOf([...vouchers.values(), ...tiers.values()]),
];

/** Categories are only asked for where the request or the project's order of turns needs them. */
const needsCategories = (scope: Scope, { options }: DecideRequest): boolean =>
  options?.expand?.includes("category") === true ||
  scope.stacking.redeemables_sorting_rule === "CATEGORY_HIERARCHY";

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
function storedOrder({ order }: DecideRequest): StoredOrder | null {
  if (!order || order.items) return null;
  if (order.id) return { by: "id", name: order.id };
  return order.source_id ? { by: "source_id", name: order.source_id } : null;
}

/** Who and what the decision is about. */
export const subjectsOf = (
  scope: Scope,
  request: DecideRequest,
  identity: CustomerInput | null,
): DecisionSubjects => {
  const { id, source } = namesOfIdentity(scope, identity ?? {});
  return {
    subjects: [ALL, keySubject(scope.actor.app_id)],
    customer_id: id,
    source_id: source,
    session_key: request.session?.key ?? null,
    now: scope.now,
    goods: { ...namedGoods(request.order?.items ?? []), order: storedOrder(request) },
  };
};

const CUSTOMERS = rowLayout(customers);

/** The row of who it is about. */
export function customerStatement(
  scope: Scope,
  { identity, holder }: AboutWhom,
): PackableRead | null {
  const isKnown = identity !== null && isNamed(identity);
  const read = holder ? customerById(scope, holder) : isKnown && byIdentity(scope, identity);
  return read ? packable(read, CUSTOMERS) : null;
}

const ORDERS = rowLayout(orders);
const SHOWN = layoutOf({ plain: ["id", "source_id", "name", "price"], json: ["metadata"] });

/** The order that a request names, with what was put into it, and the goods of its lines. */
export function orderReads(scope: Scope, request: DecideRequest) {
  const { order } = request;
  const named = order && (order.id || order.source_id) ? order : null;
  const given = named && byOrderIdentity(scope, named, "redemptions");
  return {
    order: named && packable(byOrderIdentity(scope, named), ORDERS),
    given: given && packable(goodsGiven(projectSlot(scope.project.id), given), SHOWN),
    goods: goodsStatements(scope, order?.items ?? [], storedOrder(request)),
  };
}

/** What `orderReads` found. */
export const readOrder = (
  found: Found<ReturnType<typeof orderReads>>,
): Pick<Loaded, "order" | "given" | "goods"> => ({
  order: found.order.map(decodeOrder)[0] ?? null,
  given: found.given.map(readKnown),
  goods: readGoods(found.goods),
});

const VOUCHERS = rowLayout(vouchers, {
  json: ["campaign", "of_discount", "rule_sets", "yielding"],
  plain: ["is_circular", "category_type"],
});
const CATEGORIES = rowLayout(categories);
const SPENT = layoutOf({ plain: ["bucket", "isPast"] });

/** Everything that a decision reads, by name. */
export function decisionReads(
  scope: Scope,
  request: DecideRequest,
  { identity, holder }: AboutWhom,
) {
  const names = namesOf(request);
  const subjects = subjectsOf(scope, request, identity);
  const about = aboutOf(scope.project.id, subjects, holder);
  const hasCodes = names.codes.length > 0;
  const codes = voucherNames(scope, names.codes);
  const budget = hasCodes ? lookUpBudget(scope, names.codes) : null;
  return {
    vouchers: hasCodes ? packable(vouchersForDecision(about, codes), VOUCHERS) : null,
    rewards: rewardStatement(scope, about, request),
    tiers: tierStatements(about, names),
    customer: customerStatement(scope, { identity, holder }),
    ...orderReads(scope, request),
    foreign: foreignSession(scope, request.session),
    categories: needsCategories(scope, request)
      ? [
          packable(categoriesOfVouchers(about.project, codes), CATEGORIES),
          packable(categoriesOfTiers(about.project, names), CATEGORIES),
        ]
      : [],
    spent: budget && packable(budget.spent, SPENT),
    charged: budget?.charge,
  };
}

/**
 * Reads everything a decision needs in ONE round trip and one statement: redeemables with their
 * rules, the customer, the order, goods of the catalogue. For browsers the budget of failed
 * look-ups is checked with them and charged in the same batch. Refuses an unknown customer id or
 * order id.
 */
export async function loadDecision(scope: Scope, request: DecideRequest): Promise<Loaded> {
  refuseStrangeKeys(scope, request);
  if (namesOf(request).codes.length > 0) beforeLookUp(scope);
  const whom = aboutWhom(scope, request);
  const found = await load(scope, decisionReads(scope, request, whom));
  afterLookUp(scope, found);
  return loadedFrom(scope, request, { identity: whom.identity, found });
}

type DecisionRows = Found<ReturnType<typeof decisionReads>>;

/** Vouchers and tiers of one category are looked up apart, and both find it. */
const eachOnce = (categories: readonly CategoryRow[]): CategoryRow[] => [
  ...new Map(categories.map((category) => [category.id, category])).values(),
];

/** What the reads of a decision found; refuses an unknown customer id or order id. */
export function loadedFrom(
  scope: Scope,
  request: DecideRequest,
  { identity, found }: { identity: CustomerInput | null; found: DecisionRows },
): Loaded {
  const { codes } = namesOf(request);
  refuseForeignSession(found.foreign);
  const [customer = null] = found.customer.map(decodeCustomer);
  const loaded = {
    ...readTiers(found.tiers),
    vouchers: withRewards(
      vouchersByKey(scope, codes, found.vouchers.map(decodeRuledVoucher)),
      found.rewards,
    ),
    identity: identity ?? (customer && { id: customer.id }),
    customer,
    ...readOrder(found),
    categories: eachOnce(found.categories.flat().map(decodeCategory)),
  };
  refuseStranger(scope, identity, customer);
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
