import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { server } from "../../session";
import { useBinText } from "./texts";

const refresh = ["bin", "vouchers", "campaigns", "programs"];

/** Brings something back, or deletes it for good. */
export function BinDeeds({ entry }: { entry: Schemas["BinEntry"] }) {
  const { id: binEntryId, resource_name: name, resource_type } = entry;
  const t = useBinText();
  const { act, isBusy } = useAct();
  const path = { params: { path: { binEntryId } } };
  const restore = () => {
    const run = () => answerOf(server().POST("/v1/trash-bin/{binEntryId}/restore", path));
    const done = t(resource_type === "campaign" ? "restoring" : "restored", { name });
    return act({ run, done, refresh });
  };
  const remove = (close: () => void) => {
    const run = () => answerOf(server().DELETE("/v1/trash-bin/{binEntryId}", path));
    return act({ run, done: t("gone", { name }), leave: close, refresh });
  };
  return (
    <div class="row tight deeds">
      <Button look="little" isBusy={isBusy} onClick={() => void restore()}>
        {t("restore")}
      </Button>
      <AskedButton
        deed={t("delete")}
        title={t("delete.title", { name })}
        text={t("delete.text")}
        typed={name}
        look="little danger"
        isBusy={isBusy}
        onConfirm={remove}
      />
    </div>
  );
}
