import { cursorListOf, viewCursorPage } from "../../http/page";
import { route } from "../../http/route";
import { listActivity } from "./activity";
import { Activity, ActivityQuery } from "./schema";

/** What happened to a customer, under the customer's path. */
export const customerActivity = [
  route(
    "GET",
    "/:customerId/activity",
    {
      summary: "List what happened to a customer",
      query: ActivityQuery,
      answer: cursorListOf(Activity),
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) =>
      viewCursorPage(await listActivity(scope, params.customerId, query), (item) => item),
  ),
];
