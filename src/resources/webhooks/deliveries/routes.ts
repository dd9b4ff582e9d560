import * as z from "zod";
import { viewList } from "../../../http/page";
import { route } from "../../../http/route";
import { showDeliveries } from "./log";
import { getDelivery, replayMany, replayOne } from "./replay";
import { sendSample } from "./sample";
import { Delivery, DeliveryList, DeliveryQuery, Replay, ReplayRange, WebhookTest } from "./schema";
import { viewDelivery } from "./view";

export const deliveries = [
  route(
    "POST",
    "/:webhookId/test",
    {
      summary: "Send a signed sample to a webhook, and tell what came back",
      body: z.object({ event: z.string().max(100).optional() }),
      answer: WebhookTest,
      errors: ["not_found"],
    },
    (scope, { params, body }) => sendSample(scope, params.webhookId, body),
  ),
  route(
    "GET",
    "/:webhookId/deliveries",
    {
      summary: "List what a webhook was told, the newest first",
      query: DeliveryQuery,
      answer: DeliveryList,
      errors: ["not_found", "invalid_query_params"],
    },
    async (scope, { params, query }) =>
      viewList("data", await showDeliveries(scope, params.webhookId, query)),
  ),
  route(
    "POST",
    "/:webhookId/deliveries/replay",
    {
      summary: "Send a range of events again, or all deliveries that were given up",
      body: ReplayRange,
      answer: Replay,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => replayMany(scope, params.webhookId, body),
  ),
  route(
    "GET",
    "/:webhookId/deliveries/:deliveryId",
    { summary: "Get a delivery", answer: Delivery, errors: ["not_found"] },
    async (scope, { params }) => {
      const { webhook, row } = await getDelivery(scope, params.webhookId, params.deliveryId);
      return viewDelivery(webhook, row);
    },
  ),
  route(
    "POST",
    "/:webhookId/deliveries/:deliveryId/replay",
    { summary: "Send a delivery again", answer: Delivery, errors: ["not_found"] },
    (scope, { params }) => replayOne(scope, params.webhookId, params.deliveryId),
  ),
];
