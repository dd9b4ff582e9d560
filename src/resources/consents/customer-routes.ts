import { route } from "../../http/route";
import { giveConsents } from "./give";
import { GivenInput } from "./schema";

export const customerConsents = [
  route(
    "PUT",
    "/:customerId/consents",
    {
      summary: "Write down which consents a customer gives and takes back",
      body: GivenInput,
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => giveConsents(scope, params.customerId, body),
  ),
];
