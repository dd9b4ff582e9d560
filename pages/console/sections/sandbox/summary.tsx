import { Ban, CircleCheck } from "lucide-preact";
import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { useProject } from "../../session";
import { type Turn, turnsOf, type Validation } from "./ask";
import { useSandboxText } from "./texts";

type Step = NonNullable<Turn["explanation"]>["stacking"];

/** What the order comes to before the first turn and after the last one that applies. */
function endsOf(validation: Validation) {
  const steps = turnsOf(validation).flatMap(({ explanation }) => explanation?.stacking ?? []);
  const known = (pick: (step: Step) => number | null | undefined) =>
    steps.flatMap((step) => pick(step) ?? []);
  return {
    before: known((step) => step.amount_before).at(0) ?? null,
    after: known((step) => step.amount_after).at(-1) ?? null,
  };
}

/** Whether all of it can be redeemed, what it costs then, and the rules that it was decided by. */
export function Summary({ validation }: { validation: Validation }) {
  const t = useSandboxText();
  const spoken = language.use();
  const { currency } = useProject();
  const { valid, stacking_rules: rules } = validation;
  const { before, after: reached } = endsOf(validation);
  // What cannot be redeemed takes nothing off, however far its turns got.
  const after = valid ? reached : before;
  const shown = (minor: number | null) => (minor === null ? "–" : money(minor, currency, spoken));
  const Icon = valid ? CircleCheck : Ban;
  const off = before === null || after === null ? null : before - after;
  return (
    <div class="card stack">
      <output class={`notice ${valid ? "good" : "bad"}`}>
        <Icon size={18} aria-hidden="true" />
        <span class="strong">{t(valid ? "valid" : "invalid")}</span>
      </output>
      <dl class="sandbox-sum">
        <div>
          <dt>{t("before")}</dt>
          <dd>{shown(before)}</dd>
        </div>
        <div>
          <dt>{t("off")}</dt>
          <dd class="good">{shown(off)}</dd>
        </div>
        <div>
          <dt>{t("after")}</dt>
          <dd class="strong">{shown(after)}</dd>
        </div>
      </dl>
      <p class="row tight">
        <span class="badge">{t(`mode.${rules.redeemables_application_mode}`)}</span>
        <span class="badge">{t(`sort.${rules.redeemables_sorting_rule}`)}</span>
        <span class="badge">{t("most", { n: rules.applicable_redeemables_limit })}</span>
      </p>
    </div>
  );
}
