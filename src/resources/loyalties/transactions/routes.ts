import { cursorListOf, viewCursorPage } from "../../../http/page";
import { route } from "../../../http/route";
import { Transaction } from "../../../model/transaction";
import { TransactionQuery } from "../../vouchers/schema";
import { viewTransaction } from "../../vouchers/view";
import { listPointsOfCard, listPointsOfProgram } from "./list";

const LIST = {
  query: TransactionQuery,
  answer: cursorListOf(Transaction),
  errors: ["not_found", "invalid_query_params"],
} as const;
const OF_CARD = { summary: "List the transactions of a loyalty card", ...LIST } as const;

export const pointsTransactions = [
  route("GET", "/members/:memberId/transactions", OF_CARD, async (scope, { params, query }) => {
    const card = { name: params.memberId, program: null };
    return viewCursorPage(await listPointsOfCard(scope, card, query), viewTransaction);
  }),
  route(
    "GET",
    "/:campaignId/transactions",
    { summary: "List the transactions of all cards of a loyalty program", ...LIST },
    async (scope, { params, query }) => {
      const page = await listPointsOfProgram(scope, params.campaignId, query);
      return viewCursorPage(page, viewTransaction);
    },
  ),
  route(
    "GET",
    "/:campaignId/members/:memberId/transactions",
    OF_CARD,
    async (scope, { params, query }) => {
      const card = { name: params.memberId, program: params.campaignId };
      return viewCursorPage(await listPointsOfCard(scope, card, query), viewTransaction);
    },
  ),
];
