import { DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import { ApiError } from "../../../errors";
import { isoNow, type Scope } from "../../../scope/scope";
import { markCards } from "../auto-redeem/store";
import { planActivation } from "../pending/change";
import { loadPending } from "../pending/load";
import { decodePending, pendingById } from "../pending/store";

const isSettled = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.key === "invalid_pending_points_state" || error.key === "not_found");

/**
 * Lets pending points count whose day has come. Doing it again changes nothing; those of a card
 * that is gone stay as they are.
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
      const marked = markCards(scope, [row.voucher_id], isoNow(scope));
      const statements = [...effect.statements, marked];
      const result = await commit(scope, { ...effect, statements, answer: DONE });
      return result.ok ? true : null;
    });
  } catch (error) {
    if (!isSettled(error)) throw error;
  }
}
