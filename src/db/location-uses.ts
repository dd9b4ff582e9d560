import { insertRows, type RawRow, type Statement } from "./client";
import { assertChanged } from "./commit";
import { type Fragment, param, raw, sql, valuesOf } from "./sql";
import { type LocationRow, type LocationUseRow, locationUses } from "./tables/locations";

/** What carries a copy of a location's shape, and the column that it stands in. */
const COPIES = {
  validation_rules: { table: "validation_rules", column: "rules" },
  segment: { table: "segments", column: "filter" },
  product_collection: { table: "product_collections", column: "filter" },
} as const satisfies Record<LocationUseRow["object"], object>;

const OBJECTS = ["validation_rules", "segment", "product_collection"] as const;

/** So many may carry a copy, since all are written anew with the location. */
export const MOST_USES = 100;

export const locationsByIds = (projectId: string, ids: readonly string[]): Statement =>
  sql`SELECT * FROM locations WHERE project_id = ${projectId} AND id IN (${valuesOf(ids)})`;

/** Aborts where one of the locations was changed or deleted since it was read. */
export function locationsStand(
  projectId: string,
  read: readonly Pick<LocationRow, "id" | "updated_at">[],
): Statement {
  const seen = JSON.stringify(read.map(({ id, updated_at }) => ({ id, updated_at })));
  return sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = ${read.length}, 'location_moved'
    FROM json_each(${seen}) j CROSS JOIN locations l
      ON l.project_id = ${projectId} AND l.id = j.value->>'$.id'
      AND l.updated_at IS j.value->>'$.updated_at'`;
}

/** Aborts where a location is named by more than it may be. */
export const usesFit = (projectId: string, ids: readonly string[]): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT NOT EXISTS (
    SELECT 1 FROM json_each(${JSON.stringify(ids)}) j WHERE (
      SELECT count(*) FROM location_uses u
      WHERE u.project_id = ${projectId} AND u.location_id = j.value) > ${MOST_USES}
  ), 'location_full'`;

/** The object names no location any more. */
export const forgetUses = (projectId: string, objectId: string): Statement =>
  sql`DELETE FROM location_uses INDEXED BY location_uses_object
    WHERE project_id = ${projectId} AND object_id = ${objectId}`;

export const insertUses = (rows: readonly LocationUseRow[]): Statement =>
  insertRows(locationUses, rows);

const usesOf = (projectId: string, locationId: string): Fragment =>
  sql`location_uses WHERE project_id = ${projectId} AND location_id = ${locationId}`;

/** How many of each kind name a location. */
export const countUses = (projectId: string, locationId: string): Statement =>
  sql`SELECT object, count(*) AS total FROM ${usesOf(projectId, locationId)} GROUP BY object`;

/** What names a location. */
export const listUses = (projectId: string, locationId: string): Statement =>
  sql`SELECT object_id FROM ${usesOf(projectId, locationId)} ORDER BY object_id`;

/** Aborts where something names the location. */
export const unused = (projectId: string, locationId: string): Statement =>
  sql`INSERT INTO assert_v (ok, tag)
    SELECT NOT EXISTS (SELECT 1 FROM ${usesOf(projectId, locationId)}), 'location_used'`;

/**
 * Writes a location's new copy wherever its old one stands, which is in as many objects as were
 * counted; aborts where it is in others. Copies are JSON texts that stand as they were written.
 */
export function rewriteCopies(
  { project_id, id }: Pick<LocationRow, "project_id" | "id">,
  { from, to }: { from: string; to: string },
  counted: readonly RawRow[],
): Statement[] {
  const [project, location, before] = [param(project_id), param(id), param(from)];
  return OBJECTS.flatMap((object) => {
    const total = Number(counted.find((row) => row.object === object)?.total ?? 0);
    if (total === 0) return [];
    const { table, column } = COPIES[object];
    return [
      sql`UPDATE ${raw(table)} SET ${raw(column)} = replace(${raw(column)}, ${before}, ${to})
        WHERE project_id = ${project} AND instr(${raw(column)}, ${before}) > 0 AND id IN (
          SELECT object_id FROM location_uses WHERE project_id = ${project}
            AND location_id = ${location} AND object = ${object})`,
      assertChanged("location_moved", total),
    ];
  });
}
