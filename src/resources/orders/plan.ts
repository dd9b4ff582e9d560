import type { Tally } from "../../commit/commit";
import type { DayMove } from "../../commit/days";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import type { RawRow, Statement } from "../../db/client";
import { assertAll } from "../../db/commit";
import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow } from "../../db/tables/redemptions";
import { type Cart, cartOf } from "../../engine/cart";
import { claimsLeft, withoutClaims } from "../../engine/claims";
import { moveStatus, type OrderStatus } from "../../engine/order-status";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { CustomerInput } from "../../model/customer";
import { mergeMetadata } from "../../model/metadata";
import { isoNow, type Scope } from "../../scope/scope";
import type { CustomerMove } from "../customers/moves-store";
import { type CustomerPart, planCustomer } from "../customers/named";
import { customerStands } from "../customers/store";
import { refuseNobody } from "../customers/stranger";
import { bought } from "./bought";
import { confirmUses, unconfirmed } from "./confirm";
import { type Display, displayOf, displayOfRows, readKnown } from "./display";
import { orderEvents } from "./events";
import type { Goods } from "./goods";
import { checkOrderMetadata } from "./metadata";
import { planGoods } from "./override";
import type { OrderUpdate } from "./schema";
import { insertOrder, isPaid, newOrder, paidAt, updateOrder } from "./store";
import { moveSummaries, orderCounters, orderTotal, standing } from "./summary";
import { cartColumns, usesOnOrder } from "./uses";

/** What is stored of an order and of whom and what its request names. */
export interface LoadedOrder {
  /** Null for a new one. */
  order: OrderRow | null;
  /** Whose order it is so far; null where nobody is, or where they were deleted. */
  owner: CustomerRow | null;
  /** Who the request says it is of, where they are known. */
  customer: CustomerRow | null;
  referrer: CustomerRow | null;
  goods: Goods;
  /** Writes down what uses by browsers take on the cart that is about to be written. */
  judged?: Statement[];
  /** Of the lines that the order has so far; of those put into it where the request sends lines. */
  lines: readonly RawRow[];
}

/** Everything that writing an order writes and tells. */
export interface OrderPlan {
  order: OrderRow;
  /** How its lines are shown. */
  display: Display;
  statements: Statement[];
  events: DomainEvent[];
  tally: Partial<Record<Tally, number>>;
  days: DayMove[];
}

function statusOf(from: OrderStatus, to: OrderStatus | null | undefined): OrderStatus {
  const moved = moveStatus(from, to ?? from);
  if (moved.ok) return moved.value;
  const { error } = moved;
  throw new ApiError("invalid_order", {
    details: `Order cannot go from ${error.from} to ${error.to}`,
  });
}

/** Whether the request says what the cart is; one that a browser has said is no more then. */
const writesCart = ({ items, amount }: OrderUpdate): boolean =>
  items !== undefined || amount !== undefined;

/** The amount that holds: as sent, else that of the items as sent, else as it was. Minor units. */
const amountOf = (input: OrderUpdate, before: OrderRow): number | null =>
  typeof input.amount === "number"
    ? input.amount
    : writesCart(input)
      ? null
      : before.initial_amount;

/** What the cart is then: `items` are those that were sent, with what the catalogue adds. */
export function writtenCart(input: OrderUpdate, before: OrderRow, items: OrderRow["items"]) {
  const kept = writesCart(input) ? withoutClaims(before) : before;
  return {
    items: input.items === undefined ? kept.items : items,
    amount: amountOf(input, before),
    metadata: mergeMetadata(kept.metadata, input.metadata),
  };
}

function cartFor(input: OrderUpdate, before: OrderRow, items: OrderRow["items"]): Cart {
  const cart = cartOf(writtenCart(input, before, items), usesOnOrder(before));
  if (cart.ok) return cart.value;
  const { path, reason } = cart.error;
  throw new ApiError("invalid_payload", {
    details: `Property .${path.replace(/^order\./, "")} ${reason}`,
  });
}

const saysNothing = (person: object): boolean => Object.values(person).every((said) => !said);

const isSame = (referrer: CustomerInput, found: CustomerRow | null, customer: CustomerRow) =>
  found
    ? found.id === customer.id
    : !!referrer.source_id && referrer.source_id === customer.source_id;

/**
 * Who referred to the order, found, changed or made as its customer is; null where nobody is named.
 */
function planReferrer(
  scope: Scope,
  referrer: OrderUpdate["referrer"],
  found: CustomerRow | null,
  customer: CustomerPart | null,
): CustomerPart | null {
  if (!referrer || saysNothing(referrer)) return null;
  refuseNobody(referrer, found);
  // Who is both is written once, with what is said of the customer.
  if (customer && isSame(referrer, found, customer.customer)) {
    return { ...customer, isNew: false, statements: [], events: [] };
  }
  return planCustomer(scope, { identity: referrer, customer: found });
}

