import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { language } from "../../../shared/language";
import { moment } from "../../../shared/money";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { Confirm } from "../../parts/confirm";
import { Secrets } from "../../parts/secrets";
import { management, useProject } from "../../session";
import { useWebhookText } from "./texts";

/** Gives the project a new secret that its webhooks are signed with. */
export function RotateSecret() {
  const t = useWebhookText();
  const spoken = language.use();
  const { id: projectId } = useProject();
  const [isAsked, setAsked] = useState(false);
  const [made, setMade] = useState<Schemas["WebhookSecret"] | null>(null);
  const { act, isBusy } = useAct();
  const rotate = async () => {
    const run = () =>
      answerOf(
        management().POST("/management/v1/projects/{projectId}/webhook-secret/rotate", {
          params: { path: { projectId } },
        }),
      );
    setMade(await act({ run }));
    setAsked(false);
  };
  return (
    <>
      <Button onClick={() => setAsked(true)}>{t("secret")}</Button>
      {isAsked && (
        <Confirm
          title={t("secret.title")}
          text={t("secret.text")}
          deed={t("secret")}
          isBusy={isBusy}
          onConfirm={() => void rotate()}
          onClose={() => setAsked(false)}
        />
      )}
      {made && (
        <Secrets
          title={t("secret")}
          secrets={[
            [
              t("secret.until", { when: moment(made.previous_valid_until, spoken) }),
              made.webhook_token,
            ],
          ]}
          onClose={() => setMade(null)}
        />
      )}
    </>
  );
}
