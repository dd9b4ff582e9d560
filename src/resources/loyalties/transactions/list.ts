import type { Scope } from "../../../scope/scope";
import { refuseOther } from "../../vouchers/loyalty-card";
import type { TransactionQuery } from "../../vouchers/schema";
import { listTransactions, listTransactionsOfCampaign } from "../../vouchers/transactions";

/** The entries of a loyalty card's ledger, of a program or of any. */
export const listPointsOfCard = (
  scope: Scope,
  card: { name: string; program: string | null },
  query: TransactionQuery,
) => listTransactions(scope, card.name, query, (found) => refuseOther(found, card));

/** The entries of all cards of a program. */
export const listPointsOfProgram = (scope: Scope, program: string, query: TransactionQuery) =>
  listTransactionsOfCampaign(scope, program, query, "LOYALTY_PROGRAM");
