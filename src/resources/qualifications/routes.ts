import { route } from "../../http/route";
import { qualify } from "./qualify";
import { Qualification, QualifyRequest } from "./schema";

/** Every way in which a qualification can be refused. */
export const QUALIFY_ERRORS = ["not_found", "ambiguous_tracking_id", "invalid_order"] as const;

export const qualifications = [
  route(
    "POST",
    "/",
    {
      summary: "Say which redeemables a customer can have on an order",
      body: QualifyRequest,
      isNear: true,
      example: {
        scenario: "ALL",
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
        customer: { source_id: "reader" },
        options: { limit: 5 },
      },
      answer: Qualification,
      errors: QUALIFY_ERRORS,
    },
    (scope, { body }) => qualify(scope, body),
  ),
];
