import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf, ServiceError } from "../../../../../../clients/typescript/src";
import { Dialog } from "../../../../../shared/parts/dialog";
import { detailsOf } from "../../../../../shared/parts/state";
import { useAct } from "../../../../acts";
import { Submit } from "../../../../parts/submit";
import { wrongOf } from "../../../../parts/wrong";
import { server, useProject } from "../../../../session";
import type { Reward } from "../load";
import { BLANK, bodyOf, draftOf, placeOf, problemsIn, type RewardDraft } from "./draft";
import { RewardFields } from "./fields";
import { useCatalogueText } from "./texts";

interface RewardFormProps {
  /** The one that is changed; null makes another. */
  reward: Reward | null;
  /** Goes on with the one that was made, instead of closing. */
  onMade?: (reward: Reward) => void;
  onClose: () => void;
}

const put = (rewardId: string, body: ReturnType<typeof bodyOf>) =>
  answerOf(server().PUT("/v1/rewards/{rewardId}", { params: { path: { rewardId } }, body }));

/** Makes a reward, or changes one. */
export function RewardForm({ reward, onMade, onClose }: RewardFormProps) {
  const t = useCatalogueText();
  const { currency } = useProject();
  const [was] = useState(() => (reward ? draftOf(reward, currency) : null));
  const [draft, setDraft] = useState(was ?? BLANK);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error, clear } = useAct();
  const key = error instanceof ServiceError ? error.key : null;
  const place = error === null ? null : placeOf(wrongOf(error)?.path ?? "", key);
  const set = (change: Partial<RewardDraft>) => {
    clear();
    setDraft({ ...draft, ...change });
  };
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (problemsIn(draft, currency).length > 0) return;
    const refresh = ["rewards"];
    if (reward && was) {
      const run = () => put(reward.id, bodyOf(draft, was, currency));
      const undo = () => put(reward.id, bodyOf(was, draft, currency));
      const done = t("saved", { name: draft.name.trim() || reward.name });
      if (await act({ run, undo, done, refresh })) onClose();
      return;
    }
    const body = bodyOf(draft, null, currency);
    const run = () => answerOf(server().POST("/v1/rewards", { body }));
    const made = await act({ run, done: t("made"), refresh });
    if (!made) return;
    if (onMade) onMade(made);
    else onClose();
  };
  return (
    <Dialog
      title={reward ? t("edit.title", { name: reward.name }) : t("new")}
      shape="wide"
      onClose={onClose}
    >
      <form class="stack" noValidate onSubmit={(event) => void submit(event)}>
        <RewardFields
          draft={draft}
          isMade={reward !== null}
          problems={isTried ? problemsIn(draft, currency) : []}
          refused={(field) => (place === field ? (detailsOf(error) ?? undefined) : undefined)}
          set={set}
        />
        <Submit
          text={t(reward ? "save" : "create")}
          isBusy={isBusy}
          failure={place === null ? failure : null}
        />
      </form>
    </Dialog>
  );
}
