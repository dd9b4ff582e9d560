import { ApiError } from "../../errors";
import { isPrivateHost } from "../../lib/private-host";
import type { PlatformScope } from "../../scope/scope";

type Place = Pick<PlatformScope, "settings" | "base_url">;

const refusal = (what: string) =>
  new ApiError("invalid_payload", { details: `Property .target_url must ${what}` });

const bare = (host: string): string => host.toLowerCase().replace(/\.(?=:|$)/, "");

/**
 * Whether a webhook would come back to this deployment. A public host has one service on all ports;
 * a machine with private webhooks has others beside this one.
 */
function isOwn({ settings, base_url }: Place, url: URL): boolean {
  const here = URL.canParse(base_url) ? new URL(base_url) : null;
  if (settings.publicHosts.some((host) => bare(host) === bare(url.hostname))) return true;
  return settings.allowsPrivateWebhooks
    ? here !== null && bare(here.host) === bare(url.host)
    : here !== null && bare(here.hostname) === bare(url.hostname);
}

/**
 * Refuses what deliveries cannot or must not go to: other schemes than http and https, credentials
 * in the URL, this deployment itself, and hosts that are not for the public, unless the deployment
 * allows those. A name is not resolved: `global_fetch_strictly_public` keeps a worker from its
 * operator's own origin servers, and the platform connects it to public addresses alone.
 */
export function refuseTarget(place: Place, text: string): void {
  const { settings } = place;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw refusal("be an http or https URL");
  if (url.username || url.password) throw refusal("NOT have credentials; send them as a header");
  if (isOwn(place, url)) throw refusal("NOT lead to this service itself");
  if (settings.allowsPrivateWebhooks) return;
  if (isPrivateHost(url.hostname)) throw refusal("NOT lead to a private or local address");
}
