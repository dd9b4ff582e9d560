import { load } from "../../../commit/load";
import { decode, insertRows, type Statement } from "../../../db/client";
import { deleteRow, updateRow } from "../../../db/rows";
import { raw, sql } from "../../../db/sql";
import { type MetadataSchemaRow, metadataSchemas } from "../../../db/tables/schemas";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import { wholeList } from "../../../lib/whole-list";
import type { Scope } from "../../../scope/scope";

/** Every request of the project reads them all when its isolate is cold. */
export const MOST_SCHEMAS = 100;

/** A schema by id, or by the kind of object that it is for, as it stands now. */
export async function getMetadataSchema(
  scope: Scope,
  by: "id" | "related_object",
  name: string,
): Promise<MetadataSchemaRow> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM metadata_schemas
      WHERE project_id = ${scope.project.id} AND ${raw(by)} = ${name}`,
  });
  if (!rows[0]) throw notFound("metadata schema", name.slice(0, 100));
  return decode(metadataSchemas, rows[0]);
}

/** All schemas of the project, the newest first; they are few. */
export async function listMetadataSchemas(scope: Scope): Promise<Page<MetadataSchemaRow>> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM metadata_schemas WHERE project_id = ${scope.project.id}
      ORDER BY id DESC`,
  });
  return wholeList(rows.map((row) => decode(metadataSchemas, row)));
}

/** Adds a schema; aborts with `schemas_full` where the project has as many as it can. */
export const insertMetadataSchema = (row: MetadataSchemaRow): Statement[] => [
  insertRows(metadataSchemas, [row]),
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_SCHEMAS}, 'schemas_full'
    FROM metadata_schemas WHERE project_id = ${row.project_id}`,
];

/** Writes the schema as it stands now; aborts where another update came between. */
export const updateMetadataSchema = (
  before: MetadataSchemaRow,
  { allow_defined_only, properties, updated_at }: MetadataSchemaRow,
): Statement[] =>
  updateRow(
    metadataSchemas,
    before,
    { allow_defined_only, properties, updated_at },
    "schema_moved",
  );

export const deleteMetadataSchema = (scope: Scope, id: string): Statement[] =>
  deleteRow(metadataSchemas, { project_id: scope.project.id, id }, "schema_gone");
