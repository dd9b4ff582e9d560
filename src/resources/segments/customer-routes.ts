import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { viewList } from "../../http/page";
import { params } from "../../http/validate";
import { listSegmentsOf } from "./of-customer";
import { CustomerSegments } from "./schema";
import { viewSegmentName } from "./view";

const ByCustomer = z.object({ customerId: z.string() });

/** Segments under the path of a customer. */
export const customerSegments = new Hono<AppEnv>().get(
  "/:customerId/segments",
  operation({
    summary: "List the segments that a customer is in",
    answer: CustomerSegments,
    errors: ["not_found"],
  }),
  params(ByCustomer),
  async (c) => {
    const { items, total } = await listSegmentsOf(scopeOf(c), c.req.valid("param").customerId);
    return c.json(viewList("data", { items: items.map(viewSegmentName), total }));
  },
);
