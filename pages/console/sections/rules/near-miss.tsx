import { Footprints } from "lucide-preact";
import type { Step } from "../../../../src/engine/near-misses/steps";
import { language } from "../../../shared/language";
import { moment, money } from "../../../shared/money";
import { useNames } from "../../parts/names";
import { useProject } from "../../session";
import { factLabel } from "./facts";
import type { Near } from "./near";
import { useRuleText } from "./texts";

/** What is missing for the rule to hold, and what a code of 10 % would take off then. */
export function NearMissed({ near }: { near: Near }) {
  const t = useRuleText();
  const spoken = language.use();
  const { currency } = useProject();
  return (
    <div class="notice warn">
      <Footprints size={18} aria-hidden="true" />
      <div class="stack tight">
        <p class="strong">{t("near")}</p>
        <ul class="near-steps">
          {near.steps.map((step, at) => (
            <li key={at}>
              <Missing step={step} near={near} />
            </li>
          ))}
        </ul>
        <p class="small">{t("near.saves", { amount: money(near.saving, currency, spoken) })}</p>
      </div>
    </div>
  );
}

function Missing({ step, near }: { step: Step; near: Near }) {
  const t = useRuleText();
  const spoken = language.use();
  const { currency } = useProject();
  const item = step.kind === "units" ? near.order?.items?.[step.line] : undefined;
  const id = item?.sku_id ?? item?.product_id ?? item?.source_id ?? "";
  const segment = step.kind === "segment" ? step.segment : "";
  const nameOf = useNames([id, segment].filter(Boolean));
  if (step.kind === "date") {
    const when = moment(new Date(step.from).toISOString(), spoken);
    return <>{t("near.date", { when })}</>;
  }
  if (step.kind === "segment") return <>{t("near.segment", { name: nameOf(segment) })}</>;
  if (step.kind === "units") return <>{t("near.units", { n: step.units, name: nameOf(id) })}</>;
  const amount = money(step.needed - step.present, currency, spoken);
  return <>{t("near.amount", { amount, fact: factLabel(step.fact, spoken) })}</>;
}
