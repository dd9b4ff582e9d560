import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type Fragment, param, sql } from "../../db/sql";
import { type DistributionRow, distributions } from "../../db/tables/distributions";
import { notFound } from "../../errors";
import type { Assignment } from "../../model/assignment";
import type { Scope } from "../../scope/scope";
import { assignmentsJson } from "../campaigns/promotions/tiers/sql";
import { activeBy } from "./sql";

/** A list shows them all at once. */
export const MOST_OF_CAMPAIGN = 20;
/** Of all campaigns: each such event tries all of them. */
export const MOST_OF_EVENT = 10;

/** A distribution with the assignment of its validation rule, if it has one. */
export interface StoredDistribution extends DistributionRow {
  assignments: Assignment[];
}

const COLUMNS = sql`d.*, ${assignmentsJson("d")} AS assignments`;

/** The cast holds because the column is made by `COLUMNS` alone. */
export function decodeDistribution({ assignments, ...raw }: RawRow): StoredDistribution {
  const row = decode(distributions, raw);
  return { ...row, assignments: JSON.parse(String(assignments)) as Assignment[] };
}

/** All distributions of a campaign, whose id is an expression, in the order of their ids. */
export const distributionsOf = (scope: Scope, campaign: Fragment): Fragment =>
  sql`SELECT ${COLUMNS} FROM distributions d INDEXED BY distributions_campaign
    WHERE d.project_id = ${scope.project.id} AND d.campaign_id = ${campaign} ORDER BY d.id`;

export const distributionById = (scope: Scope, id: string): Statement =>
  sql`SELECT ${COLUMNS} FROM distributions d
    WHERE d.project_id = ${scope.project.id} AND d.id = ${id}`;

/** The distributions among the objects that a query selects. */
export const distributionsAmong = (scope: Scope, objects: Fragment): Statement =>
  sql`SELECT ${COLUMNS} FROM distributions d
    WHERE d.project_id = ${scope.project.id} AND d.id IN (${objects})`;

export function theDistribution(
  rows: readonly StoredDistribution[],
  id: string,
): StoredDistribution {
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

/** The schemas, of these, by whose events something is distributed. */
export const distributedBy = (scope: Scope, schemaIds: readonly string[]): Fragment =>
  sql`SELECT DISTINCT d.event_schema_id ${activeBy(param(scope.project.id), schemaIds)}`;
