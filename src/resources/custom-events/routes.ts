import { route } from "../../http/route";
import { CustomEventInput, SentEvent } from "./schema";
import { sendEvent } from "./send";

export const customEvents = [
  route(
    "POST",
    "/",
    {
      summary: "Tell an event that happened to a customer",
      body: CustomEventInput,
      answer: SentEvent,
      errors: ["not_found", "invalid_customer", "metadata_validation_failed", "multiple_requests"],
    },
    (scope, { body }) => sendEvent(scope, body),
  ),
];
