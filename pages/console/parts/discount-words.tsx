import { language } from "../../shared/language";
import { money } from "../../shared/money";
import { textsOf } from "../../shared/texts";
import { useProject } from "../session";
import type { Discount } from "./discount";

const useText = textsOf({
  percent: { en: "{percent} % off", de: "{percent} % Rabatt" },
  "up-to": { en: "{percent} % off, up to {amount}", de: "{percent} % Rabatt, bis {amount}" },
  amount: { en: "{amount} off", de: "{amount} Rabatt" },
  fixed: { en: "Fixed price {amount}", de: "Festpreis {amount}" },
  formula: { en: "By formula {formula}", de: "Nach Formel {formula}" },
  units: { en: "{n} × {what} for free", de: "{n} × {what} gratis" },
  "units.many": { en: "Free items", de: "Gratisartikel" },
});

/** A discount in a few words. */
export function DiscountWords({ discount }: { discount: Discount }) {
  const t = useText();
  const spoken = language.use();
  const { currency } = useProject();
  const cash = (minor: number) => money(minor, currency, spoken);
  switch (discount.type) {
    case "PERCENT": {
      const { percent_off: percent, percent_off_formula: formula, amount_limit: limit } = discount;
      if (formula) return <>{t("formula", { formula })}</>;
      if (limit !== undefined) return <>{t("up-to", { percent, amount: cash(limit) })}</>;
      return <>{t("percent", { percent })}</>;
    }
    case "AMOUNT": {
      const { amount_off, amount_off_formula: formula } = discount;
      return <>{formula ? t("formula", { formula }) : t("amount", { amount: cash(amount_off) })}</>;
    }
    case "FIXED": {
      const { fixed_amount = 0, fixed_amount_formula: formula } = discount;
      return (
        <>{formula ? t("formula", { formula }) : t("fixed", { amount: cash(fixed_amount) })}</>
      );
    }
    case "UNIT": {
      const { unit_off, unit_type } = discount;
      if (unit_off === undefined || unit_type === undefined) return <>{t("units.many")}</>;
      return <>{t("units", { n: unit_off, what: discount.product?.name ?? unit_type })}</>;
    }
  }
}
