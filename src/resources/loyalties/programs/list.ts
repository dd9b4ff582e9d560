import { load } from "../../../commit/load";
import type { RawRow } from "../../../db/client";
import { byCreation, type PageRequest } from "../../../db/list";
import { pageOf, pageReads } from "../../../db/page";
import { raw, sql } from "../../../db/sql";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName } from "../../campaigns/store";
import { theProgram } from "./program";

/** What a program has few of, such as tiers: where its rows are, under which alias. */
interface Parts<T> extends Pick<PageRequest, "table" | "select" | "filterIndex"> {
  alias: string;
  decode: (row: RawRow) => T;
}

/** A program has few: the + keeps SQLite from looking for them by another index. */
const byUpdate = (alias: string, order: string): PageRequest["sort"] => ({
  column: `+${alias}.updated_at`,
  tieBreak: `${alias}.id`,
  isDescending: order.startsWith("-"),
  isNullable: false,
});

/** A page of a program's parts; those that were never updated count as the oldest by update. */
export async function listParts<T>(
  scope: Scope,
  program: string,
  { alias, decode, ...asked }: Parts<T>,
  { order, limit, page }: { order: string; limit: number; page: number },
): Promise<Page<T>> {
  const request: PageRequest = {
    ...asked,
    project: sql`${raw(alias)}.project_id = ${scope.project.id}`,
    filters: [sql`${raw(alias)}.campaign_id = ${campaignNamed(scope, program)}`],
    sort: order.endsWith("updated_at") ? byUpdate(alias, order) : byCreation(alias, order),
    limit,
    page,
  };
  const { campaigns, ...found } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    ...pageReads(request),
  });
  theProgram(campaigns, program);
  return pageOf(found, decode, request);
}
