import { load } from "../../../commit/load";
import { sql } from "../../../db/sql";
import { earningRules } from "../../../db/tables/loyalty";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { byCampaignName } from "../../campaigns/store";
import { listParts } from "../programs/list";
import { type InProgram, theProgram } from "../programs/program";
import type { EarningRuleQuery } from "./schema";
import { EARNING_COLUMNS } from "./sql";
import {
  decodeEarningRule,
  earningRulesByIds,
  type StoredEarningRule,
  theEarningRule,
} from "./store";

const RULES = {
  table: earningRules,
  select: sql`SELECT ${EARNING_COLUMNS} FROM earning_rules e`,
  alias: "e",
  filterIndex: "earning_rules_campaign",
  decode: decodeEarningRule,
};

/** A page of a program's rules. */
export const listEarningRules = (
  scope: Scope,
  program: string,
  query: EarningRuleQuery,
): Promise<Page<StoredEarningRule>> => listParts(scope, program, RULES, query);

export async function getEarningRule(
  scope: Scope,
  { program, id }: InProgram,
): Promise<StoredEarningRule> {
  const { campaigns, found } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    found: earningRulesByIds(scope, [id]),
  });
  return theEarningRule(found, { id, campaignId: theProgram(campaigns, program).id });
}
