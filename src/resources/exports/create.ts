import * as z from "zod";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import type { ExportRow } from "../../db/tables/work";
import { checkFilter } from "../../engine/filters/filter";
import { ApiError } from "../../errors";
import type { Filter } from "../../model/filter";
import { isoNow, type Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import type { ExportKind } from "./kind";
import { KINDS } from "./kinds";
import { fieldsOf } from "./rows";
import type { ExportedObject, ExportParameters, SentParameters } from "./schema";
import { insertExport } from "./store";
import { viewExport } from "./view";

/** Background work that writes a file. Its state is the last row of the pieces that stand. */
export const EXPORT = {
  type: "EXPORT",
  input: z.object({ export_id: z.string() }),
  state: z.object({ after: z.string().default("") }),
};

const invalid = (details: string) => new ApiError("invalid_export_params", { details });

function refuseFields(kind: ExportKind, fields: readonly string[]): void {
  if (fields.length > 0 && fields.every((field) => kind.fields.includes(field))) return;
  throw new ApiError("invalid_export_fields", {
    details: `Unsupported field used. Allowed fields: ${kind.fields.join(", ")}`,
  });
}

/**
 * Rows are read along their key, which begins with their time: other orders would sort the table.
 */
function refuseOrder(kind: ExportKind, order: string): void {
  const allowed = ["id", kind.time].flatMap((name) => [name, `-${name}`]);
  if (!allowed.includes(order)) {
    throw invalid(`Unsupported order used. Allowed orders: ${allowed.join(", ")}`);
  }
}

const asksForNothing = (filters: Filter): boolean =>
  Object.keys(filters).every((name) => name === "junction");

function refuseFilters(kind: ExportKind, filters: Filter): void {
  if (asksForNothing(filters)) return;
  const checked = checkFilter(fieldsOf(kind), filters);
  if (checked.ok) return;
  const { field, reason } = checked.error;
  throw invalid(`Property .parameters.filters${field === null ? "" : `.${field}`} ${reason}`);
}

/** What was sent, without its nulls; refuses what the kind cannot give. */
function parametersOf(kind: ExportKind, sent: SentParameters): ExportParameters {
  const { order, fields, filters } = sent;
  if (fields) refuseFields(kind, fields);
  if (order) refuseOrder(kind, order);
  if (filters) refuseFilters(kind, filters);
  return {
    ...(order && { order }),
    ...(fields && { fields }),
    ...(filters && { filters }),
  };
}

/**
 * Starts an export: its row, and the background work that writes its file. Refuses unknown fields,
 * and orders and filters that the kind has not.
 */
export function createExport(
  scope: Scope,
  object: ExportedObject,
  sent: SentParameters | null | undefined,
): Promise<Answer> {
  const row: ExportRow = {
    project_id: scope.project.id,
    id: scope.newId("exp"),
    exported_object: object,
    parameters: parametersOf(KINDS[object], sent ?? {}),
    status: "SCHEDULED",
    channel: "API",
    user_id: null,
    created_at: isoNow(scope),
    updated_at: null,
  };
  const action = beginAction(scope, EXPORT, {
    related_id: row.id,
    input: { export_id: row.id },
    state: { after: "" },
  });
  const answer = viewExport(scope, row);
  return retried(scope, async () => {
    const result = await commit(scope, {
      statements: [insertExport(row), action.statement],
      tally: { exports: 1, async_actions: 1 },
      jobs: [action.job],
      answer,
    });
    return result.ok ? answer : null;
  });
}
