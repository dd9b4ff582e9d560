import { clientRoute } from "../../http/route";
import { giveConsents } from "./give";
import { Consents, GivenInput } from "./schema";
import { listConsents } from "./store";
import { viewConsents } from "./view";

export const clientConsents = [
  clientRoute(
    "GET",
    "/consents",
    { summary: "List what a shopper may agree to", answer: Consents },
    async (scope) => viewConsents(await listConsents(scope)),
  ),
  clientRoute(
    "PUT",
    "/customers/:customerId/consents",
    {
      summary: "Give and take back consents, by the customer's own token",
      body: GivenInput,
      answer: null,
      errors: ["forbidden", "multiple_requests"],
    },
    (scope, { params, body }) => giveConsents(scope, params.customerId, body),
  ),
];