/** The summaries that the order stands in, by the function that redemptions move them with. */
function summaryStatements(
  scope: Scope,
  customer: CustomerRow | null,
  orders: { before: OrderRow | null; after: OrderRow },
  counts: CustomerMove,
): Statement[] {
  const [was, is] = [standing(orders.before), standing(orders.after)];
  if (was?.owner === is?.owner && was?.amount === is?.amount) return [];
  const isKnown = is !== null && customer?.id === is.owner;
  const { id } = orders.after;
  const lastOrder = { id, amount: orderTotal(orders.after), date: isoNow(scope) };
  const mover = isKnown ? { id: is.owner, counts, lastOrder } : null;
  return moveSummaries(scope, mover, orders);
}

const kept = (order: OrderRow, display: Display): OrderPlan => ({
  order,
  display,
  statements: [],
  events: [],
  tally: {},
  days: [],
});

function tallyOf(people: readonly CustomerPart[], { order }: LoadedOrder): OrderPlan["tally"] {
  const fresh = people.filter(({ isNew }) => isNew).length;
  return { ...(fresh > 0 && { customers: fresh }), ...(!order && { orders: 1 }) };
}

/** How the lines are shown that the order has now. */
const displayAfter = (
  scope: Scope,
  { items }: OrderUpdate,
  { shelf }: ReturnType<typeof planGoods>,
  { lines }: LoadedOrder,
): Display => (items ? displayOf(scope, shelf, lines.map(readKnown)) : displayOfRows(lines));

/**
 * Decides what writing an order does: sent fields change, items are replaced as a whole, metadata
 * is merged; what redemptions took off stays taken off, down to zero. Refuses unknown ids, moves of
 * status that the table lacks, and amounts that are too large.
 */
export function planOrder(
  scope: Scope,
  sent: OrderUpdate & { source_id?: string | null | undefined },
  loaded: LoadedOrder,
): OrderPlan {
  const input = bought(sent);
  const before = loaded.order ?? newOrder(scope, input.source_id);
  const identity = input.customer ?? null;
  refuseNobody(identity, loaded.customer);
  const status = statusOf(before.status, input.status);
  const part = planCustomer(scope, { identity, customer: loaded.customer });
  const referrer = planReferrer(scope, input.referrer, loaded.referrer, part);
  const people = [part, referrer].filter((each) => each !== null);
  const goods = planGoods(scope, loaded.goods, input.items ?? []);
  const cart = cartFor(input, before, goods.items);
  const metadata = input.metadata === undefined ? undefined : cart.metadata;
  checkOrderMetadata(scope, { metadata, items: input.items }, !loaded.order);
  const keepsOwner = input.customer === undefined;
  const customer = keepsOwner ? loaded.owner : (part?.customer ?? null);
  const written: OrderRow = {
    ...before,
    status,
    ...cartColumns(before, cart),
    claimed: writesCart(input) ? null : claimsLeft(before.claimed, input.metadata),
    customer_id: keepsOwner ? before.customer_id : (customer?.id ?? null),
    referrer_id:
      input.referrer === undefined ? before.referrer_id : (referrer?.customer.id ?? null),
    paid_at: paidAt(scope, before, status),
    updated_at: loaded.order && nextUpdate(scope, before),
  };
  // Back ends alone come here: they say what browsers could not.
  const confirmed = isPaid(written) ? confirmUses(written) : unconfirmed(written);
  const change = { before: loaded.order, after: confirmed.order };
  const display = displayAfter(scope, input, goods, loaded);
  const isTouched = [...people, goods].some(({ statements }) => statements.length > 0);
  if (loaded.order && !isTouched && changesNothing(loaded.order, change.after))
    return kept(loaded.order, display);
  return {
    order: change.after,
    display,
    statements: [
      ...people.flatMap(({ statements }) => statements),
      ...(customer && !part?.statements.length
        ? assertAll([customerStands(scope, customer.id)])
        : []),
      ...goods.statements,
      ...(loaded.judged ?? []),
      ...summaryStatements(scope, customer, change, confirmed.counts),
      ...confirmed.statements,
      ...(loaded.order ? updateOrder(loaded.order, change.after) : [insertOrder(change.after)]),
    ],
    events: [
      ...people.flatMap(({ events }) => events),
      ...orderEvents(change, { customer, referrer: referrer?.customer ?? null }, confirmed),
    ],
    tally: { ...goods.tally, ...tallyOf(people, loaded) },
    days: [...orderCounters(change), ...confirmed.days],
  };
}
