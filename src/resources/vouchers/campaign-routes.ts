import { cursorListOf, viewCursorPage } from "../../http/page";
import { route } from "../../http/route";
import { Transaction } from "../../model/transaction";
import { TransactionQuery } from "./schema";
import { listTransactionsOfCampaign } from "./transactions";
import { viewTransaction } from "./view";

/** The ledgers of a campaign's cards. */
export const campaignTransactions = [
  route(
    "GET",
    "/:campaignId/transactions",
    {
      summary: "List the transactions of all cards of a campaign",
      query: TransactionQuery,
      answer: cursorListOf(Transaction),
      errors: ["not_found", "forbidden", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listTransactionsOfCampaign(scope, params.campaignId, query);
      return viewCursorPage(page, viewTransaction);
    },
  ),
];
