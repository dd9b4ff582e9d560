import { clientRoute } from "../../http/route";
import { publish, refuseUnlessEnabled } from "./publish";
import { campaignBeside, publishRequest, receiverOf } from "./request";
import { PUBLISH_ERRORS } from "./routes";
import { ClientPublication, ClientPublish, ClientPublishQuery } from "./schema";
import { viewForShopper } from "./view";

export const clientPublications = [
  clientRoute(
    "POST",
    "/publish",
    {
      summary: "Get a code of a campaign on a shopper's device",
      query: ClientPublishQuery,
      body: ClientPublish,
      answer: ClientPublication,
      errors: ["forbidden", ...PUBLISH_ERRORS],
    },
    (scope, { query, body }) => {
      refuseUnlessEnabled(scope);
      const customer = receiverOf(scope, body);
      const request = { ...body, customer, campaign: campaignBeside(query.campaign, body) };
      return publish(scope, publishRequest(scope, request, query.join_once), viewForShopper);
    },
  ),
];
