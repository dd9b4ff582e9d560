import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { Button } from "../../../shared/parts/button";
import { Field } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { CampaignField } from "../../parts/campaign-field";
import { ChoiceCards } from "../../parts/choice-cards";
import { Back } from "../../parts/one";
import { KIND_NAMES, KINDS, type Kind, NoList, start } from "./kinds";
import { useImportText } from "./texts";

/** Chooses a file and what is in it. */
export function NewImport() {
  const t = useImportText();
  const [, go] = useLocation();
  const [kind, setKind] = useState<Kind>("vouchers");
  const [campaign, setCampaign] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error, clear } = useAct();
  const { columns, format } = KINDS[kind];
  const isNowhere = kind === "campaign" && campaign.trim() === "";
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!file || isNowhere) return;
    const run = () => start(kind, campaign.trim(), file);
    const work = await act({ run, refresh: ["imports"] });
    if (work !== null) go(`/imports/${work}`);
  };
  const refused = error instanceof NoList ? t("file.list") : (failure ?? undefined);
  return (
    <>
      <Back href="/imports">{t("back")}</Back>
      <h1>{t("new")}</h1>
      <form class="card stack loose" noValidate onSubmit={(event) => void submit(event)}>
        <ChoiceCards
          label={t("kind")}
          value={kind}
          choices={KIND_NAMES.map((name) => ({
            value: name,
            title: t(`kind.${name}`),
            text: t(`kind.${name}.text`),
          }))}
          onValue={(next) => {
            setKind(next);
            clear();
          }}
        />
        {kind === "campaign" && (
          <CampaignField
            label={t("campaign")}
            error={isTried && isNowhere ? t("campaign.wrong") : undefined}
            value={campaign}
            onCampaign={setCampaign}
          />
        )}
        {columns.length > 0 && (
          <div class="stack tight">
            <p class="small strong">{t("columns")}</p>
            <div class="row tight">
              {columns.map((title) => (
                <span key={title} class="code">
                  {title}
                </span>
              ))}
            </div>
            <p class="soft small">{t("columns.text")}</p>
          </div>
        )}
        <Field
          label={t("file")}
          hint={t(`file.${format}`)}
          error={isTried && !file ? t("file.wrong") : refused}
        >
          {(control) => (
            <input
              {...control}
              type="file"
              accept={format === "csv" ? ".csv,text/csv" : ".json,application/json"}
              onChange={(event) => {
                setFile(event.currentTarget.files?.[0] ?? null);
                clear();
              }}
            />
          )}
        </Field>
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("start")}
          </Button>
        </div>
      </form>
    </>
  );
}
