import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { params, query } from "../../http/validate";
import { listActions } from "./list";
import { AsyncAction, AsyncActionQuery } from "./schema";
import { getAction } from "./store";
import { viewAction } from "./view";

const ById = z.object({ asyncActionId: z.string() });

export const asyncActions = new Hono<AppEnv>()
  .get(
    "/",
    operation({
      summary: "List work that goes on in the background",
      answer: listOf("async_actions", AsyncAction),
      errors: ["invalid_query_params"],
    }),
    query(AsyncActionQuery),
    async (c) => {
      const page = await listActions(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("async_actions", shownAs(page, viewAction)));
    },
  )
  .get(
    "/:asyncActionId",
    operation({
      summary: "Say how far work in the background is",
      answer: AsyncAction,
      errors: ["not_found"],
    }),
    params(ById),
    async (c) =>
      c.json(viewAction(await getAction(scopeOf(c), c.req.valid("param").asyncActionId))),
  );
