import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { cursorListOf, viewCursorList } from "../../http/page";
import { params, query } from "../../http/validate";
import { listRedeemables } from "./redeemables";
import { HeldQuery, HeldRedeemable } from "./schema";

const ByName = z.object({ customerId: z.string() });

/** What one customer holds. */
export const customerRedeemables = new Hono<AppEnv>().get(
  "/:customerId/redeemables",
  operation({
    summary: "List what a customer holds",
    answer: cursorListOf(HeldRedeemable),
    errors: ["not_found", "invalid_query_params"],
  }),
  params(ByName),
  query(HeldQuery),
  async (c) => {
    const page = c.req.valid("query");
    const { customerId } = c.req.valid("param");
    const { held, isCut } = await listRedeemables(scopeOf(c), customerId, page);
    return c.json(viewCursorList(held, page.limit, isCut));
  },
);
