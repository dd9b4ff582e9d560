import { viewList } from "../../http/page";
import { route } from "../../http/route";
import { listSessions } from "./list";
import { removeSession } from "./remove";
import { HeldSessionList, SessionQuery } from "./schema";

/** What session keys hold of one voucher. */
export const voucherSessions = [
  route(
    "GET",
    "/:code/sessions",
    {
      summary: "List the sessions that hold a voucher",
      query: SessionQuery,
      answer: HeldSessionList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listSessions(scope, params.code, query);
      return viewList("data", page);
    },
  ),
  route(
    "DELETE",
    "/:code/sessions/:sessionKey",
    {
      summary: "Release what a session holds of a voucher",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => {
      return removeSession(scope, params.code, params.sessionKey);
    },
  ),
];
