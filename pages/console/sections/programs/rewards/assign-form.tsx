import { Gift } from "lucide-preact";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { Dialog } from "../../../../shared/parts/dialog";
import { TextField } from "../../../../shared/parts/field";
import { State } from "../../../../shared/parts/state";
import { useAct } from "../../../acts";
import { RadioList } from "../../../parts/radio-list";
import { wholeOf } from "../../../parts/whole";
import { server } from "../../../session";
import { assign, type Reward, unassign } from "./load";
import { useRewardText } from "./texts";

async function load(query: { page: number; limit: number }) {
  const { data, total } = await answerOf(server().GET("/v1/rewards", { params: { query } }));
  return { rows: data, total };
}

interface AssignFormProps {
  programId: string;
  /** The one that is chosen to begin with. */
  chosen: Reward | null;
  /** Goes to make another one. */
  onNew: () => void;
  onClose: () => void;
}

/** Lets members of the program have one of the project's rewards. */
export function AssignForm({ programId, chosen, onNew, onClose }: AssignFormProps) {
  const t = useRewardText();
  const [reward, setReward] = useState(chosen);
  const [price, setPrice] = useState("");
  const [auto_redeem, setAuto] = useState(false);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure } = useAct();
  const points = wholeOf(price) ?? 0;
  const isPriced = reward !== null && reward.type !== "COIN";
  const isWrong = isPriced && points < 1;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isWrong || reward === null) return;
    let made: string[] = [];
    const run = async () => {
      const terms = isPriced ? { loyalty: { points, auto_redeem } } : undefined;
      made = await assign(programId, reward.id, terms);
      return made;
    };
    const undo = () => Promise.all(made.map((id) => unassign(programId, id)));
    const done = t("assigned", { name: reward.name });
    if (await act({ run, undo, done, refresh: [`rewards of ${programId}`] })) onClose();
  };
  return (
    <Dialog title={t("assign")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <RewardPicker value={reward} onReward={setReward} />
        {isPriced && (
          <>
            <TextField
              label={t("assign.points")}
              error={isTried && isWrong ? t("assign.points.wrong") : undefined}
              inputMode="numeric"
              value={price}
              onText={setPrice}
            />
            <label class="check">
              <input
                type="checkbox"
                checked={auto_redeem}
                onChange={(event) => setAuto(event.currentTarget.checked)}
              />
              {t("assign.auto")}
            </label>
          </>
        )}
        <p class="bad small">{failure}</p>
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy} disabled={reward === null}>
            {t("assign.deed")}
          </Button>
          <Button onClick={onNew}>{t("assign.new")}</Button>
        </div>
      </form>
    </Dialog>
  );
}

interface RewardPickerProps {
  value: Reward | null;
  onReward: (reward: Reward) => void;
}

function RewardPicker({ value, onReward }: RewardPickerProps) {
  const t = useRewardText();
  return (
    <RadioList
      name="rewards"
      legend={t("assign.which")}
      load={load}
      value={value?.id ?? null}
      onChoice={onReward}
      says={({ name, type }) => (
        <>
          {name}
          <span class="soft small"> · {t(`kind.${type}`)}</span>
        </>
      )}
      empty={<State icon={Gift} title={t("assign.none")} text={t("assign.none.text")} />}
    />
  );
}
