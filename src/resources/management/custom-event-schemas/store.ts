import { load } from "../../../commit/load";
import { getRow } from "../../../commit/read";
import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { deleteRow, updateRow } from "../../../db/rows";
import { param, sql } from "../../../db/sql";
import { type CustomEventSchemaRow, customEventSchemas } from "../../../db/tables/schemas";
import type { Page } from "../../../http/page";
import { wholeList } from "../../../lib/whole-list";
import type { Scope } from "../../../scope/scope";

/** A list shows them all at once. */
export const MOST_SCHEMAS = 500;

export const getCustomEventSchema = (scope: Scope, id: string): Promise<CustomEventSchemaRow> =>
  getRow(scope, customEventSchemas, id, "custom_event_schema");

/** The schema of an event's name. */
export const schemaOfEvent = (scope: Scope, event: string): Statement =>
  sql`SELECT * FROM custom_event_schemas
    WHERE project_id = ${scope.project.id} AND name = ${event}`;

/** The schemas that an id or a name means. */
export function schemaNamed(scope: Scope, called: string): Statement {
  const [project, name] = [param(scope.project.id), param(called)];
  return sql`SELECT * FROM custom_event_schemas WHERE project_id = ${project} AND id = ${name}
    UNION ALL SELECT * FROM custom_event_schemas WHERE project_id = ${project} AND name = ${name}`;
}

export const decodeEventSchema = (raw: RawRow): CustomEventSchemaRow =>
  decode(customEventSchemas, raw);

/** All schemas of the project, the newest first; they are few. */
export async function listCustomEventSchemas(scope: Scope): Promise<Page<CustomEventSchemaRow>> {
  const { rows } = await load(scope, {
    rows: sql`SELECT * FROM custom_event_schemas WHERE project_id = ${scope.project.id}
      ORDER BY id DESC`,
  });
  return wholeList(rows.map(decodeEventSchema));
}

/** Adds a schema; aborts with `schemas_full` where the project has as many as it can. */
export const insertCustomEventSchema = (row: CustomEventSchemaRow): Statement[] => [
  insertRows(customEventSchemas, [row]),
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_SCHEMAS}, 'schemas_full'
    FROM custom_event_schemas WHERE project_id = ${row.project_id}`,
];

/** Writes the schema as it stands now; aborts where another update came between. */
export const updateCustomEventSchema = (
  before: CustomEventSchemaRow,
  { schema, updated_at }: CustomEventSchemaRow,
): Statement[] => updateRow(customEventSchemas, before, { schema, updated_at }, "schema_moved");

export const deleteCustomEventSchema = (scope: Scope, id: string): Statement[] =>
  deleteRow(customEventSchemas, { project_id: scope.project.id, id }, "schema_gone");
