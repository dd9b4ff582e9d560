import { useState } from "preact/hooks";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { named, newServerKey } from "../../open";
import { AskedButton } from "../../parts/asked";
import { Confirm } from "../../parts/confirm";
import { management, session } from "../../session";
import { Settings } from "./settings";
import { useProjectText } from "./texts";

type Project = Schemas["Project"];

interface DeedsProps {
  project: Project;
  /** Leaves what is deleted. */
  onGone?: () => void;
}

/** What can be done with a project. */
export function Deeds({ project, onGone }: DeedsProps) {
  const t = useProjectText();
  const { id, name } = project;
  const now = session.use();
  const [asked, setAsked] = useState<"open" | "settings" | null>(null);
  const { act, isBusy } = useAct();
  const open = async () => {
    const pair = now?.management;
    if (!pair) return;
    const server = await act({ run: () => newServerKey(pair, id) });
    if (server) session.set({ server, management: pair, project: named(project) });
  };
  const remove = (close: () => void) => {
    const params = { path: { projectId: id } };
    const run = () =>
      answerOf(management().DELETE("/management/v1/projects/{projectId}", { params }));
    const leave = () => {
      close();
      onGone?.();
    };
    return act({ run, done: t("deleted", { name }), leave, refresh: ["projects"] });
  };
  const isOpen = now?.project.id === id;
  return (
    <div class="row tight project-deeds">
      <Button look="little" disabled={isOpen} onClick={() => setAsked("open")}>
        {t("open")}
      </Button>
      <Button look="little" onClick={() => setAsked("settings")}>
        {t("settings")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title", { name })}
        text={t("delete.text")}
        typed={name}
        look="little danger"
        disabled={isOpen}
        isBusy={isBusy}
        onConfirm={remove}
      />
      {asked === "settings" && <Settings project={project} onClose={() => setAsked(null)} />}
      {asked === "open" && (
        <Confirm
          title={t("open.title", { name })}
          text={t("open.text")}
          deed={t("open")}
          look="main"
          isBusy={isBusy}
          onConfirm={() => void open()}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}
