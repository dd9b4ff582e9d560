import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { MetadataSchemaRow } from "../../../db/tables/schemas";
import { ApiError, notFound } from "../../../errors";
import { forgetProject } from "../../../scope/credentials";
import { isoNow, type Scope } from "../../../scope/scope";
import { mergeDefinitions } from "../definitions";
import type { MetadataSchemaCreate, MetadataSchemaUpdate } from "./schema";
import {
  deleteMetadataSchema,
  getMetadataSchema,
  insertMetadataSchema,
  MOST_SCHEMAS,
  updateMetadataSchema,
} from "./store";

/** How a family is shown a schema. */
type View = (row: MetadataSchemaRow) => Answer;

const refusal = (constraint: string, { related_object }: MetadataSchemaRow): ApiError =>
  constraint === "schemas_full"
    ? new ApiError("invalid_payload", {
        details: `A project can have ${MOST_SCHEMAS} metadata schemas at most`,
      })
    : new ApiError("duplicate_found", {
        details: `Duplicated metadata schema exists with related_object ${related_object}`,
        resource_id: related_object,
        resource_type: "metadata schema",
      });

/** Defines the metadata of a kind of object; refuses a second schema for the same kind. */
export async function createMetadataSchema(
  scope: Scope,
  input: MetadataSchemaCreate,
  view: View,
): Promise<Answer> {
  const row: MetadataSchemaRow = {
    project_id: scope.project.id,
    id: scope.newId("ms"),
    related_object: input.related_object,
    allow_defined_only: input.allow_defined_only ?? false,
    properties: mergeDefinitions({}, input.properties ?? {}, ".properties"),
    created_at: isoNow(scope),
    updated_at: null,
  };
  const answer = view(row);
  const result = await commit(scope, { statements: insertMetadataSchema(row), answer });
  if (!result.ok) throw refusal(result.error.constraint, row);
  forgetProject(scope.project.id);
  return answer;
}

/** Adds and replaces definitions by name; what was stored before is not looked at again. */
export const changeMetadataSchema = (
  scope: Scope,
  [by, name]: [by: "id" | "related_object", name: string],
  input: MetadataSchemaUpdate,
  view: View,
): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getMetadataSchema(scope, by, name);
    const after: MetadataSchemaRow = {
      ...row,
      allow_defined_only: input.allow_defined_only ?? row.allow_defined_only,
      properties: mergeDefinitions(row.properties, input.properties ?? {}, ".properties"),
      updated_at: nextUpdate(scope, row),
    };
    if (changesNothing(row, after)) return view(row);
    const answer = view(after);
    const result = await commit(scope, { statements: updateMetadataSchema(row, after), answer });
    forgetProject(scope.project.id);
    return result.ok ? answer : null;
  });

/** Deletes a schema: its kind of object may then carry any metadata. */
export async function removeMetadataSchema(scope: Scope, id: string): Promise<Answer> {
  const result = await commit(scope, { statements: deleteMetadataSchema(scope, id), answer: DONE });
  if (!result.ok) throw notFound("metadata schema", id.slice(0, 100));
  forgetProject(scope.project.id);
  return DONE;
}
