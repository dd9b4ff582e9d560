import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement, statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { type MetadataSchemaRow, metadataSchemas } from "../../../db/tables/schemas";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";

const decodeSchema = (row: RawRow): MetadataSchemaRow => decode(metadataSchemas, row);

/** Every request of the project reads them all when its isolate is cold. */
export const MOST_SCHEMAS = 100;

/** A schema by id, or by the kind of object that it is for, as it stands now. */
export async function getMetadataSchema(
  scope: Scope,
  by: "id" | "related_object",
  name: string,
): Promise<MetadataSchemaRow> {
  const [rows = []] = await load(scope, [
    statement(
      `SELECT * FROM metadata_schemas WHERE project_id = ?1 AND ${by} = ?2`,
      scope.project.id,
      name,
    ),
  ]);
  if (!rows[0]) throw notFound("metadata_schema", name.slice(0, 100));
  return decodeSchema(rows[0]);
}

/** All schemas of the project, the newest first; they are few. */
export async function listMetadataSchemas(scope: Scope): Promise<Page<MetadataSchemaRow>> {
  const [rows = []] = await load(scope, [
    statement(
      "SELECT * FROM metadata_schemas WHERE project_id = ?1 ORDER BY id DESC",
      scope.project.id,
    ),
  ]);
  return { items: rows.map(decodeSchema), total: rows.length };
}

/** Adds a schema; aborts with `schemas_full` where the project has as many as it can. */
export const insertMetadataSchema = (row: MetadataSchemaRow): Statement[] => [
  insertRows(metadataSchemas, [row]),
  statement(
    `INSERT INTO assert_v (ok, tag)
     SELECT count(*) <= ?2, 'schemas_full' FROM metadata_schemas WHERE project_id = ?1`,
    row.project_id,
    MOST_SCHEMAS,
  ),
];

/** Writes the schema as it stands now; aborts where another update came between. */
export const updateMetadataSchema = (
  before: MetadataSchemaRow,
  after: MetadataSchemaRow,
): Statement[] => [
  statement(
    `UPDATE metadata_schemas SET allow_defined_only = ?4, properties = ?5, updated_at = ?6
     WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3`,
    before.project_id,
    before.id,
    before.updated_at,
    after.allow_defined_only,
    JSON.stringify(after.properties),
    after.updated_at,
  ),
  assertChanged("schema_moved"),
];

export const deleteMetadataSchema = (scope: Scope, id: string): Statement[] => [
  statement("DELETE FROM metadata_schemas WHERE project_id = ?1 AND id = ?2", scope.project.id, id),
  assertChanged("schema_gone"),
];
