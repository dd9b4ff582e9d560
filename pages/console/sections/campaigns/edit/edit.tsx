import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { answerOf, ServiceError } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { useDiscountText } from "../../../parts/discount-texts";
import { Head } from "../../../parts/head";
import { MetadataFields } from "../../../parts/metadata-fields";
import { One } from "../../../parts/one";
import { wrongOf } from "../../../parts/wrong";
import { server, useProject } from "../../../session";
import { CodesFields } from "../create/codes-step";
import { NameFields } from "../create/kind-step";
import type { StepProps } from "../create/new-campaign";
import { hasDiscount, isComplete, placeOf, type Step } from "../create/steps";
import { WhenStep } from "../create/when-step";
import { WorthStep } from "../create/worth-step";
import type { Campaign } from "../facts";
import { campaignOf } from "../load";
import { CategoryField } from "./category-field";
import { changeOf, draftOfCampaign, type EditDraft } from "./draft";
import { useEditText } from "./texts";

/** Changes a campaign that is there. */
export function EditCampaign({ id }: { id: string }) {
  const t = useEditText();
  return (
    <One
      name={["campaigns", id, "edit"]}
      load={() => campaignOf(id)}
      back={[`/campaigns/${id}`, t("back")]}
    >
      {(campaign) => <Form key={campaign.updated_at ?? "made"} campaign={campaign} />}
    </One>
  );
}

const put = (campaignId: string, body: ReturnType<typeof changeOf>) =>
  answerOf(server().PUT("/v1/campaigns/{campaignId}", { params: { path: { campaignId } }, body }));

function Form({ campaign }: { campaign: Campaign }) {
  const t = useEditText();
  const [, go] = useLocation();
  const { currency } = useProject();
  const [was] = useState(() => draftOfCampaign(campaign, currency));
  const [draft, setDraft] = useState(was);
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error, clear } = useAct();
  const found = wrongOf(error);
  const place = found && placeOf(found, error instanceof ServiceError ? error.key : null);
  const set = (change: Partial<EditDraft>) => {
    clear();
    setDraft({ ...draft, ...change });
  };
  const steps: readonly Step[] =
    draft.kind === "PROMOTION"
      ? ["kind", "when"]
      : ["kind", ...(draft.isDiscountKept ? [] : (["worth"] as const)), "when", "codes"];
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!steps.every((step) => isComplete(step, draft, currency))) return;
    const done = await act({
      run: () => put(campaign.id, changeOf(draft, was, currency)),
      undo: () => put(campaign.id, changeOf(was, draft, currency)),
      done: t("saved", { name: draft.name.trim() }),
      refresh: ["campaigns", "programs", "vouchers"],
    });
    if (done) go(`/campaigns/${campaign.id}`);
  };
  const props = (step: Step): StepProps => ({
    draft,
    set,
    isTried,
    wrong: place?.step === step ? place : null,
  });
  return (
    <>
      <Head title={t("title", { name: campaign.name })} />
      <form class="stack edit" noValidate onSubmit={(event) => void submit(event)}>
        <section class="card stack">
          <h2>{t("about")}</h2>
          <NameFields {...props("kind")} />
          <CategoryField
            label={t("category")}
            value={draft.category}
            error={place?.field === "category" ? place.text : undefined}
            onCategory={(category) => set({ category })}
          />
        </section>
        {draft.kind !== "PROMOTION" && <Worth {...props("worth")} draft={draft} />}
        <section class="card stack">
          <h2>{t("when")}</h2>
          <WhenStep {...props("when")} />
        </section>
        {draft.kind !== "PROMOTION" && (
          <section class="card stack">
            <div>
              <h2>{t("codes")}</h2>
              <p class="soft">{t("codes.text")}</p>
            </div>
            <CodesFields {...props("codes")} />
            {draft.kind === "LOYALTY_PROGRAM" && (
              <label class="check">
                <input
                  type="checkbox"
                  checked={draft.joinsByItself}
                  onChange={(event) => set({ joinsByItself: event.currentTarget.checked })}
                />
                {t("joins.auto")}
              </label>
            )}
          </section>
        )}
        <section class="card">
          <MetadataFields
            rows={draft.metadata}
            error={place?.field === "metadata" ? place.text : undefined}
            onRows={(metadata) => set({ metadata })}
          />
        </section>
        {failure && (place === null || place.step === "review") && (
          <p role="alert" class="notice bad break">
            {failure}
          </p>
        )}
        <div class="row">
          <Button look="main" type="submit" isBusy={isBusy}>
            {t("save")}
          </Button>
          <Link href={`/campaigns/${campaign.id}`} class="button">
            {t("cancel")}
          </Link>
        </div>
      </form>
    </>
  );
}

function Worth(props: StepProps & { draft: EditDraft }) {
  const t = useEditText();
  const d = useDiscountText();
  const { kind, isDiscountKept } = props.draft;
  return (
    <section class="card stack">
      <div>
        <h2>{t("worth")}</h2>
        <p class="soft">{t(hasDiscount(kind) ? "worth.discount" : "worth.card")}</p>
      </div>
      {isDiscountKept ? <p class="notice">{d("kept")}</p> : <WorthStep {...props} isMade />}
    </section>
  );
}
