import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import { letGoOfPending } from "../../../db/bin/nights";
import type { PendingPointsRow } from "../../../db/tables/loyalty";
import { ApiError } from "../../../errors";
import { assert } from "../../../lib/assert";
import { isoNow, type Scope } from "../../../scope/scope";
import { markCards } from "../auto-redeem/store";
import { planActivation } from "../pending/change";
import { loadPending } from "../pending/load";
import { decodePending, pendingById } from "../pending/store";

const isError = (error: unknown, key: ApiError["key"]): boolean =>
  error instanceof ApiError && error.key === key;

/** Of a card that is gone, nothing is to be taken up, unless it comes back from the bin. */
async function settle(scope: Scope, row: PendingPointsRow, error: unknown): Promise<void> {
  if (isError(error, "invalid_pending_points_state")) return;
  if (!isError(error, "not_found")) throw error;
  const statements = letGoOfPending(scope.project.id, row, isoNow(scope));
  const result = await commit(scope, { statements, events: [], answer: DONE });
  assert(result.ok, "letting go of pending points breaks no constraint");
}

/**
 * Lets pending points count whose day has come; those of a card that is gone are canceled, and of a
 * card in the bin they wait for it. Doing it again changes nothing.
 */
export async function activateDue(scope: Scope, id: string): Promise<void> {
  const { rows } = await load(scope, { rows: pendingById(scope, id) });
  const [row] = rows.map(decodePending);
  if (!row) return;
  try {
    await retried(scope, async () => {
      const loaded = await loadPending(scope, row.voucher_id, id);
      const { balance: _, ...effect } = planActivation(scope, loaded, "AUTOMATIC");
      // What comes next in this night spends them.
      const marked = markCards(scope, [{ id: row.voucher_id, due_at: isoNow(scope) }]);
      const statements = [...effect.statements, marked];
      const result = await commit(scope, { ...effect, statements, answer: DONE });
      return result.ok ? true : null;
    });
  } catch (error) {
    await settle(scope, row, error);
  }
}
