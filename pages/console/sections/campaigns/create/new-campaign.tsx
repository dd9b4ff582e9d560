import type { TargetedSubmitEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLocation, useSearchParams } from "wouter-preact";
import { ServiceError } from "../../../../../clients/typescript/src";
import { Button } from "../../../../shared/parts/button";
import { useAct } from "../../../acts";
import { Head } from "../../../parts/head";
import { Back } from "../../../parts/one";
import { wrongOf } from "../../../parts/wrong";
import { useProject } from "../../../session";
import { CodesStep } from "./codes-step";
import { type Draft, dropDraft, useDraft } from "./draft";
import { KindStep } from "./kind-step";
import { make } from "./make";
import { Review } from "./review";
import { RulesStep } from "./rules-step";
import { Steps } from "./step-list";
import { isComplete, type Misplaced, placeOf, type Step, stepsFor } from "./steps";
import { useCreateText } from "./texts";
import { WhenStep } from "./when-step";
import { WorthStep } from "./worth-step";

export interface StepProps {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** Whether what is missing is told. */
  isTried: boolean;
  /** What the service said of this step. */
  wrong: Misplaced | null;
}

const PAGES = {
  kind: KindStep,
  worth: WorthStep,
  when: WhenStep,
  codes: CodesStep,
  rules: RulesStep,
};

/** A campaign from nothing to its codes, step by step; the step stands in the address. */
export function NewCampaign() {
  const t = useCreateText();
  const { id, currency } = useProject();
  const [, go] = useLocation();
  const [params, setParams] = useSearchParams();
  const { draft, set: keep } = useDraft(id);
  const [isTried, setTried] = useState(false);
  const [wrong, setWrong] = useState<Misplaced | null>(null);
  const { act, isBusy, failure, clear } = useAct();
  const steps = stepsFor(draft.kind);
  const asked = steps.find((one) => one === params.get("step")) ?? "kind";
  // Nobody gets past a step that is not done, not even by an address.
  const open = steps.find((one) => !isComplete(one, draft, currency)) ?? "review";
  const step = steps.indexOf(asked) > steps.indexOf(open) ? open : asked;
  const at = steps.indexOf(step);
  const show = (next: Step) => {
    setTried(false);
    setParams({ step: next });
  };
  const set = (change: Partial<Draft>) => {
    setWrong(null);
    clear();
    keep(change);
  };
  const create = async () => {
    const run = async () => {
      try {
        return await make(draft, currency);
      } catch (error) {
        const found = wrongOf(error);
        const key = error instanceof ServiceError ? error.key : null;
        if (found) {
          const place = placeOf(found, key);
          setWrong(place);
          show(place.step);
        }
        throw error;
      }
    };
    const made = await act({
      run,
      done: t("created", { name: draft.name }),
      refresh: ["campaigns"],
    });
    if (!made) return;
    dropDraft();
    go(`/campaigns/${made.id}${made.work === null ? "" : `?work=${made.work}`}`);
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (step === "review") return void create();
    setTried(true);
    const next = steps[at + 1];
    if (next && isComplete(step, draft, currency)) show(next);
  };

  // Whoever goes on by keyboard or hears the page is brought to what is new.
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (!first.current) heading.current?.focus();
    first.current = false;
  }, [step]);

  const shown: StepProps = { draft, set, isTried, wrong: wrong?.step === step ? wrong : null };
  const Page = step === "review" ? null : PAGES[step];
  return (
    <>
      <Back href="/campaigns">{t("back")}</Back>
      <Head title={t("title")}>
        <Button
          look="plain little"
          onClick={() => {
            dropDraft();
            show("kind");
          }}
        >
          {t("drop")}
        </Button>
      </Head>
      <Steps steps={steps} step={step} until={steps.indexOf(open)} onStep={show} />
      <form class="card stack loose create" noValidate onSubmit={submit}>
        <h2 ref={heading} tabIndex={-1}>
          {t(`step.${step}`)}
        </h2>
        {Page ? <Page {...shown} /> : <Review draft={draft} onStep={show} />}
        {step === "review" && failure && (
          <p role="alert" class="notice bad break">
            {failure}
          </p>
        )}
        <div class="apart">
          {at > 0 ? (
            <Button onClick={() => show(steps[at - 1] ?? "kind")}>{t("before")}</Button>
          ) : (
            <span />
          )}
          <Button look="main" type="submit" isBusy={isBusy}>
            {t(step === "review" ? "create" : "next")}
          </Button>
        </div>
      </form>
    </>
  );
}
