import "./stacking.css";
import { useQuery } from "@tanstack/preact-query";
import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../../shared/parts/button";
import { useAct } from "../../acts";
import { AskedButton } from "../../parts/asked";
import { ChoiceCards } from "../../parts/choice-cards";
import { Head } from "../../parts/head";
import { Loaded } from "../../parts/one";
import { useUnsaved } from "../../parts/unsaved";
import { wrongOf } from "../../parts/wrong";
import { useProject } from "../../session";
import { Categories } from "./categories";
import {
  type Draft,
  draftOf,
  isCount,
  MODES,
  MOST_OF_CATEGORY,
  type Rules,
  wrongLimits,
} from "./draft";
import { Limits } from "./limits";
import { areDefaults, load, putBack, reset, save } from "./load";
import { useStackingText } from "./texts";

/** How redeemables combine in this project. */
export default function Stacking() {
  const t = useStackingText();
  const { id } = useProject();
  const query = useQuery({
    queryKey: ["stacking", id],
    queryFn: () => load(id),
  });
  const { data } = query;
  const isOwn = data !== undefined && !areDefaults(id, data);
  return (
    <>
      <Head
        title={t("title")}
        lead={t("lead")}
        beside={
          data && (
            <span class={`badge ${isOwn ? "accent" : ""}`}>
              {t(isOwn ? "is.own" : "is.default")}
            </span>
          )
        }
      >
        {isOwn && <Reset rules={data} />}
      </Head>
      <Loaded query={query} lines={8}>
        {(rules) => <RulesForm key={rules.updated_at ?? rules.id} rules={rules} />}
      </Loaded>
    </>
  );
}

const refresh = ["stacking"];

function Reset({ rules }: { rules: Rules }) {
  const t = useStackingText();
  const { id } = useProject();
  const { act, isBusy } = useAct();
  const confirm = async (close: () => void) => {
    const undo = () => putBack(id, rules);
    await act({ run: () => reset(id), undo, done: t("reset.done"), refresh });
    close();
  };
  return (
    <AskedButton
      deed={t("reset")}
      title={t("reset.title")}
      text={t("reset.text")}
      isBusy={isBusy}
      onConfirm={confirm}
    />
  );
}

const NAMES = [
  "redeemables_application_mode",
  "redeemables_sorting_rule",
  "redeemables_products_application_mode",
  "discount_calculation_mode",
  "redeemables_no_effect_rule",
  "redeemables_rollback_order_mode",
] as const;

function RulesForm({ rules }: { rules: Rules }) {
  const t = useStackingText();
  const { id } = useProject();
  const [draft, setDraft] = useState(() => draftOf(rules));
  const { act, isBusy, failure, error } = useAct();
  const wrong = wrongOf(error);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(rules));
  useUnsaved(isChanged);
  const isComplete =
    Object.keys(wrongLimits(draft)).length === 0 &&
    Object.values(draft.categoryLimits).every((text) => !text || isCount(text, MOST_OF_CATEGORY));
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isComplete) return;
    const undo = () => putBack(id, rules);
    void act({ run: () => save(id, draft), undo, done: t("saved"), refresh });
  };
  return (
    <form class="stack loose stacking" noValidate onSubmit={submit}>
      <section class="card stack">
        <h2>{t("limits")}</h2>
        <Limits draft={draft} wrong={wrong} onLimits={(limits) => set({ limits })} />
      </section>
      <section class="card stack loose">
        <h2>{t("modes")}</h2>
        {NAMES.map((name) => (
          <ChoiceCards<string>
            key={name}
            label={t(name)}
            value={draft.modes[name]}
            choices={MODES[name].map((value) => ({
              value,
              title: t(`${name}.${value}` as "redeemables_application_mode.ALL"),
              text: t(`${name}.${value}.text` as "redeemables_application_mode.ALL.text"),
            }))}
            onValue={(value) => set({ modes: { ...draft.modes, [name]: value } })}
          />
        ))}
      </section>
      <Categories draft={draft} onDraft={set} />
      {failure && !(wrong && wrong.path in draft.limits) && (
        <p role="alert" class="notice bad">
          {failure}
        </p>
      )}
      <div class={`row ${isChanged ? "stacking-save" : ""}`}>
        <Button look="main" type="submit" isBusy={isBusy} disabled={!isChanged || !isComplete}>
          {t("save")}
        </Button>
        {isChanged && <Button onClick={() => setDraft(draftOf(rules))}>{t("drop")}</Button>}
      </div>
    </form>
  );
}
