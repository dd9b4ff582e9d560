import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { Order } from "../../model/order";
import { listOrders } from "./list";
import { OrderCreate, OrderQuery, OrderUpdate } from "./schema";
import { getOrder } from "./store";
import { viewOrder } from "./view";
import { changeOrder, upsertOrder } from "./write";

const ByName = z.object({ orderId: z.string() });

export const orders = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create an order, or update the one that the id or source id names",
      answer: Order,
      errors: [
        "not_found",
        "invalid_order",
        "invalid_sku",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    }),
    body(OrderCreate),
    async (c) => respond(c, await upsertOrder(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List orders",
      answer: listOf("orders", Order),
      errors: ["invalid_query_params"],
    }),
    query(OrderQuery),
    async (c) => {
      const page = await listOrders(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("orders", shownAs(page, viewOrder)));
    },
  )
  .get(
    "/:orderId",
    operation({
      summary: "Get an order by id or source id",
      answer: Order,
      errors: ["not_found"],
    }),
    params(ByName),
    async (c) => c.json(viewOrder(await getOrder(scopeOf(c), c.req.valid("param").orderId))),
  )
  .put(
    "/:orderId",
    operation({
      summary: "Update an order, also its status",
      answer: Order,
      errors: [
        "not_found",
        "invalid_order",
        "invalid_sku",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    }),
    params(ByName),
    body(OrderUpdate),
    async (c) =>
      respond(c, await changeOrder(scopeOf(c), c.req.valid("param").orderId, c.req.valid("json"))),
  );
