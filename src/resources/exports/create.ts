import * as z from "zod";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { located } from "../../commit/locations";
import { retried } from "../../commit/retry";
import type { ExportRow } from "../../db/tables/work";
import { HASH_START } from "../../lib/running-hash";
import { type Filter, FilterInput } from "../../model/filter";
import { isoNow, type Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import { refuseHeavy } from "../async-actions/refuse-heavy";
import { KINDS } from "./kinds";
import { refuseExport } from "./may-export";
import { withIds } from "./named";
import { refuseCampaign, refuseUnknown } from "./refuse";
import { type ExportedObject, type ExportParameters, type SentParameters, Within } from "./schema";
import { insertExport } from "./store";
import { viewExport } from "./view";

/**
 * Background work that writes a file. Its input has the filters with ids in place of codes, where
 * the kind takes codes; others may name people: they stand in the export alone, and go with it. Its
 * state is where the pieces that stand end.
 */
export const EXPORT = {
  type: "EXPORT",
  input: z.object({
    export_id: z.string(),
    filters: FilterInput.nullable().default(null),
    within: Within.nullable().default(null),
  }),
  state: z.object({
    after: z.string().default(""),
    hash: z.string().default(""),
    /** Of an order that no index has: how many runs of keys were sorted, once all are. */
    runs: z.int().nullable().default(null),
    /** Rows of the file so far; null where `done` of the action counts them. */
    rows: z.int().nullable().default(null),
    /** How many rows there are to look at, while they are counted, and the last one counted. */
    counted: z.object({ total: z.int(), after: z.string() }).nullable().default(null),
    /** Steps that counted them; names of pieces begin behind those. */
    counts: z.int().default(0),
  }),
};

/** What a request asks to be exported. */
interface Asked {
  object: ExportedObject;
  sent: SentParameters | null | undefined;
  /** The card or campaign of the path, with the name that the answer's filters show, if any do. */
  of?: Within & { named?: string };
}

/** The filters as sent, those of the path aside, which hold whatever the junction is. */
function filtersOf({ sent, of }: Asked): Filter {
  const { [of?.named === undefined ? "" : of.field]: _, ...filters } = sent?.filters ?? {};
  return filters;
}

/** What the answer tells: what was sent without its nulls, and what the path says. */
function parametersOf(scope: Scope, { object, sent, of }: Asked): ExportParameters {
  const { order, fields, filters, campaign_id } = sent ?? {};
  refuseUnknown(scope, KINDS[object], sent ?? {});
  refuseCampaign(object, sent ?? {});
  const added = of?.named !== undefined && { [of.field]: { conditions: { $in: [of.named] } } };
  return {
    ...(order && { order }),
    ...(fields && { fields }),
    ...((filters || added) && { filters: { ...filters, ...added } }),
    ...(campaign_id && { campaign_id }),
  };
}

const exportRow = (
  scope: Scope,
  asked: Asked,
  ids: Pick<ExportRow, "id" | "action_id">,
): ExportRow => ({
  project_id: scope.project.id,
  ...ids,
  exported_object: asked.object,
  parameters: parametersOf(scope, asked),
  status: "SCHEDULED",
  channel: "API",
  user_id: null,
  created_at: isoNow(scope),
  updated_at: null,
  manifest: null,
});

/**
 * Starts an export: its row, and the background work that writes its file. Refuses unknown fields,
 * orders and filters that the kind has not, what the caller may not read, and locations that are
 * not there (not_found).
 */
export async function createExport(scope: Scope, asked: Asked): Promise<Answer> {
  refuseExport(scope, asked.object, asked.sent);
  refuseHeavy(scope);
  const exportId = scope.newId("exp");
  const { field, id } = asked.of ?? {};
  const kind = KINDS[asked.object];
  const filters = filtersOf(asked);
  await located(scope, filters);
  const action = beginAction(scope, EXPORT, {
    related_id: exportId,
    input: {
      export_id: exportId,
      filters: await withIds(scope, kind, filters),
      within: field && id ? { field, id } : null,
    },
    state: {
      after: "",
      hash: HASH_START,
      runs: null,
      rows: 0,
      counted: { total: 0, after: "" },
      counts: 0,
    },
  });
  const row = exportRow(scope, asked, { id: exportId, action_id: action.row.id });
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
