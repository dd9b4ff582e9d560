import { route } from "../../http/route";
import { Order } from "../../model/order";
import { OrderCreate, OrderUpdate } from "../orders/schema";
import { changeOrder, upsertOrder } from "./write";

/** What writes orders, which may have to decide anew what was redeemed on them. */
export const orderWrites = [
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
