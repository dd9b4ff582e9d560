import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { Field, TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { management, useProject } from "../../session";
import { KINDS, type Kind, type Permission, Permissions } from "./permissions";
import { useKeyText } from "./texts";

interface CreateKeyProps {
  onMade: (key: Schemas["ApiKeyWithToken"]) => void;
  onClose: () => void;
}

export function CreateKey({ onMade, onClose }: CreateKeyProps) {
  const t = useKeyText();
  const { id: projectId } = useProject();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Kind>("server");
  const [permissions, setPermissions] = useState<Permission[] | null>(null);
  const { act, isBusy, failure } = useAct();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const body = { kind, permissions, ...(name.trim() && { name: name.trim() }) };
    const call = () =>
      answerOf(
        management().POST("/management/v1/projects/{projectId}/api-keys", {
          params: { path: { projectId } },
          body,
        }),
      );
    const made = await act({ run: call, refresh: ["keys"] });
    if (made) onMade(made);
  };
  return (
    <Dialog title={t("create")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("name")}
          value={name}
          maxLength={255}
          error={failure ?? undefined}
          onText={setName}
        />
        <Field label={t("kind")}>
          {(control) => (
            <select
              {...control}
              value={kind}
              onChange={({ currentTarget: { value } }) => {
                setKind(KINDS.find((each) => each === value) ?? "server");
                setPermissions(null);
              }}
            >
              {KINDS.map((each) => (
                <option key={each} value={each}>
                  {t(`kind.${each}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Permissions kind={kind} given={permissions} onGiven={setPermissions} />
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy} disabled={permissions?.length === 0}>
            {t("make")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
