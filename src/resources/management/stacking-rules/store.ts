import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement, statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { type StackingRulesRow, stackingRules } from "../../../db/tables/stacking";
import type { Scope } from "../../../scope/scope";

export const stackingRulesOf = (scope: Scope): Statement =>
  statement("SELECT * FROM stacking_rules WHERE project_id = ?1", scope.project.id);

export const decodeStackingRules = ([row]: readonly RawRow[] = []): StackingRulesRow | null =>
  row ? decode(stackingRules, row) : null;

/** What the project has set as it stands now; null where nothing was. */
export async function findStackingRules(scope: Scope): Promise<StackingRulesRow | null> {
  const [rows] = await load(scope, [stackingRulesOf(scope)]);
  return decodeStackingRules(rows);
}

export const insertStackingRules = (row: StackingRulesRow): Statement =>
  insertRows(stackingRules, [row]);

/** Writes the rules as they stand now; aborts where another update came between. */
export const updateStackingRules = (
  before: StackingRulesRow,
  after: StackingRulesRow,
): Statement[] => [
  statement(
    `UPDATE stacking_rules SET rules = ?4, updated_at = ?5
     WHERE project_id = ?1 AND id = ?2 AND updated_at IS ?3`,
    before.project_id,
    before.id,
    before.updated_at,
    JSON.stringify(after.rules),
    after.updated_at,
  ),
  assertChanged("stacking_rules_moved"),
];

export const deleteStackingRules = (scope: Scope): Statement =>
  statement("DELETE FROM stacking_rules WHERE project_id = ?1", scope.project.id);
