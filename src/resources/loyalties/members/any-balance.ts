import type { Answer } from "../../../commit/answer";
import type { Scope } from "../../../scope/scope";
import { changeBalance } from "../../vouchers/balance";
import type { BalanceChange } from "../../vouchers/schema";
import { changePoints } from "./balance";

/** Moves the balance of a card by so much: credits in minor units, or points. */
export const changeAnyBalance = (
  scope: Scope,
  name: string,
  input: BalanceChange,
): Promise<Answer> =>
  changeBalance(scope, name, input, ({ id }) => {
    const { amount, ...why } = input;
    const card = { name: id, program: null };
    return changePoints(scope, card, { points: amount, ...why }, ({ points, ...balance }) => ({
      amount: points,
      ...balance,
    }));
  });
