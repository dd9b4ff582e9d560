import { shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { changeWebhook, createWebhook, removeWebhook } from "./change";
import { Webhook, WebhookCreate, WebhookList, WebhookUpdate } from "./schema";
import { getWebhook, listWebhooks } from "./store";
import { viewWebhook } from "./view";

export const webhooks = [
  route(
    "POST",
    "/",
    {
      summary: "Create a webhook",
      body: WebhookCreate,
      example: { target_url: "https://shop.example/hooks", events: ["redemption.succeeded"] },
      answer: Webhook,
      errors: ["not_found"],
    },
    (scope, { body }) => createWebhook(scope, body),
  ),
  route(
    "GET",
    "/",
    { summary: "List a project's webhooks", answer: WebhookList, errors: ["not_found"] },
    async (scope) => {
      return viewList("data", shownAs(await listWebhooks(scope), viewWebhook));
    },
  ),
  route(
    "GET",
    "/:webhookId",
    { summary: "Get a webhook", answer: Webhook, errors: ["not_found"] },
    async (scope, { params }) => viewWebhook(await getWebhook(scope, params.webhookId)),
  ),
  route(
    "PUT",
    "/:webhookId",
    {
      summary: "Update a webhook; what is not sent stays",
      body: WebhookUpdate,
      answer: Webhook,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeWebhook(scope, params.webhookId, body),
  ),
  route(
    "DELETE",
    "/:webhookId",
    { summary: "Delete a webhook", answer: null, errors: ["not_found"] },
    (scope, { params }) => removeWebhook(scope, params.webhookId),
  ),
];
