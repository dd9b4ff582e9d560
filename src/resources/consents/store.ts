import { load } from "../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { deleteRow, updateRow } from "../../db/rows";
import { type Fragment, sql } from "../../db/sql";
import { type ConsentRow, consents } from "../../db/tables/consents";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";

/** A list shows them all at once, groups among them. */
export const MOST_CONSENTS = 100;

/** All of the project with their groups, in the order in which they were made; they are few. */
export const allConsents = (scope: Scope): Fragment =>
  sql`SELECT * FROM consents WHERE project_id = ${scope.project.id} ORDER BY id`;

export const decodeConsent = (raw: RawRow): ConsentRow => decode(consents, raw);

export async function listConsents(scope: Scope): Promise<ConsentRow[]> {
  const { rows } = await load(scope, { rows: allConsents(scope) });
  return rows.map(decodeConsent);
}

/** The one of an id among all; throws not-found where there is none. */
export function theConsent(rows: readonly ConsentRow[], id: string): ConsentRow {
  const found = rows.find((row) => row.id === id);
  if (!found) throw notFound("consent", id);
  return found;
}

/** Adds one; aborts with `consents_full` where the project has as many as it can. */
export const insertConsent = (row: ConsentRow): Statement[] => [
  insertRows(consents, [row]),
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_CONSENTS}, 'consents_full'
    FROM consents WHERE project_id = ${row.project_id}`,
];

/** Writes it as it stands now; aborts where another update came between. */
export const updateConsent = (before: ConsentRow, change: Partial<ConsentRow>): Statement[] =>
  updateRow(consents, before, change, "consent_moved");

export const deleteConsent = (scope: Scope, id: string): Statement[] =>
  deleteRow(consents, { project_id: scope.project.id, id }, "consent_gone");
