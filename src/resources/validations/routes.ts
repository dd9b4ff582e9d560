import { route } from "../../http/route";
import { DecideRequest } from "../../model/redeemable";
import { Validation } from "./schema";
import { validate } from "./validate";

/** Every way in which a request to validate can be refused. */
export const VALIDATE_ERRORS = [
  "not_found",
  "duplicated_redeemables",
  "invalid_redeemables",
  "ambiguous_tracking_id",
  "invalid_order",
  "metadata_validation_failed",
  "multiple_requests",
] as const;

export const validations = [
  route(
    "POST",
    "/",
    {
      summary: "Say whether redeemables apply to an order, and what it costs then",
      body: DecideRequest,
      isNear: true,
      example: {
        redeemables: [{ object: "voucher", id: "BIKE-10" }],
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
        options: { expand: ["explanation"] },
      },
      answer: Validation,
      errors: VALIDATE_ERRORS,
    },
    (scope, { body }) => validate(scope, body, (validation) => validation),
  ),
];
