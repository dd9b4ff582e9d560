import type { Statement } from "../db/client";
import { raw, sql } from "../db/sql";
import type { CampaignDayRow } from "../db/tables/campaigns";
import { type Periods, periodsOf } from "../engine/periods";
import type { Scope } from "../scope/scope";

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

/** The periods of the project's calendar in which the request lies. */
export const periodsNow = ({ now, project }: Pick<Scope, "now" | "project">): Periods =>
  periodsOf(now, project.timezone, project.week_start);

/** Adds to the campaigns' rows of a day in one statement. */
export function dayStatements(
  projectId: string,
  day: string,
  moves: readonly CampaignMove[],
): Statement[] {
  const sums = summed(moves.filter(({ counters }) => Object.values(counters).some(Boolean)));
  if (sums.size === 0) return [];
  const names = [...new Set([...sums.values()].flatMap((row) => [...row.keys()]))];
  const rows = [...sums].map(([id, row]) => ({ id, ...Object.fromEntries(row) }));
  const values = raw(names.map((name) => `coalesce(value->>'$.${name}', 0)`).join(", "));
  const added = raw(names.map((name) => `${name} = ${name} + excluded.${name}`).join(", "));
  return [
    sql`INSERT INTO campaign_days (project_id, campaign_id, day, ${raw(names.join(", "))})
      SELECT ${projectId}, value->>'$.id', ${day}, ${values}
      FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (project_id, campaign_id, day) DO UPDATE SET ${added}`,
  ];
}
