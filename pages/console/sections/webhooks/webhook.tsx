import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { One } from "../../parts/one";
import { management, useProject } from "../../session";
import { Deliveries } from "./deliveries";
import { WebhookForm } from "./form";
import { useAttemptWords, WebhookState } from "./state";
import { useWebhookText } from "./texts";

const HOOK = "/management/v1/projects/{projectId}/webhooks/{webhookId}" as const;

/** One webhook: what it is told, what came of it, and what can be done. */
export function Webhook({ id }: { id: string }) {
  const t = useWebhookText();
  const { id: projectId } = useProject();
  const params = { path: { projectId, webhookId: id } };
  return (
    <One
      name={["webhooks", id]}
      load={() => answerOf(management().GET(HOOK, { params }))}
      back={["/webhooks", t("back")]}
    >
      {(webhook) => (
        <>
          <header class="stack tight">
            <div class="head">
              <h1 class="break">{webhook.target_url}</h1>
              <WebhookState webhook={webhook} />
            </div>
            <Deeds webhook={webhook} />
          </header>
          <Deliveries webhookId={id} />
        </>
      )}
    </One>
  );
}

function Deeds({ webhook }: { webhook: Schemas["Webhook"] }) {
  const t = useWebhookText();
  const [, go] = useLocation();
  const { id: projectId } = useProject();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct();
  const params = { path: { projectId, webhookId: webhook.id } };
  const refresh = ["webhooks"];
  const turn = (active: boolean) => () =>
    answerOf(management().PUT(HOOK, { params, body: { active } }));
  const toggle = () =>
    act({
      run: turn(!webhook.active),
      undo: turn(webhook.active),
      done: t(webhook.active ? "switched.off" : "switched.on"),
      refresh,
    });
  const remove = async () => {
    const run = () => answerOf(management().DELETE(HOOK, { params }));
    await act({ run, done: t("deleted"), leave: () => go("/webhooks"), refresh });
  };
  return (
    <div class="row">
      <Sample webhookId={webhook.id} />
      <Button onClick={() => setAsked(true)}>{t("edit")}</Button>
      <Button isBusy={isBusy} onClick={() => void toggle()}>
        {t(webhook.active ? "switch.off" : "switch.on")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title")}
        text={t("delete.text")}
        isBusy={isBusy}
        onConfirm={remove}
      />
      {isAsked && <WebhookForm webhook={webhook} onClose={() => setAsked(false)} />}
    </div>
  );
}

/** Sends a signed sample, and tells what the receiver said. */
function Sample({ webhookId }: { webhookId: string }) {
  const t = useWebhookText();
  const { id: projectId } = useProject();
  const { act, isBusy } = useAct();
  const [result, setResult] = useState<Schemas["WebhookTest"] | null>(null);
  const send = async () => {
    const params = { path: { projectId, webhookId } };
    setResult(
      await act({ run: () => answerOf(management().POST(`${HOOK}/test`, { params, body: {} })) }),
    );
  };
  const cameOf = useAttemptWords();
  const told = (test: Schemas["WebhookTest"]) => {
    const ms = test.milliseconds;
    if (test.delivered) return t("test.delivered", { status: String(test.status), ms });
    return t("test.failed", { cause: cameOf(test), ms });
  };
  return (
    <>
      <Button look="main" isBusy={isBusy} onClick={() => void send()}>
        {t("test")}
      </Button>
      <p role="status" class={result?.delivered ? "good" : "bad"}>
        {result && told(result)}
      </p>
    </>
  );
}
