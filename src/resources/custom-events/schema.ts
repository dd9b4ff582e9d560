import * as z from "zod";
import { ClientCustomer, CustomerInput, ShopperInput, SimpleCustomer } from "../../model/customer";
import { Metadata } from "../../model/metadata";

const text = z.string().min(1).max(255);

/** Whose referral the event may fulfil. */
const Referral = z
  .object({ code: text.nullish(), referrer_id: text.nullish() })
  .meta({ required: ["code"] })
  .transform(({ code, referrer_id }, context) => {
    if (code) return { code, ...(referrer_id && { referrer_id }) };
    context.addIssue({ code: "custom", message: "should have required property 'code'" });
    return z.NEVER;
  });

/** Something that happened to a customer, by the name of one of the project's schemas. */
export const CustomEventInput = z.object({
  event: z.string().min(1).max(300),
  customer: CustomerInput,
  referral: Referral.nullish(),
  loyalty: z.object({ code: text }).nullish(),
  metadata: Metadata.nullish(),
});
export type CustomEventInput = z.infer<typeof CustomEventInput>;

/** Contract, "Custom events": what comes of an event comes later, so it is not told here. */
export const SentEvent = z
  .object({
    object: z.literal("event"),
    type: z.string(),
    customer: SimpleCustomer,
    referral: z.null(),
    loyalty: z.null(),
    metadata: Metadata,
  })
  .meta({ id: "CustomEvent" });
export type SentEvent = z.infer<typeof SentEvent>;

/**
 * From a shopper's device: the customer is whoever the shop calls so, never one by our id, or the
 * one whose token is sent.
 */
export const ClientEvent = CustomEventInput.extend({
  customer: ShopperInput.nullish(),
});

/** What a shopper's device sees of it: nothing that the shop noted for itself. */
export const ClientSentEvent = SentEvent.extend({
  customer: ClientCustomer,
}).meta({ id: "ClientCustomEvent" });
