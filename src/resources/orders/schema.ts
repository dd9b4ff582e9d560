import * as z from "zod";
import { pageQuery } from "../../http/page";
import { CustomerInput } from "../../model/customer";
import { Instant } from "../../model/instant";
import { OrderInput } from "../../model/order";

/** An order as callers send one: absent keeps, null clears (contract, "Order"). */
export const OrderCreate = OrderInput.extend({
  referrer: CustomerInput.nullish(),
});
export type OrderCreate = z.infer<typeof OrderCreate>;

/** What may be changed of an order that the path names. */
export const OrderUpdate = OrderCreate.omit({ id: true, source_id: true });
export type OrderUpdate = z.infer<typeof OrderUpdate>;

/** Query of the list. One customer's orders are found in the order of their creation only. */
export const OrderQuery = z
  .object({
    ...pageQuery,
    order: z
      .enum(["created_at", "-created_at", "updated_at", "-updated_at"])
      .default("-created_at"),
    customer: z.string().min(1).max(255).optional(),
    created_at: z.object({ before: Instant.optional(), after: Instant.optional() }).optional(),
  })
  .refine(
    ({ order, customer, created_at }) => !order.endsWith("updated_at") || !(customer || created_at),
    {
      path: ["order"],
      message: "must be created_at or -created_at where the list is filtered",
    },
  );
export type OrderQuery = z.infer<typeof OrderQuery>;
