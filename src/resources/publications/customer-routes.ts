import { viewCursorPage } from "../../http/page";
import { route } from "../../http/route";
import { listRedeemables } from "./redeemables";
import { HeldList, HeldQuery } from "./schema";

/** What one customer holds. */
export const customerRedeemables = [
  route(
    "GET",
    "/:customerId/redeemables",
    {
      summary: "List what a customer holds",
      query: HeldQuery,
      answer: HeldList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) => {
      const page = await listRedeemables(scope, params.customerId, query);
      return { ...viewCursorPage(page, (held) => held), total: page.total };
    },
  ),
];
