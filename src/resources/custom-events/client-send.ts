import type * as z from "zod";
import { refuseStrangeKeys } from "../../checks/shopper-keys";
import type { Answer } from "../../commit/answer";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { receiverOf } from "../publications/request";
import type { ClientEvent } from "./schema";
import { sendEvent } from "./send";

/**
 * Takes an event from a shopper's device, where the project has switched that on (forbidden);
 * refuses one of nobody.
 */
export function sendFromClient(scope: Scope, sent: z.infer<typeof ClientEvent>): Promise<Answer> {
  if (!scope.project.client_loyalty_events_enabled) {
    throw new ApiError("forbidden", { details: "Client-side events are switched off" });
  }
  // The event's own metadata is what its schema says.
  refuseStrangeKeys(scope, { customer: sent.customer });
  return sendEvent(scope, { ...sent, customer: receiverOf(scope, sent) });
}
