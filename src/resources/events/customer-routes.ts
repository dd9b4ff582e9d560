import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { cursorListOf } from "../../http/page";
import { params, query } from "../../http/validate";
import { listActivity } from "./activity";
import { Activity, ActivityQuery } from "./schema";
import { viewActivityPage } from "./view";

const ByName = z.object({ customerId: z.string() });

/** What happened to a customer, under the customer's path. */
export const customerActivity = new Hono<AppEnv>().get(
  "/:customerId/activity",
  operation({
    summary: "List what happened to a customer",
    answer: cursorListOf(Activity),
    errors: ["not_found", "invalid_query_params"],
  }),
  params(ByName),
  query(ActivityQuery),
  async (c) =>
    c.json(
      viewActivityPage(
        await listActivity(scopeOf(c), c.req.valid("param").customerId, c.req.valid("query")),
      ),
    ),
);
