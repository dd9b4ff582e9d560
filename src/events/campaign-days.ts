import { type Statement, statement } from "../db/client";
import type { CampaignDayRow } from "../db/tables/campaigns";
import { periodsOf } from "../engine/periods";
import type { Scope } from "../http/scope";

type Counter = Exclude<keyof CampaignDayRow, "project_id" | "campaign_id" | "day">;

/** By how much counters of one campaign's summary move today; amounts in minor units. */
export interface CampaignMove {
  campaign_id: string;
  counters: Partial<Record<Counter, number>>;
}

/** One row per campaign, however many moves name it. */
function summed(moves: readonly CampaignMove[]): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  for (const { campaign_id, counters } of moves) {
    const sums = all.get(campaign_id) ?? new Map<string, number>();
    for (const [name, by] of Object.entries(counters)) sums.set(name, (sums.get(name) ?? 0) + by);
    all.set(campaign_id, sums);
  }
  return all;
}

/** Adds to the campaigns' rows of today, the day of the project's calendar, in one statement. */
export function dayStatements(scope: Scope, moves: readonly CampaignMove[]): Statement[] {
  const sums = summed(moves.filter(({ counters }) => Object.values(counters).some(Boolean)));
  if (sums.size === 0) return [];
  const names = [...new Set([...sums.values()].flatMap((row) => [...row.keys()]))];
  const { day } = periodsOf(scope.now, scope.project.timezone, scope.project.week_start);
  const rows = [...sums].map(([id, row]) => ({ id, ...Object.fromEntries(row) }));
  const values = names.map((name) => `coalesce(value->>'$.${name}', 0)`).join(", ");
  const added = names.map((name) => `${name} = ${name} + excluded.${name}`).join(", ");
  return [
    statement(
      `INSERT INTO campaign_days (project_id, campaign_id, day, ${names.join(", ")})
       SELECT ?1, value->>'$.id', ?2, ${values} FROM json_each(?3) WHERE true
       ON CONFLICT (project_id, campaign_id, day) DO UPDATE SET ${added}`,
      scope.project.id,
      day,
      JSON.stringify(rows),
    ),
  ];
}
