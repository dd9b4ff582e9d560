// Decides which status an order may take next.
import { err, ok, type Result } from "../lib/result";

export type OrderStatus = "CREATED" | "PAID" | "FULFILLED" | "CANCELED";

/** From each status, those it may go to; nothing leaves CANCELED (decisions, "Orders move"). */
const NEXT: Record<OrderStatus, readonly OrderStatus[]> = {
  CREATED: ["PAID", "FULFILLED", "CANCELED"],
  PAID: ["FULFILLED", "CANCELED"],
  FULFILLED: ["CANCELED"],
  CANCELED: [],
};

export interface Impossible {
  from: OrderStatus;
  to: OrderStatus;
}

/** The status after a move; staying is no move and always allowed. Refuses what the table lacks. */
export const moveStatus = (from: OrderStatus, to: OrderStatus): Result<OrderStatus, Impossible> =>
  from === to || NEXT[from].includes(to) ? ok(to) : err({ from, to });
