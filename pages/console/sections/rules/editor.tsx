import type { TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { answerOf, type Schemas } from "../../../../clients/typescript/src";
import type { Rules } from "../../../../src/model/rule";
import { Button } from "../../../shared/parts/button";
import { TextField } from "../../../shared/parts/field";
import { useAct } from "../../acts";
import { useKnown } from "../../parts/cart/known";
import { sample } from "../../parts/cart/sample";
import { Head } from "../../parts/head";
import { Back } from "../../parts/one";
import { letGo, useUnsaved } from "../../parts/unsaved";
import { wrongOf } from "../../parts/wrong";
import { server } from "../../session";
import { Assigned } from "./assigned";
import { BundleBox } from "./bundle";
import { type BundleDraft, bundleDraftOf, bundleRulesOf, NO_BUNDLE } from "./bundle-draft";
import { draftAbout } from "./condition";
import { DeleteRule } from "./delete-rule";
import { EMPTY, type Level, levelOf, rulesOf } from "./draft";
import { LevelBox } from "./level";
import { type ApplicableTo, Reach } from "./reach";
import { SeenContext } from "./seen";
import { useRuleText } from "./texts";
import { type Trial, tryRule } from "./trial";
import { TryIt, Verdict } from "./try-it";

export type Rule = Schemas["ValidationRule"];

/** The cast holds: what the service answers it has checked by the engine's own table. */
const rulesIn = ({ rules }: Rule): Rules => rules as Rules;

interface Draft {
  name: string;
  level: Level;
  message: string;
  reach: ApplicableTo;
  bundle: BundleDraft;
}

const NOTHING: Draft = {
  name: "",
  level: EMPTY,
  message: "",
  reach: { included: [], excluded: [], included_all: false },
  bundle: NO_BUNDLE,
};

const draftOf = (rule: Rule): Draft => ({
  name: rule.name,
  level: levelOf(rulesIn(rule)),
  message: rule.error?.message ?? "",
  reach: rule.applicable_to,
  bundle: bundleDraftOf(rule.bundle_rules),
});

const bodyOf = ({ name, level, message, reach, bundle }: Draft) => ({
  name: name.trim(),
  rules: { ...rulesOf(level) },
  error: message === "" ? null : { message },
  applicable_to: reach,
  bundle_rules: bundleRulesOf(bundle),
});

function useTrial(draft: Draft): { trial: Trial | null; error: unknown } {
  const now = sample.use();
  const rules = rulesOf(draft.level);
  const tried = {
    rules,
    error: draft.message === "" ? null : { message: draft.message },
    applicable_to: draft.reach,
    bundle_rules: bundleRulesOf(draft.bundle),
  };
  const { known, error } = useKnown(tried, now.customer);
  return { trial: known && tryRule(tried, now, known), error };
}

/** A rule in boxes, beside a cart on which it is tried while it is built. */
export function Editor({ rule }: { rule: Rule | null }) {
  const t = useRuleText();
  const [, go] = useLocation();
  const [was] = useState(() => (rule ? draftOf(rule) : NOTHING));
  const [draft, setDraft] = useState(was);
  useUnsaved(JSON.stringify(draft) !== JSON.stringify(was));
  const [isTried, setTried] = useState(false);
  const { act, isBusy, failure, error: refused } = useAct();
  const wrong = wrongOf(refused);
  const { trial, error } = useTrial(draft);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const { name } = draft;

  const create = () => answerOf(server().POST("/v1/validation-rules", { body: bodyOf(draft) }));
  const change = (id: string, body: ReturnType<typeof bodyOf>) => {
    const path = { validationRuleId: id };
    const call = server().PUT("/v1/validation-rules/{validationRuleId}", {
      params: { path },
      body,
    });
    return answerOf(call);
  };
  const save = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (name.trim() === "" || trial?.verdict === "unfinished") return;
    if (rule === null) {
      const made = await act({ run: create, done: t("made", { name }), refresh: ["rules"] });
      if (!made) return;
      letGo();
      go(`/rules/${made.id}`);
      return;
    }
    const undo = () => change(rule.id, bodyOf(draftOf(rule)));
    const run = () => change(rule.id, bodyOf(draft));
    await act({ run, undo, done: t("saved", { name }), refresh: ["rule", "rules"] });
  };
  return (
    <SeenContext.Provider value={{ trial, isTried }}>
      <form class="stack" onSubmit={(event) => void save(event)} noValidate>
        <Back href="/rules">{t("back")}</Back>
        <Head title={rule?.name ?? t("new")}>
          <div class="row">
            {rule && <DeleteRule rule={rule} />}
            <Button look="main" type="submit" isBusy={isBusy}>
              {t(rule ? "save" : "create")}
            </Button>
          </div>
        </Head>
        {failure && wrong?.path !== "name" && (
          <p role="alert" class="notice bad break">
            {failure}
          </p>
        )}
        <div class="rule-halves">
          <div class="stack">
            {trial && (
              <a href="#try" class="rule-jump">
                <Verdict trial={trial} />
              </a>
            )}
            <TextField
              label={t("name")}
              maxLength={255}
              value={name}
              error={
                isTried && name.trim() === ""
                  ? t("name.missing")
                  : wrong?.path === "name"
                    ? wrong.text
                    : undefined
              }
              onText={(next) => set({ name: next })}
            />
            <section class="card stack">
              <h2>{t("conditions")}</h2>
              <LevelBox
                level={draft.level}
                onLevel={(level) => set({ level })}
                prefix=""
                fresh={draftAbout("order.amount")}
              />
              <TextField
                label={t("message")}
                hint={t("message.hint")}
                maxLength={1000}
                value={draft.message}
                onText={(message) => set({ message })}
              />
            </section>
            <Reach reach={draft.reach} onReach={(reach) => set({ reach })} />
            <BundleBox draft={draft.bundle} onDraft={(bundle) => set({ bundle })} />
          </div>
          <TryIt trial={trial} error={error} />
        </div>
      </form>
      {rule && <Assigned rule={rule} />}
    </SeenContext.Provider>
  );
}
