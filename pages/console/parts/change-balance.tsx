import type { ComponentChildren, TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../shared/parts/button";
import { Dialog } from "../../shared/parts/dialog";
import { TextField } from "../../shared/parts/field";
import { wholeOf } from "./whole";

interface Texts {
  title: string;
  by: string;
  hint: string;
  /** Said of what is no such number, or of 0. */
  wrong: string;
  reason: string;
  save: string;
}

interface ChangeBalanceProps {
  texts: Texts;
  /** Reads what was written; null where it is no number. */
  read?: (text: string) => number | null;
  isBusy: boolean;
  failure: string | null;
  /** What is asked beside, for the number that is written so far. */
  children?: (by: number) => ComponentChildren;
  /** Answers null where it was refused. */
  onSave: (by: number, reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Adds to a balance, or takes from it. */
export function ChangeBalance(props: ChangeBalanceProps) {
  const { texts, read = wholeOf, isBusy, failure, children, onSave, onClose } = props;
  const [text, setText] = useState("");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const by = read(text) ?? Number.NaN;
  const isWrong = !by;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isWrong && (await onSave(by, reason)) !== null) onClose();
  };
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={texts.by}
          hint={texts.hint}
          error={isTried && isWrong ? texts.wrong : (failure ?? undefined)}
          inputMode="decimal"
          value={text}
          onText={setText}
        />
        {children?.(by)}
        <TextField label={texts.reason} value={reason} onText={setReason} />
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
