import { listOf, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Order } from "../../model/order";
import { displayOfRows } from "./display";
import { listOrders } from "./list";
import { OrderQuery } from "./schema";
import { getOrder } from "./store";
import { viewOrder, withGoods } from "./view";

export const orders = [
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
];
