import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type Fragment, param, sql, valuesOf } from "../../db/sql";
import { type DistributionRow, distributions } from "../../db/tables/distributions";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

/** A list shows them all at once. */
export const MOST_OF_CAMPAIGN = 20;
/** Of all campaigns: each such event tries all of them. */
export const MOST_OF_EVENT = 10;

export const decodeDistribution = (raw: RawRow): DistributionRow => decode(distributions, raw);

/** All distributions of a campaign, whose id is an expression, in the order of their ids. */
export const distributionsOf = (scope: Scope, campaign: Fragment): Fragment =>
  sql`SELECT * FROM distributions INDEXED BY distributions_campaign
    WHERE project_id = ${scope.project.id} AND campaign_id = ${campaign} ORDER BY id`;

export function theDistribution(rows: readonly DistributionRow[], id: string): DistributionRow {
  const found = rows.find((row) => row.id === id);
  if (!found) throw notFound("distribution", id);
  return found;
}

/**
 * Aborts where the campaign or the event was deleted meanwhile, or has too many distributions with
 * this one.
 */
function fits(row: DistributionRow): Statement[] {
  const [project, campaign] = [param(row.project_id), param(row.campaign_id)];
  const event = param(row.event_schema_id);
  return [
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'campaign_moved' FROM campaigns
      WHERE project_id = ${project} AND id = ${campaign} AND deleted_at IS NULL`,
    sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'event_schema_gone'
      FROM custom_event_schemas WHERE project_id = ${project} AND id = ${event}`,
    sql`INSERT INTO assert_v (ok, tag)
      SELECT count(*) <= ${MOST_OF_CAMPAIGN}, 'campaign_distributions_full'
      FROM distributions INDEXED BY distributions_campaign
      WHERE project_id = ${project} AND campaign_id = ${campaign}`,
    sql`INSERT INTO assert_v (ok, tag)
      SELECT count(*) <= ${MOST_OF_EVENT}, 'event_distributions_full'
      FROM distributions INDEXED BY distributions_event
      WHERE project_id = ${project} AND event_schema_id = ${event}`,
  ];
}

export const insertDistribution = (row: DistributionRow): Statement[] => [
  insertRows(distributions, [row]),
  ...fits(row),
];

/** Columns of a distribution that an update may set. */
export type DistributionChange = Partial<
  Omit<DistributionRow, "project_id" | "id" | "campaign_id" | "created_at" | "updated_at">
> & { updated_at: string };

/** Sets columns of the row that was read; aborts where another update came between. */
export const updateDistribution = (
  row: DistributionRow,
  change: DistributionChange,
): Statement[] => [
  ...updateRow(distributions, row, change, "distribution_moved"),
  ...(change.event_schema_id === undefined ? [] : fits({ ...row, ...change })),
];

export const deleteDistribution = (row: DistributionRow): Statement[] =>
  deleteRow(distributions, row, "distribution_moved");

/** Active distributions by these events, but for those of campaigns that were deleted. */
export const distributionsBy = (scope: Scope, schemaIds: readonly string[]): Fragment =>
  sql`SELECT d.id, d.event_schema_id, d.campaign_id, c.join_once
    FROM distributions d INDEXED BY distributions_event
    CROSS JOIN campaigns c ON c.project_id = d.project_id AND c.id = d.campaign_id
    WHERE d.project_id = ${scope.project.id} AND d.event_schema_id IN (${valuesOf(schemaIds)})
      AND d.active = 1 AND c.deleted_at IS NULL
    ORDER BY d.id`;
