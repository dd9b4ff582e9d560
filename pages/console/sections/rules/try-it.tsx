import { language } from "../../../shared/language";
import { money } from "../../../shared/money";
import { SampleCart } from "../../parts/cart/cart";
import { useFailure } from "../../parts/failure";
import { useProject } from "../../session";
import { NearMissed } from "./near-miss";
import { VerdictIcon } from "./seen";
import { useRuleText } from "./texts";
import type { Trial } from "./trial";

const WORDS = { matched: "try.met", not_matched: "try.unmet", unknown: "try.unknown" } as const;

interface TryItProps {
  /** Null while what the cart needs of the service is on its way. */
  trial: Trial | null;
  error: unknown;
}

/** The sample cart with what the rule says of it, told again with every change of either. */
export function TryIt({ trial, error }: TryItProps) {
  const t = useRuleText();
  const failureOf = useFailure();
  return (
    <aside id="try" class="card stack rule-try" aria-label={t("try")}>
      <h2>{t("try")}</h2>
      <output class="stack tight">
        {error ? <p class="bad">{failureOf(error).text}</p> : <Said trial={trial} />}
      </output>
      <SampleCart />
      <p class="soft small">{t("try.text")}</p>
    </aside>
  );
}

/** In one line: whether it holds, and what a code of 10 % takes off then. */
export function Verdict({ trial: { verdict, discount } }: { trial: Trial }) {
  const t = useRuleText();
  const spoken = language.use();
  const { currency } = useProject();
  if (verdict === "unfinished") return <span class="rule-said">{t("try.unfinished")}</span>;
  return (
    <span class={`rule-said ${verdict}`}>
      <VerdictIcon verdict={verdict} />
      <span class="strong">{t(WORDS[verdict])}</span>
      {discount !== null && (
        <span class="rule-off">
          {discount > 0
            ? t("try.off", { amount: money(discount, currency, spoken) })
            : t("try.nothing")}
        </span>
      )}
    </span>
  );
}

function Said({ trial }: { trial: Trial | null }) {
  const t = useRuleText();
  if (trial === null) return <p class="soft">{t("try.loading")}</p>;
  const { message, near } = trial;
  return (
    <>
      <Verdict trial={trial} />
      {message && <p class="break">{t("try.says", { text: message })}</p>}
      {near && <NearMissed near={near} />}
    </>
  );
}
