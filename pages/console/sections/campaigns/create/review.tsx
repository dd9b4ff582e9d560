import type { ComponentChildren } from "preact";
import { language } from "../../../../shared/language";
import { minorOf } from "../../../../shared/minor";
import { money } from "../../../../shared/money";
import { Button } from "../../../../shared/parts/button";
import { discountOf } from "../../../parts/discount";
import { DiscountWords } from "../../../parts/discount-words";
import { useProject } from "../../../session";
import { Validity } from "../facts";
import { useCampaignText } from "../texts";
import { weekdayName } from "../weekdays";
import type { Draft } from "./draft";
import { hasDiscount, type Step } from "./steps";
import { useCreateText } from "./texts";

interface ReviewProps {
  draft: Draft;
  onStep: (step: Step) => void;
}

/** All of it once more, before anything is made. */
export function Review({ draft, onStep }: ReviewProps) {
  const t = useCreateText();
  const c = useCampaignText();
  const spoken = language.use();
  const { kind, name, description, count, pattern, start, end, days, rule } = draft;
  const line = (step: Step, children: ComponentChildren) => (
    <div>
      <dt>{t(`step.${step}`)}</dt>
      <dd class="apart">
        <span class="grow">{children}</span>
        <Button
          look="little"
          aria-label={`${t("review.change")}: ${t(`step.${step}`)}`}
          onClick={() => onStep(step)}
        >
          {t("review.change")}
        </Button>
      </dd>
    </div>
  );
  const window = { ...(start && { start_date: start }), ...(end && { expiration_date: end }) };
  return (
    <>
      <p class="soft">{t("review.lead")}</p>
      <dl class="review">
        {line(
          "kind",
          <>
            <span class="strong">{name}</span> · {c(`kind.${kind}`)}
            {description && <span class="soft"> · {description}</span>}
          </>,
        )}
        {line("worth", <Worth draft={draft} />)}
        {line(
          "when",
          <>
            <Validity window={window} />
            {days.length > 0 && ` · ${days.map((day) => weekdayName(day, spoken)).join(", ")}`}
          </>,
        )}
        {kind !== "PROMOTION" &&
          line(
            "codes",
            <>
              {t("review.codes", { n: Number(count) })}
              {pattern && " · "}
              {pattern && <span class="mono">{pattern}</span>}
            </>,
          )}
        {line("rules", t(rule === null ? "review.everybody" : "review.rule"))}
      </dl>
    </>
  );
}

function Worth({ draft: { kind, discount, gift, points } }: { draft: Draft }) {
  const t = useCreateText();
  const spoken = language.use();
  const { currency } = useProject();
  if (hasDiscount(kind)) return <DiscountWords discount={discountOf(discount, currency)} />;
  if (kind === "LOYALTY_PROGRAM") return <>{t("review.points", { n: Number(points) })}</>;
  return <>{money(minorOf(gift, currency) ?? 0, currency, spoken)}</>;
}
