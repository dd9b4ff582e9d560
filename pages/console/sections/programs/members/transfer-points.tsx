import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { Dialog } from "../../../../shared/parts/dialog";
import { TextField } from "../../../../shared/parts/field";
import { useAct } from "../../../acts";
import { wholeOf } from "../../../parts/whole";
import { server } from "../../../session";
import { movedOn } from "./deeds";
import type { MemberCard } from "./member";
import { useMemberText } from "./texts";

interface FormProps {
  programId: string;
  card: MemberCard;
  onClose: () => void;
}

/** Moves points to this card from another. */
export function TransferPoints({ programId, card, onClose }: FormProps) {
  const t = useMemberText();
  const [from, setFrom] = useState("");
  const [entered, setEntered] = useState("");
  const [reason, setReason] = useState("");
  // One key for all tries, so that what was sent twice is moved once.
  const [key] = useState(() => crypto.randomUUID());
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure } = useAct();
  const points = wholeOf(entered) ?? 0;
  const isWrong = points < 1;
  const code = from.trim();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isWrong || code === "") return;
    const params = {
      path: { campaignId: programId, memberId: card.code },
      header: { "Idempotency-Key": key },
    };
    const body = [{ code, points, ...(reason && { reason }) }];
    const run = () =>
      answerOf(
        server().POST("/v1/loyalties/{campaignId}/members/{memberId}/transfers", { params, body }),
      );
    const done = t("transferred", { n: points, code });
    if (await act({ run, done, refresh: movedOn(programId, card.code) })) onClose();
  };
  return (
    <Dialog title={t("transfer")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("transfer.from")}
          hint={t("transfer.hint")}
          error={isTried && code === "" ? t("transfer.missing") : (failure ?? undefined)}
          value={from}
          onText={setFrom}
        />
        <TextField
          label={t("transfer.points")}
          error={isTried && isWrong ? t("transfer.whole") : undefined}
          inputMode="numeric"
          value={entered}
          onText={setEntered}
        />
        <TextField label={t("reason")} value={reason} onText={setReason} />
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("transfer.deed")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
