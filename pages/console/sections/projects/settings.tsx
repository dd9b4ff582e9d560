import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { Field, TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { named } from "../../open";
import { TimeZoneField } from "../../parts/counting";
import { management, session } from "../../session";
import { SWITCHES, useProjectText } from "./texts";

type Project = Schemas["Project"];

/** What the form shows and can write, out of all that a project has. */
const settingsOf = (project: Project) => ({
  name: project.name,
  description: project.description,
  timezone: project.timezone,
  case_sensitive_codes: project.case_sensitive_codes,
  busy: project.busy,
  client_trusted_domains: project.client_trusted_domains,
  client_hold_max_minutes: project.client_hold_max_minutes,
  client_metadata_keys: project.client_metadata_keys,
  events_kept_days: project.events_kept_days,
  ...Object.fromEntries(SWITCHES.map((name) => [name, project[name]])),
});

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

export function Settings({ project, onClose }: { project: Project; onClose: () => void }) {
  const t = useProjectText();
  const [now, setNow] = useState(project);
  const [domains, setDomains] = useState(project.client_trusted_domains.join("\n"));
  const [keys, setKeys] = useState(project.client_metadata_keys.join("\n"));
  const { act, isBusy, failure } = useAct();
  const save = (body: ReturnType<typeof settingsOf>) => async () => {
    const call = management().PUT("/management/v1/projects/{projectId}", {
      params: { path: { projectId: project.id } },
      body,
    });
    const saved = await answerOf(call);
    const opened = session.get();
    if (opened?.project.id === saved.id) session.set({ ...opened, project: named(saved) });
    return saved;
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const lists = {
      client_trusted_domains: linesOf(domains),
      client_metadata_keys: linesOf(keys),
    };
    const run = save(settingsOf({ ...now, ...lists }));
    const undo = save(settingsOf(project));
    const done = t("saved", { name: now.name });
    if (await act({ run, undo, done, refresh: ["projects"] })) onClose();
  };
  const check = (
    name: (typeof SWITCHES)[number] | "case_sensitive_codes" | "busy",
    label: string,
  ) => (
    <label key={name} class="check">
      <input
        type="checkbox"
        checked={now[name]}
        onChange={({ currentTarget }) => setNow({ ...now, [name]: currentTarget.checked })}
      />
      {label}
    </label>
  );
  return (
    <Dialog title={t("settings")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          required
          value={now.name}
          onText={(name) => setNow({ ...now, name })}
        />
        <TextField
          label={t("description")}
          value={now.description ?? ""}
          onText={(text) => setNow({ ...now, description: text || null })}
        />
        <TimeZoneField value={now.timezone} onValue={(timezone) => setNow({ ...now, timezone })} />
        {check("case_sensitive_codes", t("case"))}
        {check("busy", t("busy"))}
        <fieldset class="project-switches">
          <legend class="small strong">{t("browsers")}</legend>
          {SWITCHES.map((name) => check(name, t(name)))}
        </fieldset>
        <Field label={t("domains")} hint={t("domains.hint")}>
          {(control) => (
            <textarea
              {...control}
              value={domains}
              onInput={(event) => setDomains(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={t("keys")} hint={t("keys.hint")}>
          {(control) => (
            <textarea
              {...control}
              value={keys}
              onInput={(event) => setKeys(event.currentTarget.value)}
            />
          )}
        </Field>
        <TextField
          label={t("hold")}
          type="number"
          min={1}
          max={10_080}
          value={now.client_hold_max_minutes}
          onText={(text) => setNow({ ...now, client_hold_max_minutes: Number(text) })}
        />
        <TextField
          label={t("events")}
          hint={t("events.hint")}
          type="number"
          min={1}
          max={400}
          value={now.events_kept_days}
          onText={(text) => setNow({ ...now, events_kept_days: Number(text) })}
        />
        <p role="alert" class="bad">
          {failure}
        </p>
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
