import { cartOf } from "../../../../src/engine/cart";
import { belongs, type Collected } from "../../../../src/engine/filters/belongs";
import type { Clock } from "../../../../src/engine/rules/facts";
import { itemFacts } from "../../../../src/engine/stacking/facts";
import { formulaFacts } from "../../../../src/engine/stacking/formulas";
import type {
  AssignedRules,
  Candidate,
  RedeemableState,
  Snapshot,
} from "../../../../src/engine/stacking/snapshot";
import { UNUSED } from "../../../../src/engine/usage/counters";
import { DEFAULT_STACKING_RULES } from "../../../../src/model/default-stacking-rules";
import type { LocationShape } from "../../../../src/model/location";
import type { OrderInput, OrderItemInput } from "../../../../src/model/order";
import { itemOf, notesOf, type Sample, type SampleGoods, type SampleLine } from "./sample";

/** What the service knows beside the cart. */
export interface Known {
  customer: NonNullable<Snapshot["customer"]> | null;
  collections: readonly (Collected & { id: string })[];
  /** What a rule names of the catalogue; of a collection one that it has, with the collection's id. */
  goods: ReadonlyMap<SampleGoods, string | null>;
  /** Of locations, by their ids. */
  shapes: ReadonlyMap<string, LocationShape>;
  clock: Clock;
  currency: string;
}

type Item = OrderItemInput;

const pricedItemOf = (line: SampleLine): Item => ({
  price: line.goods?.price ?? null,
  ...itemOf(line),
});

/** What the catalogue knows of a line, and of which collections it is. */
function goodsOf({ product_id, sku_id }: Item, sample: Sample, known: Known) {
  const id = sku_id ?? product_id;
  const all = [...known.goods.keys(), ...sample.lines.flatMap(({ goods }) => goods ?? [])];
  const goods = all.find((each) => each.view !== null && each.id === id);
  const stored = goods ?? null;
  const own = { ids: [id], things: [goods?.view ?? null] };
  return {
    product: goods?.object === "product" ? stored : null,
    sku: goods?.object === "sku" ? stored : null,
    collections: known.collections
      .filter((each) => belongs(each, own, known.clock) || isListed(goods, each.id, known))
      .map((each) => each.id),
  };
}

const isListed = (goods: SampleGoods | undefined, collection: string, { goods: all }: Known) =>
  goods !== undefined && all.get(goods) === collection;

/** A code of 10 % that nobody has used yet, of a campaign that nobody has used either. */
const CODE: RedeemableState = {
  id: "trial",
  code: "TRIAL",
  type: "DISCOUNT_VOUCHER",
  active: true,
  campaign: { id: "trial", active: true },
  discount: { type: "PERCENT", percent_off: 10 },
  gift_effect: null,
  balance: null,
  held_amount: 0,
  redemption_quantity: null,
  redeemed_quantity: 0,
  held_quantity: 0,
  publish_count: 0,
  metadata: {},
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
};

const candidateOf = (rules: readonly AssignedRules[], hasCustomer: boolean): Candidate => {
  const unused = { all: UNUSED, customer: hasCustomer ? UNUSED : null, api_key: UNUSED };
  return {
    id: CODE.id,
    object: "voucher",
    redeemable: CODE,
    rules,
    credits: null,
    reward: null,
    own: { quantity: 0, credits: 0 },
    yielding: { quantity: 0, amount: 0 },
    usage: { redeemable: unused, campaign: unused },
    category: null,
    goods: [],
    is_linked: null,
    is_referrer: false,
    publication: null,
  };
};

/** The sample cart as an order. */
export const sampleOrder = ({ lines, order }: Sample): OrderInput => ({
  items: lines.map(pricedItemOf),
  metadata: notesOf(order),
});

/** What everything is decided on: an order in the place of the sample's; null where it is too large. */
export function settingOf(order: OrderInput, sample: Sample, known: Known) {
  const cart = cartOf(order, []);
  if (!cart.ok) return null;
  return {
    cart: cart.value,
    items: itemFacts(cart.value, (at) => {
      const item = order.items?.[at];
      return item && goodsOf(item, sample, known);
    }),
    customer: known.customer,
    redemption: { metadata: notesOf(sample.redemption), api_key: "console" },
    stacking: DEFAULT_STACKING_RULES,
    ...known.clock,
    currency: known.currency,
  };
}

/** One code of 10 % that has these rules. */
export const codeWith = (rules: readonly AssignedRules[], { customer }: Known): Candidate =>
  candidateOf(rules, customer !== null);

/** The sample cart as the engine's own snapshot, with one code of 10 % that has these rules. */
export function trialOf(
  sample: Sample,
  rules: readonly AssignedRules[],
  known: Known,
): Snapshot | null {
  const setting = settingOf(sampleOrder(sample), sample, known);
  return setting && { ...setting, candidates: [codeWith(rules, known)], explains: true };
}

/** What formulas read on the sample cart. */
export function formulaFactsOf(sample: Sample, known: Known) {
  const snapshot = trialOf(sample, [], known);
  const [candidate] = snapshot?.candidates ?? [];
  return snapshot && candidate && formulaFacts(snapshot, candidate, CODE, snapshot.cart);
}
