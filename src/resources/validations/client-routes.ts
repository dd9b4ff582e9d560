import { clientRoute } from "../../http/route";
import { DecideRequest } from "../../model/redeemable";
import { VALIDATE_ERRORS } from "./routes";
import { ClientValidation } from "./schema";
import { optionsForShopper, viewForShopper } from "./shopper";
import { validate } from "./validate";

export const clientValidations = [
  clientRoute(
    "POST",
    "/",
    {
      summary: "Say whether redeemables apply to a shopper's order",
      body: DecideRequest,
      isNear: true,
      example: {
        redeemables: [{ object: "voucher", id: "BIKE-10" }],
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
      },
      answer: ClientValidation,
      errors: ["forbidden", ...VALIDATE_ERRORS],
    },
    (scope, { body }) => {
      const request = { ...body, options: optionsForShopper(body) };
      return validate(scope, request, (answer, { by: { project } }) =>
        viewForShopper(answer, { project, sent: request.order }),
      );
    },
  ),
];
