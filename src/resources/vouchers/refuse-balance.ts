import { MAX_AMOUNT } from "../../engine/money";
import { ApiError } from "../../errors";
import type { StoredVoucher } from "./store";

export const invalidBalance = (details: string) =>
  new ApiError("invalid_add_balance_params", { details });

export const belowZero = () => invalidBalance("The balance cannot go below zero");

/** Refuses what a card cannot hold, or has not free. Credits in minor units, or points. */
export function refuseBalance({ amount, balance, held_amount }: StoredVoucher, by: number): void {
  const left = (balance ?? 0) + by;
  if (left < 0) throw belowZero();
  if (left < held_amount) {
    throw invalidBalance(
      `The balance cannot go below what sessions hold: ${held_amount} of ${balance} on the card`,
    );
  }
  if ((amount ?? 0) + by > MAX_AMOUNT) {
    throw invalidBalance(`The card cannot hold more than ${MAX_AMOUNT}`);
  }
}
