import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { useAct } from "../../acts";
import { Confirm } from "../../parts/confirm";
import { management, useProject } from "../../session";
import { type Permission, Permissions } from "./permissions";
import { useKeyText } from "./texts";

export type Key = Schemas["ApiKey"];
type Asked = "permissions" | "rotate" | "delete" | null;

const refresh = ["keys"];

interface DeedsProps {
  apiKey: Key;
  onToken: (key: Schemas["ApiKeyWithToken"]) => void;
}

/** What can be done with a key; blocking alone can be taken back. */
export function Deeds({ apiKey, onToken }: DeedsProps) {
  const t = useKeyText();
  const { id: projectId } = useProject();
  const [asked, setAsked] = useState<Asked>(null);
  const { act, isBusy } = useAct();
  const name = apiKey.name ?? apiKey.app_id;
  const path = { params: { path: { projectId, keyId: apiKey.id } } };
  const key = "/management/v1/projects/{projectId}/api-keys/{keyId}" as const;
  const block = () => answerOf(management().POST(`${key}/block`, path));
  const unblock = () => answerOf(management().POST(`${key}/unblock`, path));
  const toggle = () =>
    apiKey.blocked
      ? act({ run: unblock, undo: block, done: t("unblock.done", { name }), refresh })
      : act({ run: block, undo: unblock, done: t("block.done", { name }), refresh });
  const rotate = async () => {
    const run = () => answerOf(management().POST(`${key}/rotate`, path));
    const made = await act({ run, refresh });
    setAsked(null);
    if (made) onToken(made);
  };
  const remove = async () => {
    const run = () => answerOf(management().DELETE(key, path));
    await act({ run, done: t("delete.done", { name }), refresh });
    setAsked(null);
  };
  return (
    <div class="row tight key-deeds">
      <Button look="little" onClick={() => setAsked("permissions")}>
        {t("permissions")}
      </Button>
      <Button look="little" isBusy={isBusy} onClick={() => void toggle()}>
        {apiKey.blocked ? t("unblock") : t("block")}
      </Button>
      <Button look="little" onClick={() => setAsked("rotate")}>
        {t("rotate")}
      </Button>
      <Button look="little danger" onClick={() => setAsked("delete")}>
        {t("delete")}
      </Button>
      {asked === "permissions" && <Change apiKey={apiKey} onClose={() => setAsked(null)} />}
      {(asked === "rotate" || asked === "delete") && (
        <Confirm
          title={t(`${asked}.title`, { name })}
          text={t(`${asked}.text`)}
          deed={t(asked)}
          isBusy={isBusy}
          onConfirm={() => void (asked === "rotate" ? rotate() : remove())}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function Change({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const t = useKeyText();
  const { id: projectId } = useProject();
  const [given, setGiven] = useState<Permission[] | null>(apiKey.permissions);
  const { act, isBusy } = useAct();
  const save = (permissions: Permission[] | null) => () =>
    answerOf(
      management().PUT("/management/v1/projects/{projectId}/api-keys/{keyId}", {
        params: { path: { projectId, keyId: apiKey.id } },
        body: { permissions },
      }),
    );
  const submit = async () => {
    const undo = save(apiKey.permissions);
    if (await act({ run: save(given), undo, done: t("permissions.done"), refresh })) onClose();
  };
  return (
    <Dialog title={apiKey.name ?? apiKey.app_id} onClose={onClose}>
      <Permissions kind={apiKey.kind} given={given} onGiven={setGiven} />
      <div class="row">
        <Button
          look="main"
          isBusy={isBusy}
          disabled={given?.length === 0}
          onClick={() => void submit()}
        >
          {t("save")}
        </Button>
      </div>
    </Dialog>
  );
}
