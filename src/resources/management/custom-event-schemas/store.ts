import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement, statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { type CustomEventSchemaRow, customEventSchemas } from "../../../db/tables/schemas";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";

const decodeSchema = (row: RawRow): CustomEventSchemaRow => decode(customEventSchemas, row);

/** A list shows them all at once. */
export const MOST_SCHEMAS = 500;

export async function getCustomEventSchema(
  scope: Scope,
  id: string,
): Promise<CustomEventSchemaRow> {
  const [rows = []] = await load(scope, [
    statement(
      "SELECT * FROM custom_event_schemas WHERE project_id = ?1 AND id = ?2",
      scope.project.id,
      id,
    ),
  ]);
  if (!rows[0]) throw notFound("custom_event_schema", id.slice(0, 100));
  return decodeSchema(rows[0]);
}

/** All schemas of the project, the newest first; they are few. */
export async function listCustomEventSchemas(scope: Scope): Promise<Page<CustomEventSchemaRow>> {
  const [rows = []] = await load(scope, [
    statement(
      "SELECT * FROM custom_event_schemas WHERE project_id = ?1 ORDER BY id DESC",
      scope.project.id,
    ),
  ]);
  return { items: rows.map(decodeSchema), total: rows.length };
}

/** Adds a schema; aborts with `schemas_full` where the project has as many as it can. */
export const insertCustomEventSchema = (row: CustomEventSchemaRow): Statement[] => [
  insertRows(customEventSchemas, [row]),
  statement(
    `INSERT INTO assert_v (ok, tag)
     SELECT count(*) <= ?2, 'schemas_full' FROM custom_event_schemas WHERE project_id = ?1`,
    row.project_id,
    MOST_SCHEMAS,
  ),
];

/** Writes the schema as it stands now; aborts where another update came between. */
export const updateCustomEventSchema = (
  before: CustomEventSchemaRow,
  after: CustomEventSchemaRow,
): Statement[] => [
  statement(
    `UPDATE custom_event_schemas SET schema = ?4, updated_at = ?5
     WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3`,
    before.project_id,
    before.id,
    before.updated_at,
    JSON.stringify(after.schema),
    after.updated_at,
  ),
  assertChanged("schema_moved"),
];

export const deleteCustomEventSchema = (scope: Scope, id: string): Statement[] => [
  statement(
    "DELETE FROM custom_event_schemas WHERE project_id = ?1 AND id = ?2",
    scope.project.id,
    id,
  ),
  assertChanged("schema_gone"),
];
