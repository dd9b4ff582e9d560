import { useState } from "preact/hooks";
import { SelectField } from "../../../shared/parts/field";
import { SampleCart } from "../../parts/cart/cart";
import { useCartText } from "../../parts/cart/texts";
import type { Measure } from "../../parts/formula";
import FormulaField from "../../parts/formula-field";
import { Head } from "../../parts/head";
import { Back } from "../../parts/one";
import { useRuleText } from "./texts";

const MEASURES = ["amount", "percent", "units"] as const;

const FIRST = "MIN(ORDER_AMOUNT * 0.1; 20)";

/** A place to try formulas on the sample cart, kept nowhere. */
export function Formulas() {
  const t = useRuleText();
  const c = useCartText();
  const [text, setText] = useState(FIRST);
  const [measure, setMeasure] = useState<Measure>("amount");
  return (
    <>
      <Back href="/rules">{t("back")}</Back>
      <Head title={t("formulas")} />
      <div class="rule-halves">
        <section class="card stack" aria-label={t("formulas")}>
          <p class="soft">{t("formulas.text")}</p>
          <SelectField
            label={t("formulas.for")}
            value={measure}
            choices={MEASURES.map((one) => [one, t(`formulas.${one}`)] as const)}
            onValue={(next) => setMeasure(MEASURES.find((one) => one === next) ?? "amount")}
          />
          <FormulaField
            label={t("formulas.field")}
            measure={measure}
            value={text}
            onText={setText}
          />
        </section>
        <aside class="card stack rule-try" aria-label={c("title")}>
          <h2>{c("title")}</h2>
          <SampleCart />
        </aside>
      </div>
    </>
  );
}
