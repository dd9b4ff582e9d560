import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, ServiceError } from "../../../../../clients/typescript/src";
import { Dialog } from "../../../../shared/parts/dialog";
import { detailsOf } from "../../../../shared/parts/state";
import { useAct } from "../../../acts";
import { Submit } from "../../../parts/submit";
import { wrongOf } from "../../../parts/wrong";
import { server, useProject } from "../../../session";
import { changeOf, draftOf, EMPTY, placeOf, problemsIn, type RuleDraft, ruleOf } from "./draft";
import { RuleFields } from "./fields";
import type { Rule } from "./share";
import { useEarningText } from "./texts";

const RULES = "/v1/loyalties/{campaignId}/earning-rules" as const;

interface RuleFormProps {
  programId: string;
  /** The one that is changed; null makes another. */
  rule: Rule | null;
  onClose: () => void;
}

/** Writes a rule, new or changed, and lets it be taken back at once. */
export function RuleForm({ programId, rule, onClose }: RuleFormProps) {
  const t = useEarningText();
  const { currency } = useProject();
  const [was] = useState(() => (rule ? draftOf(rule, currency) : EMPTY));
  const [draft, setDraft] = useState(was);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error, clear } = useAct();
  const key = error instanceof ServiceError ? error.key : null;
  const place = error === null ? null : placeOf(wrongOf(error)?.path ?? "", key);
  const set = (changes: Partial<RuleDraft>) => {
    clear();
    setDraft({ ...draft, ...changes });
  };
  const path = { campaignId: programId };
  const make = async () => {
    const body = [ruleOf(draft, currency)];
    const made = await answerOf(server().POST(RULES, { params: { path }, body }));
    return made.map(({ id }) => id);
  };
  const put = (earningRuleId: string, body: ReturnType<typeof changeOf>) => {
    const params = { path: { ...path, earningRuleId } };
    return answerOf(server().PUT(`${RULES}/{earningRuleId}`, { params, body }));
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (problemsIn(draft, currency).length > 0) return;
    let made: string[] = [];
    const run = async () => {
      if (rule) return put(rule.id, changeOf(draft, was, currency));
      made = await make();
      return made;
    };
    const undo = async () => {
      if (rule) await put(rule.id, changeOf(was, draft, currency));
      for (const earningRuleId of made) {
        const params = { path: { ...path, earningRuleId } };
        await answerOf(server().DELETE(`${RULES}/{earningRuleId}`, { params }));
      }
    };
    const refresh = [`earning of ${programId}`];
    if (await act({ run, undo, done: t(rule ? "saved" : "made"), refresh })) onClose();
  };
  return (
    <Dialog title={t(rule ? "edit.title" : "new")} shape="wide" onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)} noValidate>
        <RuleFields
          programId={programId}
          draft={draft}
          isMade={rule !== null}
          problems={isTried ? problemsIn(draft, currency) : []}
          refused={(field) => (place === field ? (detailsOf(error) ?? undefined) : undefined)}
          set={set}
        />
        <Submit
          text={t(rule ? "save" : "create")}
          isBusy={isBusy}
          failure={place === null ? failure : null}
        />
      </form>
    </Dialog>
  );
}
