import { Hono } from "hono";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { respond } from "../../http/respond";
import { body, query } from "../../http/validate";
import { publish, refuseUnlessEnabled } from "./publish";
import { publishRequest, receiverOf } from "./request";
import { PUBLISH_ERRORS } from "./routes";
import { ClientPublication, ClientPublish, ClientPublishQuery } from "./schema";

/** An allow-list: fields that the schema does not name are dropped. */
const shape = (publication: unknown) => ClientPublication.parse(publication);

export const clientPublications = new Hono<AppEnv>().post(
  "/publish",
  operation({
    summary: "Get a code of a campaign on a shopper's device",
    answer: ClientPublication,
    errors: ["forbidden", ...PUBLISH_ERRORS],
  }),
  query(ClientPublishQuery),
  body(ClientPublish),
  async (c) => {
    const scope = scopeOf(c);
    refuseUnlessEnabled(scope);
    const { campaign, join_once } = c.req.valid("query");
    const sent = c.req.valid("json");
    const customer = receiverOf(scope, sent);
    const request = { ...sent, customer, campaign: campaign || sent.campaign };
    return respond(c, await publish(scope, publishRequest(scope, request, join_once), shape));
  },
);
