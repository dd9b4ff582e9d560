import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { EditDelete } from "../../../parts/edit-delete";
import { server } from "../../../session";
import { RuleForm } from "./form";
import type { Rule } from "./share";
import { useEarningText } from "./texts";
import { useRuleWords } from "./words";

const RULE = "/v1/loyalties/{campaignId}/earning-rules/{earningRuleId}" as const;

/** Switches a rule, with its way back, or deletes it. */
export function RuleDeeds({ programId, rule }: { programId: string; rule: Rule }) {
  const t = useEarningText();
  const words = useRuleWords();
  const { act, isBusy } = useAct();
  const path = { params: { path: { campaignId: programId, earningRuleId: rule.id } } };
  const enable = () => answerOf(server().POST(`${RULE}/enable`, path));
  const disable = () => answerOf(server().POST(`${RULE}/disable`, path));
  const refresh = [`earning of ${programId}`];
  const toggle = () =>
    rule.active
      ? act({ run: disable, undo: enable, done: t("disabled"), refresh })
      : act({ run: enable, undo: disable, done: t("enabled"), refresh });
  return (
    <div class="row tight deeds">
      <EditDelete
        title={t("delete.title")}
        text={t("delete.text", { rule: words(rule) })}
        remove={() => answerOf(server().DELETE(RULE, path))}
        removed={t("deleted")}
        refresh={refresh}
        form={(close) => <RuleForm programId={programId} rule={rule} onClose={close} />}
      >
        <Button look="little" isBusy={isBusy} onClick={() => void toggle()}>
          {t(rule.active ? "disable" : "enable")}
        </Button>
      </EditDelete>
    </div>
  );
}
