import { lazy, Suspense } from "preact/compat";
import { TextField } from "../../../../shared/parts/field";
import { useEarningText } from "./texts";

const FormulaField = lazy(() => import("../../../parts/formula-field"));

interface PointsFormulaProps {
  value: string;
  error: string | undefined;
  onText: (formula: string) => void;
}

/** Points that a formula works out, which takes the place of their number. */
export function PointsFormula({ value, error, onText }: PointsFormulaProps) {
  const t = useEarningText();
  const field = { label: t("form.formula"), hint: t("form.formula.hint"), error, value, onText };
  return (
    <Suspense fallback={<TextField {...field} />}>
      <FormulaField {...field} measure="units" />
    </Suspense>
  );
}
