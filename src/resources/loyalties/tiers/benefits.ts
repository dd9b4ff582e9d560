import { mappedPoints } from "../../../engine/loyalty/mapped";
import type { Page } from "../../../http/page";
import { Earning, type EarningRule } from "../../../model/loyalty/earning";
import type { TierMapping } from "../../../model/loyalty/tier";
import type { Scope } from "../../../scope/scope";
import { listEarningRules } from "../earning-rules/list";
import type { StoredEarningRule } from "../earning-rules/store";
import { viewEarningRule } from "../earning-rules/view";
import type { InProgram } from "../programs/program";
import { getTier } from "./list";

/** What a rule gives, wherever its points stand in it; other points stand for a formula, too. */
const earned = (loyalty: Earning, mapping: TierMapping): Earning =>
  Earning.parse(
    JSON.parse(JSON.stringify(loyalty), (name, value: unknown) => {
      if (name === "points" && typeof value === "number") return mappedPoints(value, mapping);
      return name === "points_formula" && mapping.type === "CUSTOM" ? undefined : value;
    }),
  );

function viewForTier(row: StoredEarningRule, mapping: TierMapping | undefined): EarningRule {
  const shown = viewEarningRule(row);
  return mapping ? { ...shown, loyalty: earned(row.loyalty, mapping) } : shown;
}

/** A page of the program's earning rules, newest first, as members of a tier get them. */
export async function rulesOfTier(
  scope: Scope,
  place: InProgram,
  { limit, page }: { limit: number; page: number },
): Promise<Page<EarningRule>> {
  const tier = await getTier(scope, place);
  const query = { limit, page, order: "-created_at" as const };
  const found = await listEarningRules(scope, tier.campaign_id, query);
  const items = found.items.map((row) => viewForTier(row, tier.earning_rules[row.id]));
  return { ...found, items };
}
