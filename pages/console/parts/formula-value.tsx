import { Equal } from "lucide-preact";
import { language } from "../../shared/language";
import { money } from "../../shared/money";
import { useProject } from "../session";
import type { Measure, Result } from "./formula";
import { useFormulaText } from "./formula-texts";

interface FormulaValueProps {
  /** Null while the sample cart is being read. */
  result: Result | null;
  measure: Measure;
  isOfLine: boolean;
}

/** What a formula comes to on the sample cart, or why it comes to nothing. */
export function FormulaValue({ result, measure, isOfLine }: FormulaValueProps) {
  const t = useFormulaText();
  const spoken = language.use();
  const { currency } = useProject();
  const shown = (value: number): string => {
    if (measure === "amount") return money(value, currency, spoken);
    if (measure === "units") return t("units", { n: value });
    return t("percent", { value: value.toLocaleString(spoken, { maximumFractionDigits: 4 }) });
  };
  const said = () => {
    if (result === null) return t("loading");
    if (result.kind === "missing") return t("missing");
    if (result.kind !== "value") return t("empty");
    return t(isOfLine ? "value.line" : "value", { value: shown(result.value) });
  };
  if (result?.kind === "defect") return null;
  return (
    <output class={`formula-value ${result?.kind ?? ""}`}>
      <Equal size={16} aria-hidden="true" />
      {said()}
    </output>
  );
}
