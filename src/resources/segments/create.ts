import { filterOrList } from "../../checks/filter";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { located, refuseFull, usesOf } from "../../commit/locations";
import { retried } from "../../commit/retry";
import type { SegmentRow } from "../../db/tables/catalogue";
import { CUSTOMER_FIELDS } from "../../engine/filters/fields";
import { ApiError, notFound } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";
import type { SegmentInput } from "./schema";
import { customersNamed, insertFiltered, insertStatic, MOST_FILTERED } from "./store";
import { viewSegment } from "./view";

/** A list and a filter each say the type where none is sent. */
const typeOf = ({ type, filter }: SegmentInput): SegmentRow["type"] =>
  type ?? (filter ? "auto-update" : "static");

function filterOf(input: SegmentInput) {
  const { customers: listed, filter } = input;
  const type = typeOf(input);
  const members = { isListed: type === "static", list: "customers", listed, filter };
  return filterOrList(CUSTOMER_FIELDS, { what: "segment", type, ...members });
}

/** Ids of all the named customers, each once; refuses the first name that is nobody's. */
async function customerIds(scope: Scope, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await load(scope, { rows: customersNamed(scope, names) });
  const ids = new Map(rows.map(({ name, id }) => [String(name), String(id)]));
  const unknown = names.find((name) => !ids.has(name));
  if (unknown !== undefined) throw notFound("customer", unknown);
  return [...new Set(ids.values())];
}

/**
 * Creates a segment; refuses a list beside a filter, unknown customers and locations, a filter that
 * cannot be decided by, and one filter too many.
 */
export const createSegment = (scope: Scope, input: SegmentInput): Promise<Answer> =>
  retried(scope, async () => {
    const named = await located(scope, filterOf(input));
    const row: SegmentRow = {
      project_id: scope.project.id,
      id: scope.newId("seg"),
      name: input.name,
      type: typeOf(input),
      filter: named.definition,
      created_at: isoNow(scope),
      updated_at: null,
    };
    const statements =
      row.type === "static"
        ? insertStatic(row, await customerIds(scope, input.customers ?? []))
        : insertFiltered(row);
    const { project_id, id: object_id } = row;
    const uses = usesOf({ project_id, object_id, object: "segment" }, named);
    const answer = viewSegment(row);
    const result = await commit(scope, {
      statements: [...statements, ...uses],
      tally: { segments: 1 },
      answer,
    });
    if (!result.ok) refuseFull(result.error);
    if (!result.ok && result.error.constraint === "segments_full") {
      throw new ApiError("invalid_payload", {
        details: `A project has at most ${MOST_FILTERED} auto-update and passive segments`,
      });
    }
    return result.ok ? answer : null;
  });
