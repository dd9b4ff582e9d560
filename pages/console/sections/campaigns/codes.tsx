import { Download, Plus, Ticket, Upload } from "lucide-preact";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { Dialog } from "../../../shared/parts/dialog";
import { Field, TextField } from "../../../shared/parts/field";
import { say } from "../../../shared/parts/toasts";
import { useAct } from "../../acts";
import { wholeOf } from "../../parts/whole";
import { server } from "../../session";
import type { Campaign } from "./facts";
import { useCampaignText } from "./texts";

export const MOST_CODES = 20_000_000;

interface CodesProps {
  campaign: Campaign;
  /** Begins to wait for work in the background. */
  onWork: (actionId: string) => void;
}

/** The codes of a campaign: how many, where they are, and how there come to be more. */
export function Codes({ campaign: { id, name, vouchers_count = 0 }, onWork }: CodesProps) {
  const t = useCampaignText();
  const [asked, setAsked] = useState<"add" | "import" | null>(null);
  const close = () => setAsked(null);
  const wait = (actionId: string | null) => {
    close();
    if (actionId !== null) onWork(actionId);
  };
  return (
    <section class="card apart">
      <h2>{t("codes.count", { n: vouchers_count })}</h2>
      <div class="row tight codes-deeds">
        <Link href={`/vouchers?campaign=${encodeURIComponent(name)}`} class="button">
          <Ticket size={16} aria-hidden="true" />
          {t("codes.show")}
        </Link>
        <Link href={`/exports/new?kind=voucher&campaign=${id}`} class="button">
          <Download size={16} aria-hidden="true" />
          {t("codes.export")}
        </Link>
        <Button onClick={() => setAsked("import")}>
          <Upload size={16} aria-hidden="true" />
          {t("codes.import")}
        </Button>
        <Button look="main" onClick={() => setAsked("add")}>
          <Plus size={16} aria-hidden="true" />
          {t("codes.add")}
        </Button>
      </div>
      {asked === "add" && <AddForm id={id} onDone={wait} onClose={close} />}
      {asked === "import" && <ImportForm id={id} onDone={wait} onClose={close} />}
    </section>
  );
}

interface FormProps {
  id: string;
  onDone: (actionId: string | null) => void;
  onClose: () => void;
}

function AddForm({ id, onDone, onClose }: FormProps) {
  const t = useCampaignText();
  const [count, setCount] = useState("100");
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure } = useAct();
  const vouchers_count = wholeOf(count) ?? 0;
  const isWrong = vouchers_count < 1 || vouchers_count > MOST_CODES;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (isWrong) return;
    const params = { path: { campaignId: id }, query: { vouchers_count } };
    const run = () => answerOf(server().POST("/v1/campaigns/{campaignId}/vouchers", { params }));
    const made = await act({ run, refresh: ["campaigns", "vouchers"] });
    if (!made) return;
    if ("async_action_id" in made) return onDone(made.async_action_id);
    say(t("codes.one", { code: made.code }));
    onDone(null);
  };
  return (
    <Dialog title={t("codes.add")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("codes.add.count")}
          hint={t("codes.add.hint")}
          error={
            isTried && isWrong ? t("codes.add.wrong", { most: MOST_CODES }) : (failure ?? undefined)
          }
          inputMode="numeric"
          value={count}
          onText={setCount}
        />
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("codes.add.do")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ImportForm({ id, onDone, onClose }: FormProps) {
  const t = useCampaignText();
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure } = useAct();
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!file) return;
    const params = { path: { campaignId: id } };
    const run = () =>
      answerOf(server().POST("/v1/campaigns/{campaignId}/importCSV", { params, body: { file } }));
    const begun = await act({ run });
    if (begun) onDone(begun.async_action_id);
  };
  return (
    <Dialog title={t("codes.import")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <p class="soft">{t("codes.import.text")}</p>
        <Field
          label={t("codes.file")}
          error={isTried && !file ? t("codes.file.wrong") : (failure ?? undefined)}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept=".csv,text/csv"
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            />
          )}
        </Field>
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("codes.import.do")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
