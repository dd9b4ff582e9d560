import { clientRoute } from "../../http/route";
import { qualifyBy } from "./qualify";
import { QUALIFY_ERRORS } from "./routes";
import { ClientQualification, QualifyRequest } from "./schema";
import { viewForShopper } from "./shopper";

export const clientQualifications = [
  clientRoute(
    "POST",
    "/",
    {
      summary: "Say which redeemables a shopper can have on an order",
      body: QualifyRequest,
      isNear: true,
      example: {
        scenario: "ALL",
        order: { items: [{ product_id: "bell", quantity: 2, price: 1500 }] },
        options: { limit: 5 },
      },
      answer: ClientQualification,
      errors: ["forbidden", ...QUALIFY_ERRORS],
    },
    async (scope, { body }) => {
      const { options, ...request } = body;
      // Browsers cannot ask for another instant: what will be open then is for the shop alone.
      const asked = { ...request, options: options && { ...options, as_of: null } };
      const { answer, by } = await qualifyBy(scope, asked);
      return viewForShopper(answer, { project: by.project, sent: request.order });
    },
  ),
];
