import { load } from "../../../commit/load";
import { sql } from "../../../db/sql";
import type { Heard, Listener } from "../../../events/listeners";
import type { Scope } from "../../../scope/scope";
import { award } from "./award";
import { orderOfRedemption } from "./award-store";
import { OF_NOTHING } from "./load-award";
import { eventsWithRules } from "./sql";
import { takeBackOrder } from "./take-back";

type Kind =
  | "customer.order.paid"
  | "customer.order.fulfilled"
  | "customer.order.canceled"
  | "redemption.succeeded"
  | "redemption.rollback.succeeded";

interface OrderHeard {
  orderId: string;
  customerId: string | null;
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/**
 * The order that an event is of, and who earns by it. A redemption names its order in its entry of
 * the ledger alone; where it names no customer, the order's own one earns.
 */
async function orderOf(scope: Scope, event: Heard<Kind>): Promise<OrderHeard | null> {
  const { data, entity_id, customer_id: customerId } = event;
  if (!("entry" in data)) return "redemption" in data ? null : { orderId: entity_id, customerId };
  const { rows } = await load(scope, { rows: orderOfRedemption(scope, data.entry) });
  const orderId = textOf(rows[0]?.order_id);
  if (!orderId) return null;
  return { orderId, customerId: customerId ?? textOf(rows[0]?.customer_id) };
}

/** What may take points back, whatever rules there are by now. */
const BACK: readonly Kind[] = ["customer.order.canceled", "redemption.rollback.succeeded"];
const isBack = ({ kind }: Heard<Kind>): boolean => BACK.includes(kind);

/**
 * Gives the points that orders earn once they are paid, and takes them back once they are canceled.
 * A redemption pays its order, and the last rollback cancels it. An order knows when it was first
 * paid, and only what happened then earns; all else depends on how the order stands now and not on
 * the event, so that events may come twice and in any order.
 */
export const orderPoints: Listener<Kind> = {
  name: "loyalties.order-points",
  kinds: [
    "customer.order.paid",
    "customer.order.fulfilled",
    "customer.order.canceled",
    "redemption.succeeded",
    "redemption.rollback.succeeded",
  ],
  // Two rules on a card; each further one sends five more. Seven of them read again what is too
  // large to be read together.
  statements: 21,
  sift: {
    ask: (project) => sql`EXISTS (${eventsWithRules(project, ["order.paid"])})`,
    always: BACK,
  },
  react: async (scope, event) => {
    const { id, entity_id, group_id, created_at } = event;
    const heard = await orderOf(scope, event);
    if (!heard) return;
    const { orderId, customerId } = heard;
    const type = isBack(event) ? "customer.order.canceled" : "customer.order.paid";
    const cause = { id, type, entity_id, group_id, created_at };
    if (isBack(event)) {
      await takeBackOrder(scope, orderId, cause);
    } else if (customerId !== null) {
      const paid = { event: "order.paid", key: orderId, at: created_at, customerId, orderId };
      await award(scope, { ...OF_NOTHING, ...paid, heard: event }, cause);
    }
  },
};
