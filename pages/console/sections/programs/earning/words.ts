import { language } from "../../../../shared/language";
import { money } from "../../../../shared/money";
import { useProject } from "../../../session";
import { TIER, TIER_CHANGES } from "./draft";
import { type Rule, shareOf } from "./share";
import { useEarningText, useRuleText } from "./texts";

/** What a rule gives, in a few words. */
export function useRuleWords(): (rule: Rule) => string {
  const t = useRuleText();
  const spoken = language.use();
  const { currency } = useProject();
  return ({ loyalty }) => {
    const { every = 1, points: n, points_formula: formula, property = "" } = shareOf(loyalty);
    if (formula) return t("formula", { formula });
    if (loyalty.type === "FIXED") return t("fixed", { n });
    const isMoney = loyalty.calculation_type.endsWith("AMOUNT");
    const values = { n, every: isMoney ? money(every, currency, spoken) : every, property };
    return t(loyalty.calculation_type, values);
  };
}

/** What a rule waits for, in a few words. */
export function useEventWords(): (rule: Rule) => string {
  const t = useEarningText();
  return ({ event }) => {
    if (event === "order.paid" || event === "customer.segment.entered") return t(`on.${event}`);
    const change = TIER_CHANGES.find((each) => TIER + each === event);
    return change ? t(`tier.${change}`) : t("on.event", { event });
  };
}
