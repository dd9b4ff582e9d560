import type { ComponentChildren } from "preact";
import { TextField } from "../../../../shared/parts/field";
import { MOST_CODES } from "../codes";
import type { StepProps } from "./new-campaign";
import { problemsIn } from "./steps";
import { useCreateText } from "./texts";

/** What stands for the drawn characters, so that somebody sees what a code will look like. */
const DRAWN = "7KQ2XM9BR4WD";

export function sampleOf(pattern: string): string {
  let at = 0;
  return pattern.replaceAll("#", () => DRAWN[at++ % DRAWN.length] ?? "");
}

/** How many codes there are, what they look like, and how often each goes. */
export function CodesStep(props: StepProps) {
  const t = useCreateText();
  const { draft, set, isTried, wrong } = props;
  const isWrong = isTried && problemsIn("codes", draft, "EUR").includes("count");
  const refused = wrong?.field === "count" ? wrong.text : undefined;
  return (
    <CodesFields {...props}>
      <TextField
        label={t("count")}
        hint={t("count.hint")}
        error={isWrong ? t("wrong.count", { most: MOST_CODES }) : refused}
        inputMode="numeric"
        value={draft.count}
        onText={(text) => set({ count: text })}
      />
    </CodesFields>
  );
}

type CodesFieldsProps = StepProps & { children?: ComponentChildren };

/** What codes look like, and how often each goes. */
export function CodesFields({ draft, set, isTried, wrong, children }: CodesFieldsProps) {
  const t = useCreateText();
  const { kind, pattern, uses, joinsOnce } = draft;
  const problems = isTried ? problemsIn("codes", draft, "EUR") : [];
  const errorOf = (field: "pattern" | "uses") => {
    if (problems.includes(field)) return t(`wrong.${field}`);
    return wrong?.field === field ? wrong.text : undefined;
  };
  const sample = pattern.includes("#") ? t("pattern.sample", { sample: sampleOf(pattern) }) : null;
  return (
    <>
      <div class="fields">
        {children}
        <TextField
          label={t("pattern")}
          hint={sample ?? t("pattern.hint")}
          error={errorOf("pattern")}
          placeholder="SUMMER-####-####"
          value={pattern}
          onText={(text) => set({ pattern: text })}
        />
        {kind !== "GIFT_VOUCHERS" && kind !== "LOYALTY_PROGRAM" && (
          <TextField
            label={t("uses")}
            hint={t("uses.hint")}
            error={errorOf("uses")}
            inputMode="numeric"
            value={uses}
            onText={(text) => set({ uses: text })}
          />
        )}
      </div>
      {kind !== "LOYALTY_PROGRAM" && (
        <label class="check">
          <input
            type="checkbox"
            checked={joinsOnce}
            onChange={(event) => set({ joinsOnce: event.currentTarget.checked })}
          />
          {t("joins")}
        </label>
      )}
    </>
  );
}
