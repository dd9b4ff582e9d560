import type { Schemas } from "../../../../clients/typescript/src";
import { useWebhookText } from "./texts";

/** Why an attempt failed, in words; beside the status that the receiver answered, if it did. */
export function useAttemptWords() {
  const t = useWebhookText();
  return ({ status, cause }: Pick<Schemas["WebhookTest"], "status" | "cause">): string => {
    // The cast holds: a cause that has no text is told by its own name, which is cut out then.
    const text = cause && t(`cause.${cause}` as "cause.timeout").replace(/^cause\./, "");
    return [status, text].filter(Boolean).join(" ");
  };
}

type Webhook = Schemas["Webhook"];

/** Whether a webhook is told, and why not. */
export function WebhookState({ webhook: { active, inactive_because } }: { webhook: Webhook }) {
  const t = useWebhookText();
  if (active) return <span class="badge good">{t("active")}</span>;
  const because = inactive_because === null ? t("inactive") : t(`because.${inactive_because}`);
  return <span class="badge bad">{because}</span>;
}
