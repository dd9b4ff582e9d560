import type { Schemas } from "../../../../clients/typescript/src";
import { useWebhookText } from "./texts";

type Webhook = Schemas["Webhook"];

/** Whether a webhook is told, and why not. */
export function WebhookState({ webhook: { active, inactive_because } }: { webhook: Webhook }) {
  const t = useWebhookText();
  if (active) return <span class="badge good">{t("active")}</span>;
  const because = inactive_because === null ? t("inactive") : t(`because.${inactive_because}`);
  return <span class="badge bad">{because}</span>;
}
