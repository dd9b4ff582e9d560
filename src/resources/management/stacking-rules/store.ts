import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { updateRow } from "../../../db/rows";
import { sql } from "../../../db/sql";
import { type StackingRulesRow, stackingRules } from "../../../db/tables/stacking";
import { notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";

export const stackingRulesOf = (scope: Scope): Statement =>
  sql`SELECT * FROM stacking_rules WHERE project_id = ${scope.project.id}`;

export const decodeStackingRules = ([row]: readonly RawRow[] = []): StackingRulesRow | null =>
  row ? decode(stackingRules, row) : null;

/** What the project has set as it stands now; null where nothing was. */
export async function findStackingRules(scope: Scope): Promise<StackingRulesRow | null> {
  const { rows } = await load(scope, { rows: stackingRulesOf(scope) });
  return decodeStackingRules(rows);
}

/** What the project has set under this id, if these rows are it. Refuses another id. */
export function theStackingRules(id: string, rows: readonly RawRow[] = []): StackingRulesRow {
  const found = decodeStackingRules(rows);
  if (found?.id !== id) throw notFound("stacking_rules", id);
  return found;
}

export async function getStackingRules(scope: Scope, id: string): Promise<StackingRulesRow> {
  const { rows } = await load(scope, { rows: stackingRulesOf(scope) });
  return theStackingRules(id, rows);
}

export const insertStackingRules = (row: StackingRulesRow): Statement =>
  insertRows(stackingRules, [row]);

/** Writes the rules as they stand now; aborts where another update came between. */
export const updateStackingRules = (
  before: StackingRulesRow,
  { rules, updated_at }: StackingRulesRow,
): Statement[] => updateRow(stackingRules, before, { rules, updated_at }, "stacking_rules_moved");

export const deleteStackingRules = (scope: Scope, id: string): Statement =>
  sql`DELETE FROM stacking_rules WHERE project_id = ${scope.project.id} AND id = ${id}`;
