import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { ConsentRow } from "../../db/tables/consents";
import { ApiError, notFound } from "../../errors";
import { isoNow, type Scope } from "../../scope/scope";
import type { ConsentCreate, ConsentUpdate } from "./schema";
import {
  deleteConsent,
  insertConsent,
  listConsents,
  MOST_CONSENTS,
  theConsent,
  updateConsent,
} from "./store";
import { viewConsent } from "./view";

const invalid = (details: string) => new ApiError("invalid_payload", { details });

/**
 * A group lists consents that exist, and only it does; a category is of consents. One that was
 * deleted since it was `named` is in nobody's way.
 */
function refuseMixed(
  rows: readonly ConsentRow[],
  { consents, category }: ConsentRow,
  named: readonly string[],
): void {
  if (consents === null) return;
  if (category !== "") throw invalid("Property .category is not for groups, which list .consents");
  const known = new Set(rows.filter((row) => row.consents === null).map(({ id }) => id));
  const at = named.findIndex((id) => !known.has(id));
  if (at >= 0) throw invalid(`Property .consents[${at}] names no consent: ${named[at]}`);
}

/** Makes a consent, or a group of those that the body lists. */
export async function createConsent(scope: Scope, input: ConsentCreate): Promise<Answer> {
  const { consents = null, category, description, name } = input;
  const rows = await listConsents(scope);
  const row: ConsentRow = {
    project_id: scope.project.id,
    id: scope.newId(consents === null ? "cns" : "cnsg"),
    name,
    description: description ?? "",
    category: category ?? "",
    consents,
    created_at: isoNow(scope),
    updated_at: null,
  };
  refuseMixed(rows, row, consents ?? []);
  const answer = viewConsent(row, rows);
  const result = await commit(scope, { statements: insertConsent(row), answer });
  if (!result.ok) throw invalid(`A project can have ${MOST_CONSENTS} consents at most`);
  return answer;
}

/** Changes what a consent or a group says; one never becomes the other. */
export const changeConsent = (scope: Scope, id: string, input: ConsentUpdate): Promise<Answer> =>
  retried(scope, async () => {
    const rows = await listConsents(scope);
    const row = theConsent(rows, id);
    const { name, description, category, consents } = input;
    if (consents && row.consents === null) {
      throw invalid("Property .consents is for groups alone");
    }
    const change = {
      ...(name && { name }),
      ...(description !== undefined && { description: description ?? "" }),
      ...(category !== undefined && { category: category ?? "" }),
      ...(consents && { consents }),
      updated_at: nextUpdate(scope, row),
    };
    const after = { ...row, ...change };
    refuseMixed(rows, after, consents ?? []);
    if (changesNothing(row, change)) return viewConsent(row, rows);
    const answer = viewConsent(after, rows);
    const result = await commit(scope, { statements: updateConsent(row, change), answer });
    return result.ok ? answer : null;
  });

/** Deletes one; what customers said of it stays with them. */
export async function removeConsent(scope: Scope, id: string): Promise<Answer> {
  const result = await commit(scope, { statements: deleteConsent(scope, id), answer: DONE });
  if (!result.ok) throw notFound("consent", id.slice(0, 100));
  return DONE;
}
