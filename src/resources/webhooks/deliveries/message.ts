import type { WebhookRow } from "../../../db/tables/webhooks";
import { signatureHeaders, WEBHOOK_AGENT } from "../../../lib/webhook-signature";
import type { Scope } from "../../../scope/scope";
import { webhookSecrets } from "../../management/projects/webhook-secret";
import { openHeaders } from "../headers";

/** What all messages of a webhook have in common, opened once. */
export interface Sender {
  secrets: [current: string, ...before: string[]];
  headers: Record<string, string>;
  target: { url: string; allowsPrivate: boolean };
}

/** Opens what a webhook's messages are signed and sent with; `now` is epoch milliseconds. */
export const senderOf = (
  { project, settings }: Pick<Scope, "project" | "settings">,
  webhook: WebhookRow,
  now: number,
): Sender => ({
  secrets: webhookSecrets(settings.signingSecret, project, now),
  headers: openHeaders(settings.signingSecret, webhook),
  target: { url: webhook.target_url, allowsPrivate: settings.allowsPrivateWebhooks },
});

/** A message with its headers; those of the receiver's own come first, so that ours hold. */
export function messageOf({ secrets, headers }: Sender, body: string, id: string, now: number) {
  const at = Math.floor(now / 1000);
  return {
    body,
    headers: {
      ...headers,
      "content-type": "application/json",
      "user-agent": `${WEBHOOK_AGENT}/1.0`,
      ...signatureHeaders(secrets, { id, at, body }),
    },
  };
}
