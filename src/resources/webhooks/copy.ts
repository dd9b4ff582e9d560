import type { WebhookRow } from "../../db/tables/webhooks";
import type { Scope } from "../../scope/scope";
import { newMark } from "./deliveries/delivery-id";
import { openHeaders, sealHeaders } from "./headers";

type Own = Pick<WebhookRow, "header_names" | "custom_headers">;
type Means = Pick<Scope, "settings" | "random">;

/** Headers are bound to their project. None are left that do not open as those of the old one. */
function ownHeaders({ settings, random }: Means, row: WebhookRow, from: string): Own {
  const secret = settings.signingSecret;
  try {
    const headers = openHeaders(secret, { ...row, project_id: from });
    const custom_headers = sealHeaders(secret, row, headers, random);
    return { header_names: row.header_names, custom_headers };
  } catch {
    return { header_names: [], custom_headers: null };
  }
}

/** A webhook that was copied from another project, with a mark and with headers of its own. */
export const ownWebhook = (means: Means, row: WebhookRow, from: string): WebhookRow => ({
  ...row,
  mark: newMark(means.random),
  ...ownHeaders(means, row, from),
});
