import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { CustomEventSchemaRow } from "../../../db/tables/schemas";
import { earningEvent } from "../../../engine/loyalty/earning-events";
import { ApiError, notFound } from "../../../errors";
import type { EventProperty } from "../../../model/metadata-schema";
import { isoNow, type Scope } from "../../../scope/scope";
import { mergeDefinitions } from "../definitions";
import type { CustomEventSchemaCreate, CustomEventSchemaUpdate } from "./schema";
import {
  deleteCustomEventSchema,
  getCustomEventSchema,
  insertCustomEventSchema,
  MOST_SCHEMAS,
  updateCustomEventSchema,
} from "./store";
import { viewCustomEventSchema } from "./view";

const refusal = (constraint: string, { name }: CustomEventSchemaRow): ApiError =>
  constraint === "schemas_full"
    ? new ApiError("invalid_payload", {
        details: `A project can have ${MOST_SCHEMAS} custom event schemas at most`,
      })
    : new ApiError("duplicate_found", {
        details: `Duplicated custom_event_schema exists with name ${name}`,
        resource_id: name,
        resource_type: "custom_event_schema",
      });

const definitions = (current: Record<string, EventProperty>, sent: CustomEventSchemaUpdate) =>
  mergeDefinitions(current, sent.schema?.properties ?? {}, ".schema.properties");

/** An earning rule takes such a name for the service's own event, and would earn by that. */
function refuseOwnEvent(name: string): void {
  if (earningEvent(name) === "custom") return;
  const details = `Property .name must not be ${name}, which is an event of the service`;
  throw new ApiError("invalid_payload", { details });
}

/**
 * Defines an event that callers may then send; refuses a name that is taken, or the service's own.
 */
export async function createCustomEventSchema(
  scope: Scope,
  input: CustomEventSchemaCreate,
): Promise<Answer> {
  refuseOwnEvent(input.name);
  const row: CustomEventSchemaRow = {
    project_id: scope.project.id,
    id: scope.newId("ms"),
    name: input.name,
    schema: { properties: definitions({}, input) },
    created_at: isoNow(scope),
    updated_at: null,
  };
  const answer = viewCustomEventSchema(row);
  const result = await commit(scope, { statements: insertCustomEventSchema(row), answer });
  if (!result.ok) throw refusal(result.error.constraint, row);
  return answer;
}

/** Adds and replaces definitions by name. */
export const changeCustomEventSchema = (
  scope: Scope,
  id: string,
  input: CustomEventSchemaUpdate,
): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCustomEventSchema(scope, id);
    const after: CustomEventSchemaRow = {
      ...row,
      schema: { properties: definitions(row.schema.properties, input) },
      updated_at: nextUpdate(scope, row),
    };
    if (changesNothing(row, after)) return viewCustomEventSchema(row);
    const answer = viewCustomEventSchema(after);
    const result = await commit(scope, { statements: updateCustomEventSchema(row, after), answer });
    return result.ok ? answer : null;
  });

/** Deletes a schema: its event cannot be sent any more. */
export async function removeCustomEventSchema(scope: Scope, id: string): Promise<Answer> {
  const result = await commit(scope, {
    statements: deleteCustomEventSchema(scope, id),
    answer: DONE,
  });
  if (!result.ok) throw notFound("custom_event_schema", id.slice(0, 100));
  return DONE;
}
