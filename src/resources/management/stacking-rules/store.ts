import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { updateRow } from "../../../db/rows";
import { sql } from "../../../db/sql";
import { type StackingRulesRow, stackingRules } from "../../../db/tables/stacking";
import { notFound } from "../../../errors";
import { defaultRulesId } from "../../../model/default-stacking-rules";
import type { Scope } from "../../../scope/scope";

export const stackingRulesOf = (scope: Scope): Statement =>
  sql`SELECT * FROM stacking_rules WHERE project_id = ${scope.project.id}`;

export const decodeStackingRules = ([row]: readonly RawRow[] = []): StackingRulesRow | null =>
  row ? decode(stackingRules, row) : null;

/** The defaults as rules of the project, which is as old as they are. */
const defaultsOf = ({ project: { id, created_at } }: Scope): StackingRulesRow => ({
  project_id: id,
  id: defaultRulesId(id),
  rules: {},
  created_at,
  updated_at: null,
});

/** What holds in the project: what it has set as it stands now, else the defaults. */
export async function currentStackingRules(scope: Scope): Promise<StackingRulesRow> {
  const { rows } = await load(scope, { rows: stackingRulesOf(scope) });
  return decodeStackingRules(rows) ?? defaultsOf(scope);
}

/** What holds under this id, if these rows are what the project has set. Refuses another id. */
export function theStackingRules(
  scope: Scope,
  id: string,
  rows: readonly RawRow[],
): StackingRulesRow {
  const found = decodeStackingRules(rows) ?? defaultsOf(scope);
  if (found.id !== id) throw notFound("stacking_rules", id);
  return found;
}

export async function getStackingRules(scope: Scope, id: string): Promise<StackingRulesRow> {
  const { rows } = await load(scope, { rows: stackingRulesOf(scope) });
  return theStackingRules(scope, id, rows);
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
