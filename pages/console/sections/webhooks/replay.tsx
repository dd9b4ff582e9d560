import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { Submit } from "../../parts/submit";
import { management } from "../../session";
import { useWebhookText } from "./texts";

const REPLAY =
  "/management/v1/projects/{projectId}/webhooks/{webhookId}/deliveries/replay" as const;

interface WebhookPath {
  projectId: string;
  webhookId: string;
}

type Asked = { status: "DEAD" } | { from_sequence: number; to_sequence: number };

/** Sends again all that is asked for, however often the service says that there is more. */
async function replayAll(path: WebhookPath, asked: Asked): Promise<number> {
  const call = management().POST(REPLAY, { params: { path }, body: asked });
  const { replayed, has_more, next_sequence } = await answerOf(call);
  if (!has_more) return replayed;
  const rest =
    "status" in asked || next_sequence === null
      ? asked
      : { ...asked, from_sequence: next_sequence };
  return replayed + (await replayAll(path, rest));
}

interface ReplayProps {
  path: WebhookPath;
  /** Asked again when it is done. */
  refresh: readonly string[];
}

/** Ways to send much again: what was given up, or all of a range. */
export function Replay({ path, refresh }: ReplayProps) {
  const t = useWebhookText();
  const [isAsked, setAsked] = useState(false);
  const { act, isBusy } = useAct();
  const dead = () =>
    act({
      run: () => replayAll(path, { status: "DEAD" }),
      done: (n) => t("replayed", { n }),
      refresh,
    });
  return (
    <div class="row tight">
      <Button onClick={() => setAsked(true)}>{t("replay.range")}</Button>
      <Button isBusy={isBusy} onClick={() => void dead()}>
        {t("replay.dead")}
      </Button>
      {isAsked && <RangeForm path={path} refresh={refresh} onClose={() => setAsked(false)} />}
    </div>
  );
}

const isNumber = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text.trim());

function RangeForm({ path, refresh, onClose }: ReplayProps & { onClose: () => void }) {
  const t = useWebhookText();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure } = useAct();
  const isBackwards = isNumber(from) && isNumber(to) && Number(from) > Number(to);
  const wrong = (text: string) =>
    isTried && !isNumber(text) ? t("replay.range.wrong") : undefined;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isNumber(from) || !isNumber(to) || isBackwards) return;
    const asked = { from_sequence: Number(from), to_sequence: Number(to) };
    const run = () => replayAll(path, asked);
    if ((await act({ run, done: (n) => t("replayed", { n }), refresh })) !== null) onClose();
  };
  return (
    <Dialog title={t("replay.range")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <p class="soft">{t("replay.range.text")}</p>
        <div class="fields">
          <TextField
            label={t("replay.from")}
            inputMode="numeric"
            error={wrong(from)}
            value={from}
            onText={setFrom}
          />
          <TextField
            label={t("replay.to")}
            inputMode="numeric"
            error={wrong(to) ?? (isTried && isBackwards ? t("replay.backwards") : undefined)}
            value={to}
            onText={setTo}
          />
        </div>
        <Submit text={t("again")} isBusy={isBusy} failure={failure} />
      </form>
    </Dialog>
  );
}
