import { clientRoute } from "../../http/route";
import { sendFromClient } from "./client-send";
import { ClientEvent, ClientSentEvent } from "./schema";

export const clientEvents = [
  clientRoute(
    "POST",
    "/",
    {
      summary: "Tell an event of the customer on a shopper's device",
      body: ClientEvent,
      answer: ClientSentEvent,
      errors: [
        "forbidden",
        "not_found",
        "invalid_customer",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    },
    (scope, { body }) => sendFromClient(scope, body),
  ),
];
