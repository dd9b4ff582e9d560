import { clientRoute } from "../../http/route";
import { ClientCustomer, CustomerInput } from "../../model/customer";
import { createForShopper } from "./client-create";

export const clientCustomers = [
  clientRoute(
    "POST",
    "/",
    {
      summary: "Create a customer on a shopper's device",
      body: CustomerInput,
      example: { source_id: "reader" },
      answer: ClientCustomer,
      errors: ["forbidden", "not_found", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { body }) => createForShopper(scope, body),
  ),
];
