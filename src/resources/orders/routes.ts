import { listOf, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Order } from "../../model/order";
import { displayOfRows } from "./display";
import { listOrders } from "./list";
import { OrderCreate, OrderQuery, OrderUpdate } from "./schema";
import { getOrder } from "./store";
import { viewOrder, withGoods } from "./view";
import { changeOrder, upsertOrder } from "./write";

export const orders = [
  route(
    "POST",
    "/",
    {
      summary: "Create an order, or update the one that the id or source id names",
      body: OrderCreate,
      example: { amount: 3000, status: "CREATED", customer: { source_id: "reader" } },
      answer: Order,
      errors: [
        "not_found",
        "invalid_order",
        "invalid_sku",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    },
    (scope, { body }) => upsertOrder(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List orders",
      query: OrderQuery,
      answer: listOf("orders", Order),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      return viewList("orders", await listOrders(scope, query));
    },
  ),
  route(
    "GET",
    "/:orderId",
    {
      summary: "Get an order by id or source id",
      answer: Order,
      errors: ["not_found"],
    },
    async (scope, { params }) => {
      const { order, goods } = await getOrder(scope, params.orderId);
      return withGoods(viewOrder(order), displayOfRows(goods));
    },
  ),
  route(
    "PUT",
    "/:orderId",
    {
      summary: "Update an order, also its status",
      body: OrderUpdate,
      answer: Order,
      errors: [
        "not_found",
        "invalid_order",
        "invalid_sku",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    },
    (scope, { params, body }) => changeOrder(scope, params.orderId, body),
  ),
];
