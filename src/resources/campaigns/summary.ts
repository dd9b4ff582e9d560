import { dayNamed } from "../../commit/days";
import { load } from "../../commit/load";
import { columnsOf, type SummaryQuery, viewCounters } from "../../model/day-counters";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "./sql";
import { byCampaignName, theCampaign } from "./store";
import { COUNTERS } from "./summary-shape";
import { sumsOf } from "./summary-store";
import { viewCampaign } from "./view";

const FIRST_DAY = "0000-01-01";
const LAST_DAY = "9999-12-31";

const ALL = [...new Set(Object.values(COUNTERS).flatMap(columnsOf))];

/**
 * What happened in a campaign from one day to another, both included (contract, "Campaign
 * summary"); without bounds from the first to the last. Reads one row for each day.
 */
export async function summaryOf(scope: Scope, name: string, query: SummaryQuery) {
  const { found, sums } = await load(scope, {
    found: byCampaignName(scope, name),
    sums: sumsOf(scope, campaignNamed(scope, name), {
      counters: ALL,
      from: dayNamed(scope, query.start_date ?? FIRST_DAY),
      to: dayNamed(scope, query.end_date ?? LAST_DAY),
    }),
  });
  const row = theCampaign(found, name);
  return {
    campaign: viewCampaign({ ...row, categories: [] }),
    ...viewCounters(COUNTERS[row.campaign_type], (column) => Number(sums[0]?.[column] ?? 0)),
    object: "campaign_summary" as const,
  };
}
