import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { answerOf } from "../../../../clients/typescript/src";
import { Button } from "../../../shared/parts/button";
import { SelectField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { CampaignField } from "../../parts/campaign-field";
import { Back } from "../../parts/one";
import { server } from "../../session";
import { Columns } from "./columns";
import { bodyOf, type Draft, draftFor, isComplete } from "./draft";
import { Filters } from "./filters";
import { KIND_NAMES, kindOf } from "./kinds";
import { useExportText } from "./texts";

/** What is exported, in which columns, which rows of it, and in which order. */
export function NewExport() {
  const t = useExportText();
  const [, go] = useLocation();
  const [params] = useSearchParams();
  const [draft, setDraft] = useState(() =>
    draftFor(
      KIND_NAMES.find((name) => name === params.get("kind")) ?? "voucher",
      params.get("campaign") ?? "",
    ),
  );
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure } = useAct();
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const { kind, order, campaign } = draft;
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isComplete(draft)) return;
    const run = () => answerOf(server().POST("/v1/exports", { body: bodyOf(draft) }));
    if (await act({ run, done: t("started"), refresh: ["exports"] })) go("/exports");
  };
  const orders = kindOf(kind).orders.flatMap((name) => [
    [name, t("order.up", { name })] as const,
    [`-${name}`, t("order.down", { name })] as const,
  ]);
  return (
    <>
      <Back href="/exports">{t("back")}</Back>
      <header>
        <h1>{t("new")}</h1>
        <p class="soft">{t("lead")}</p>
      </header>
      <form class="stack export-form" noValidate onSubmit={(event) => void submit(event)}>
        <section class="card fields">
          <SelectField
            label={t("kind")}
            value={kind}
            choices={KIND_NAMES.map((name) => [name, t(`kind.${name}`)] as const)}
            onValue={(next) =>
              setDraft(draftFor(KIND_NAMES.find((name) => name === next) ?? kind, campaign))
            }
          />
          <SelectField
            label={t("order")}
            value={order || (orders[0]?.[0] ?? "")}
            choices={orders}
            onValue={(next) => set({ order: next })}
          />
          {kind === "voucher" && (
            <CampaignField
              label={t("of-campaign")}
              value={campaign}
              onCampaign={(id) => set({ campaign: id })}
            />
          )}
        </section>
        <Filters draft={draft} isTried={isTried} onDraft={set} />
        <Columns draft={draft} isTried={isTried} onDraft={set} />
        {failure && (
          <p role="alert" class="notice bad break">
            {failure}
          </p>
        )}
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("start")}
          </Button>
        </div>
      </form>
    </>
  );
}
