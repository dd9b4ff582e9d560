import { language } from "../../../../shared/language";
import type { ExpirationRules } from "./draft";
import { useExpiryText } from "./texts";

/** A year that has a 29th of February. */
const LEAP_YEAR = 2024;

export const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const;

export const monthName = (month: number, spoken: string): string =>
  new Date(LEAP_YEAR, month - 1).toLocaleDateString(spoken, { month: "long" });

/** When points expire that come now. */
export function ExpiryWords({ rules }: { rules: ExpirationRules | undefined }) {
  const t = useExpiryText();
  const spoken = language.use();
  if (!rules) return <>{t("never")}</>;
  const { period_type, period_value, rounding_type: rounding, fixed_month, fixed_day } = rules;
  if (period_type === "FIXED_DAY_OF_YEAR") {
    const date = new Date(LEAP_YEAR, (fixed_month ?? 1) - 1, fixed_day ?? 1);
    const day = date.toLocaleDateString(spoken, { day: "numeric", month: "long" });
    return <>{t("yearly", { day })}</>;
  }
  const after = t("after", { n: period_value ?? 0 });
  if (!rounding) return <>{after}</>;
  const end =
    rounding === "PARTICULAR_MONTH"
      ? t("after.PARTICULAR_MONTH", { month: monthName(rules.rounding_value ?? 12, spoken) })
      : t(`rounding.${rounding}`).replace(/^./, (first) => first.toLowerCase());
  return <>{`${after}, ${end}`}</>;
}
