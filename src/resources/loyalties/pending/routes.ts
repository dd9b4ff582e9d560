import { cursorListOf, viewCursorList } from "../../../http/page";
import { route } from "../../../http/route";
import { PendingBalance, PendingPoints } from "../../../model/loyalty/pending-points";
import { PointsBalance } from "../../../model/transaction";
import { activatePending, adjustPending, cancelPending } from "./change";
import { listPendingOfCard, listPendingOfProgram } from "./list";
import { PendingAdjustment, PendingQuery } from "./schema";
import { viewPending } from "./view";

const LIST = {
  query: PendingQuery,
  answer: cursorListOf(PendingPoints),
  errors: ["not_found", "invalid_query_params"],
} as const;
const LIST_OF_CARD = { summary: "List the pending points of a loyalty card", ...LIST } as const;

const CHANGE_ERRORS = ["not_found", "invalid_pending_points_state", "multiple_requests"] as const;

export const pendingPoints = [
  route(
    "GET",
    "/members/:memberId/pending-points",
    LIST_OF_CARD,
    async (scope, { params, query }) => {
      const card = { name: params.memberId, program: null };
      const rows = await listPendingOfCard(scope, card, query);
      return viewCursorList(rows.map(viewPending), query.limit);
    },
  ),
  route(
    "POST",
    "/members/:memberId/pending-points/:pendingPointsId/activate",
    {
      summary: "Let pending points count at once",
      answer: PointsBalance,
      errors: [...CHANGE_ERRORS, "invalid_add_balance_params"],
    },
    (scope, { params }) =>
      activatePending(scope, { name: params.memberId, id: params.pendingPointsId }),
  ),
  route(
    "POST",
    "/members/:memberId/pending-points/:pendingPointsId/balance",
    {
      summary: "Make pending points more or fewer",
      body: PendingAdjustment,
      answer: PendingBalance,
      errors: [...CHANGE_ERRORS, "invalid_add_balance_params"],
    },
    (scope, { params, body }) =>
      adjustPending(scope, { name: params.memberId, id: params.pendingPointsId }, body),
  ),
  route(
    "POST",
    "/members/:memberId/pending-points/:pendingPointsId/cancel",
    { summary: "Cancel pending points", answer: null, errors: CHANGE_ERRORS },
    (scope, { params }) =>
      cancelPending(scope, { name: params.memberId, id: params.pendingPointsId }),
  ),
  route(
    "GET",
    "/:campaignId/pending-points",
    { summary: "List the pending points of a loyalty program", ...LIST },
    async (scope, { params, query }) => {
      const rows = await listPendingOfProgram(scope, params.campaignId, query);
      return viewCursorList(rows.map(viewPending), query.limit);
    },
  ),
  route(
    "GET",
    "/:campaignId/members/:memberId/pending-points",
    LIST_OF_CARD,
    async (scope, { params, query }) => {
      const card = { name: params.memberId, program: params.campaignId };
      const rows = await listPendingOfCard(scope, card, query);
      return viewCursorList(rows.map(viewPending), query.limit);
    },
  ),
];
