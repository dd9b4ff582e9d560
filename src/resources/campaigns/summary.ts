import { load } from "../../commit/load";
import { periodsOf } from "../../engine/periods";
import type { Scope } from "../../scope/scope";
import { campaignNamed } from "./sql";
import { byCampaignName, theCampaign } from "./store";
import { COUNTERS, type SummaryQuery } from "./summary-shape";
import { sumsOf } from "./summary-store";
import { viewCampaign } from "./view";

const FIRST_DAY = "0000-01-01";
const LAST_DAY = "9999-12-31";

/** A date is itself, an instant is its day in the project's calendar. */
function dayOf(scope: Scope, bound: string | undefined, otherwise: string): string {
  if (bound === undefined) return otherwise;
  if (bound.length === LAST_DAY.length) return bound;
  return periodsOf(Date.parse(bound), scope.project.timezone, scope.project.week_start).day;
}

const ALL = [
  ...new Set(
    Object.values(COUNTERS).flatMap(({ outcomes, single }) => [
      ...outcomes.flatMap((name) => [`${name}_succeeded`, `${name}_failed`]),
      ...single,
    ]),
  ),
];

/**
 * What happened in a campaign from one day to another, both included (contract, "Campaign
 * summary"); without bounds from the first to the last. Reads one row for each day.
 */
export async function summaryOf(scope: Scope, name: string, query: SummaryQuery) {
  const { found, sums } = await load(scope, {
    found: byCampaignName(scope, name),
    sums: sumsOf(scope, campaignNamed(scope, name), {
      counters: ALL,
      from: dayOf(scope, query.start_date, FIRST_DAY),
      to: dayOf(scope, query.end_date, LAST_DAY),
    }),
  });
  const row = theCampaign(found, name);
  const { outcomes, single } = COUNTERS[row.campaign_type];
  const of = (counter: string) => Number(sums[0]?.[counter] ?? 0);
  const decided = outcomes.flatMap((outcome): [string, number][] => {
    const [succeeded, failed] = [of(`${outcome}_succeeded`), of(`${outcome}_failed`)];
    return [
      [outcome, succeeded + failed],
      [`${outcome}_succeeded`, succeeded],
      [`${outcome}_failed`, failed],
    ];
  });
  const counted = single.map((counter): [string, number] => [counter, of(counter)]);
  return {
    campaign: viewCampaign({ ...row, categories: [] }),
    ...Object.fromEntries([...decided, ...counted]),
    object: "campaign_summary" as const,
  };
}
