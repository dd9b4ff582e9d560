import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { CurrencyField, ownTimeZone, TimeZoneField } from "../../parts/counting";
import { management } from "../../session";
import { useProjectText } from "./texts";

interface CreateProjectProps {
  onMade: (project: Schemas["ProjectWithSecrets"]) => void;
  onClose: () => void;
}

export function CreateProject({ onMade, onClose }: CreateProjectProps) {
  const t = useProjectText();
  const [name, setName] = useState("");
  const [currency, setCurrency] = useState("EUR");
  const [timezone, setTimezone] = useState(ownTimeZone);
  const { act, isBusy, failure } = useAct();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { name, timezone, currency: currency.toUpperCase() };
    const run = () => answerOf(management().POST("/management/v1/projects", { body }));
    const made = await act({ run, refresh: ["projects"] });
    if (made) onMade(made);
  };
  return (
    <Dialog title={t("create")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField label={t("name")} required maxLength={255} value={name} onText={setName} />
        <CurrencyField value={currency} onValue={setCurrency} />
        <TimeZoneField value={timezone} onValue={setTimezone} />
        <p role="alert" class="bad">
          {failure}
        </p>
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
