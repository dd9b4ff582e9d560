import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { listActions } from "./list";
import { AsyncAction, AsyncActionQuery } from "./schema";
import { getAction } from "./store";
import { viewAction } from "./view";

export const asyncActions = [
  route(
    "GET",
    "/",
    {
      summary: "List work that goes on in the background",
      query: AsyncActionQuery,
      answer: listOf("async_actions", AsyncAction),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listActions(scope, query);
      return viewList("async_actions", shownAs(page, viewAction));
    },
  ),
  route(
    "GET",
    "/:asyncActionId",
    {
      summary: "Say how far work in the background is",
      answer: AsyncAction,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewAction(await getAction(scope, params.asyncActionId)),
  ),
];
