import { checkMetadata } from "../../checks/metadata";
import type { OrderInput } from "../../model/order";
import type { Scope } from "../../scope/scope";

/**
 * Holds what an order is about to store against the project's schemas: its own metadata where it is
 * new or sent, and that of each line that is sent.
 */
export function checkOrderMetadata(
  scope: Pick<Scope, "schemas">,
  sent: Pick<OrderInput, "metadata" | "items">,
  isNew: boolean,
): void {
  if (isNew || sent.metadata) checkMetadata(scope, "order", sent.metadata);
  for (const { metadata } of sent.items ?? []) checkMetadata(scope, "order_item", metadata);
}
