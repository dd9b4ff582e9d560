import { getTableColumns } from "drizzle-orm";
import type { Statement } from "../db/client";
import { addToRow } from "../db/rows";
import { joining, joiningList, raw, sql } from "../db/sql";
import { type CampaignDayRow, type ProjectDayRow, projectDays } from "../db/tables/campaigns";
import { type Periods, periodsOf } from "../engine/periods";
import type { Scope } from "../scope/scope";

type Counter = Exclude<
  keyof CampaignDayRow | keyof ProjectDayRow,
  "project_id" | "campaign_id" | "day"
>;

/**
 * By how much counters of today move, in a campaign and with it in the project, or in the project
 * alone; amounts in minor units.
 */
export interface DayMove {
  campaign_id: string | null;
  counters: Partial<Record<Counter, number>>;
}

type Sums = Map<string, number>;

/** One row per campaign, however many moves name it; null is what stands in none. */
function summed(moves: readonly DayMove[]): Map<string | null, Sums> {
  const all = new Map<string | null, Sums>();
  for (const { campaign_id, counters } of moves) {
    if (!Object.values(counters).some(Boolean)) continue;
    const sums = all.get(campaign_id) ?? new Map<string, number>();
    for (const [name, by] of Object.entries(counters)) sums.set(name, (sums.get(name) ?? 0) + by);
    all.set(campaign_id, sums);
  }
  return all;
}

/** The periods of the project's calendar in which the request lies. */
export const periodsNow = ({ now, project }: Pick<Scope, "now" | "project">): Periods =>
  periodsOf(now, project.timezone, project.week_start);

const DATE_LENGTH = "2026-11-21".length;

/** The day that is meant: a date is itself, an instant its day of the project's calendar. */
export const dayNamed = ({ project }: Scope, named: string): string =>
  named.length === DATE_LENGTH ? named : periodsNow({ now: Date.parse(named), project }).day;

/** Adds to the campaigns' rows of a day in one statement. */
function campaignStatements(
  projectId: string,
  day: string,
  sums: ReadonlyMap<string | null, Sums>,
): Statement[] {
  const campaigns = [...sums].filter(([id]) => id !== null);
  if (campaigns.length === 0) return [];
  const names = [...new Set(campaigns.flatMap(([, row]) => [...row.keys()]))];
  const rows = campaigns.map(([id, row]) => ({ id, ...Object.fromEntries(row) }));
  const values = raw(names.map((name) => `coalesce(value->>'$.${name}', 0)`).join(", "));
  const added = raw(names.map((name) => `${name} = ${name} + excluded.${name}`).join(", "));
  return [
    sql`INSERT INTO campaign_days (project_id, campaign_id, day, ${raw(names.join(", "))})
      SELECT ${joining("same", projectId)}, value->>'$.id', ${joining("same", day)}, ${values}
      FROM json_each(${joiningList("list", rows)}) WHERE true
      ON CONFLICT (project_id, campaign_id, day) DO UPDATE SET ${added}`,
  ];
}

/** Counters of a project's day. */
const OF_PROJECT = new Set(
  Object.keys(getTableColumns(projectDays)).filter((name) => !["project_id", "day"].includes(name)),
);
/** Each campaign counts an order for itself; the project counts it once, in a move of its own. */
const BY_CAMPAIGN = new Set(["orders_amount", "orders_rolledback_amount"]);

/** What the project counts of all of it; nothing where no counter moves. */
function ofProject(sums: ReadonlyMap<string | null, Sums>): Record<string, number> {
  const all = new Map<string, number>();
  for (const [campaignId, row] of sums) {
    for (const [name, by] of row) {
      const isCounted = OF_PROJECT.has(name) && (campaignId === null || !BY_CAMPAIGN.has(name));
      if (isCounted && by !== 0) all.set(name, (all.get(name) ?? 0) + by);
    }
  }
  return Object.fromEntries(all);
}

/** Adds to the rows of a day: the campaigns' in one statement, the project's in another. */
export function dayStatements(
  projectId: string,
  day: string,
  moves: readonly DayMove[],
): Statement[] {
  const sums = summed(moves);
  return [
    ...campaignStatements(projectId, day, sums),
    ...addToRow(projectDays, { project_id: projectId, day }, ofProject(sums)),
  ];
}

/** What moves of today write: rows of campaigns, and counters of the project's own tallies. */
export function countedToday(projectId: string, day: string, moves: readonly DayMove[]) {
  const sums = summed(moves);
  const counters = Object.entries(ofProject(sums)).map(([name, by]) => [`day_${name}`, by]);
  return {
    statements: campaignStatements(projectId, day, sums),
    tally: Object.fromEntries(counters),
  };
}
