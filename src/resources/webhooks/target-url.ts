import { ApiError } from "../../errors";
import { isPrivateHost } from "../../lib/private-host";
import type { PlatformScope } from "../../scope/scope";

const refusal = (what: string) =>
  new ApiError("invalid_payload", { details: `Property .target_url must ${what}` });

/**
 * Refuses what deliveries cannot or must not go to: other schemes than http and https, credentials
 * in the URL, and hosts that are not for the public, unless the deployment allows those. A name is
 * not resolved: the platform itself connects a worker to public addresses alone.
 */
export function refuseTarget({ settings }: Pick<PlatformScope, "settings">, text: string): void {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal("be an http or https URL");
  if (url.username || url.password) throw refusal("NOT have credentials; send them as a header");
  if (settings.allowsPrivateWebhooks) return;
  if (isPrivateHost(url.hostname)) throw refusal("NOT lead to a private or local address");
}
