import type { ProjectRow } from "../../db/tables/control";
import type { AsyncActionRow } from "../../db/tables/work";
import type { Scope } from "../../scope/scope";
import { deletePermanently } from "./delete";
import { forgetCustomer } from "./step";

/** Steps of a deletion that are made at once. */
const STEPS = 6;

async function goOn(scope: Scope, action: AsyncActionRow, left = STEPS): Promise<void> {
  if (left === 0 || action.status === "DONE") return;
  const after = await forgetCustomer.step(scope, action, 1);
  if (after) await goOn(scope, after, left - 1);
}

/** How a restore deletes customers for good in what it has brought. */
export const erasureIn = (scopeOf: (project: ProjectRow) => Scope) => ({
  begin: async (project: ProjectRow, customerId: string): Promise<void> => {
    await deletePermanently(scopeOf(project), customerId);
  },
  goOn: (project: ProjectRow, action: AsyncActionRow) => goOn(scopeOf(project), action),
});
