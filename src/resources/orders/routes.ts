import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Order } from "../../model/order";
import { listOrders } from "./list";
import { OrderCreate, OrderQuery, OrderUpdate } from "./schema";
import { getOrder } from "./store";
import { viewOrder } from "./view";
import { changeOrder, upsertOrder } from "./write";

export const orders = [
  route(
    "POST",
    "/",
    {
      summary: "Create an order, or update the one that the id or source id names",
      body: OrderCreate,
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
      const page = await listOrders(scope, query);
      return viewList("orders", shownAs(page, viewOrder));
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
    async (scope, { params }) => viewOrder(await getOrder(scope, params.orderId)),
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
