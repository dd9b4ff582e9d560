import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, type ManagementPaths, type Schemas } from "../../../../clients/typescript/src";
import { SUBSCRIBABLE } from "../../../../src/model/webhook-kinds";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { management, useProject } from "../../session";
import { useWebhookText } from "./texts";

const HOOKS = "/management/v1/projects/{projectId}/webhooks" as const;
type Hooks = ManagementPaths[typeof HOOKS]["post"]["requestBody"];
type Kinds = NonNullable<Hooks>["content"]["application/json"]["events"];

/** The cast holds: nothing can be ticked but what the service offers. */
const asked = (kinds: readonly string[]): Kinds => [...kinds] as Kinds;

interface WebhookFormProps {
  /** The one that is changed; null makes another. */
  webhook: Schemas["Webhook"] | null;
  onClose: () => void;
}

/** Address and kinds of a webhook. */
export function WebhookForm({ webhook, onClose }: WebhookFormProps) {
  const t = useWebhookText();
  const { id: projectId } = useProject();
  const [target_url, setUrl] = useState(webhook?.target_url ?? "https://");
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? SUBSCRIBABLE);
  const { act, isBusy, failure } = useAct();
  const put = (webhookId: string, url: string, kinds: readonly string[]) => {
    const params = { path: { projectId, webhookId } };
    const body = { target_url: url, events: asked(kinds) };
    return answerOf(management().PUT(`${HOOKS}/{webhookId}`, { params, body }));
  };
  const make = () => {
    const body = { target_url, events: asked(events) };
    return answerOf(management().POST(HOOKS, { params: { path: { projectId } }, body }));
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const deed = webhook
      ? {
          run: () => put(webhook.id, target_url, events),
          undo: () => put(webhook.id, webhook.target_url, webhook.events),
        }
      : { run: make };
    if (await act({ ...deed, done: t("saved"), refresh: ["webhooks"] })) onClose();
  };
  return (
    <Dialog title={webhook ? t("edit") : t("create")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("url")}
          type="url"
          required
          value={target_url}
          error={failure ?? undefined}
          onText={setUrl}
        />
        <Kinds chosen={events} onChosen={setEvents} />
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy} disabled={events.length === 0}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface KindsProps {
  chosen: readonly string[];
  onChosen: (kinds: readonly string[]) => void;
}

function Kinds({ chosen, onChosen }: KindsProps) {
  const t = useWebhookText();
  const [search, setSearch] = useState("");
  const shown = SUBSCRIBABLE.filter((kind) => kind.includes(search.trim().toLowerCase()));
  const toggle = (kind: string, isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, kind] : chosen.filter((each) => each !== kind));
  return (
    <fieldset class="kinds">
      <legend class="small strong">
        {t("events")}: {t("events.n", { n: chosen.length })}
      </legend>
      <div class="row">
        <Button look="little" onClick={() => onChosen([...SUBSCRIBABLE])}>
          {t("events.all")}
        </Button>
        <Button look="little" onClick={() => onChosen([])}>
          {t("events.none")}
        </Button>
      </div>
      <TextField label={t("events.search")} type="search" value={search} onText={setSearch} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling needs the focus */}
      <section class="kinds-list" aria-label={t("events")} tabIndex={0}>
        {shown.map((kind) => (
          <label key={kind} class="check mono">
            <input
              type="checkbox"
              checked={chosen.includes(kind)}
              onChange={(event) => toggle(kind, event.currentTarget.checked)}
            />
            {kind}
          </label>
        ))}
      </section>
      {chosen.length === 0 && <p class="bad small">{t("events.missing")}</p>}
    </fieldset>
  );
}
