import { load } from "../../../commit/load";
import { byCreation, type PageRequest, pageOf, pageReads } from "../../../db/page";
import { sql } from "../../../db/sql";
import { earningRules } from "../../../db/tables/loyalty";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName } from "../../campaigns/store";
import { theProgram } from "../programs/program";
import type { Place } from "./change";
import type { EarningRuleQuery } from "./schema";
import { EARNING_COLUMNS } from "./sql";
import {
  decodeEarningRule,
  earningRulesByIds,
  type StoredEarningRule,
  theEarningRule,
} from "./store";

/** A program has few rules: the + keeps SQLite from looking for them by another index. */
const byUpdate = (order: string): PageRequest["sort"] => ({
  column: "+e.updated_at",
  tieBreak: "e.id",
  isDescending: order.startsWith("-"),
  isNullable: false,
});

/** A page of a program's rules; those that were never updated count as the oldest by update. */
export async function listEarningRules(
  scope: Scope,
  program: string,
  { order, limit, page }: EarningRuleQuery,
): Promise<Page<StoredEarningRule>> {
  const request: PageRequest = {
    table: earningRules,
    select: sql`SELECT ${EARNING_COLUMNS} FROM earning_rules e`,
    project: sql`e.project_id = ${scope.project.id}`,
    filters: [sql`e.campaign_id = ${campaignNamed(scope, program)}`],
    filterIndex: "earning_rules_campaign",
    sort: order.endsWith("updated_at") ? byUpdate(order) : byCreation("e", order),
    limit,
    page,
  };
  const { campaigns, ...found } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    ...pageReads(request),
  });
  theProgram(campaigns, program);
  return pageOf(found, decodeEarningRule);
}

export async function getEarningRule(
  scope: Scope,
  { program, id }: Place,
): Promise<StoredEarningRule> {
  const { campaigns, found } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    found: earningRulesByIds(scope, [id]),
  });
  return theEarningRule(found, { id, campaignId: theProgram(campaigns, program).id });
}
