import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { getWebhook } from "../store";
import { listDeliveries } from "./log-store";
import type { Delivery, DeliveryQuery } from "./schema";
import { viewDelivery } from "./view";

/** A page of what a webhook was told, as it is shown; refuses an unknown webhook. */
export async function showDeliveries(
  scope: Scope,
  webhookId: string,
  query: DeliveryQuery,
): Promise<Page<Delivery>> {
  const webhook = await getWebhook(scope, webhookId);
  const page = await listDeliveries(scope, webhook.id, query);
  return { ...page, items: page.items.map((row) => viewDelivery(webhook, row)) };
}
