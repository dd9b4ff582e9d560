import * as z from "zod";
import { route } from "../../../http/route";
import { Balance, CardBalance } from "../../../model/transaction";
import { BalanceChange } from "../../vouchers/schema";
import { changeAnyBalance } from "./any-balance";

/** The balance of any card, by the path of vouchers. */
export const cardBalances = [
  route(
    "POST",
    "/:code/balance",
    {
      summary: "Add credits to a gift card or points to a loyalty card, or take some away",
      body: BalanceChange,
      answer: z.union([Balance, CardBalance]),
      errors: ["not_found", "invalid_add_balance_params", "multiple_requests"],
    },
    (scope, { params, body }) => changeAnyBalance(scope, params.code, body),
  ),
];
