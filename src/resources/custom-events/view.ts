import type { CustomerRow } from "../../db/tables/customers";
import { viewSimpleCustomer } from "../customers/view";
import type { CustomEventInput, SentEvent } from "./schema";

/** The event as it was taken. */
export const viewSent = (
  { event, metadata }: CustomEventInput,
  customer: CustomerRow,
): SentEvent => ({
  object: "event",
  type: event,
  customer: viewSimpleCustomer(customer),
  referral: null,
  loyalty: null,
  metadata: metadata ?? {},
});
