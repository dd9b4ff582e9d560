// Decides what a rollback gives back: exactly the effects that were stored when it was redeemed.
import { err, ok, type Result } from "../../lib/result";
import type { RedemptionEffects } from "../../model/redemption";

/** One entry of the ledger, as far as rolling it back looks at it. */
export interface Redeemed {
  id: string;
  object: "redemption" | "redemption_rollback";
  result: "SUCCESS" | "FAILURE";
  status: "SUCCEEDED" | "FAILED" | "ROLLED_BACK";
  /** The stack that it was redeemed in. */
  parent_id: string | null;
  effects: RedemptionEffects;
}

export type RollbackRefusal =
  | { reason: "already_rolled_back" }
  | { reason: "invalid_redemption_parent" }
  | { reason: "invalid_redemption"; why: "failed" | "stack" };

/**
 * The redemptions to give back. `one` is a single redemption or one child of a stack and refuses a
 * whole stack; `all` is what is left of a stack, and refuses one of its children. Refuses failures
 * and what was rolled back before. There is no age limit (docs/behaviour.md).
 */
export function planRollback<R extends Redeemed>(
  redemption: R,
  children: readonly R[],
  extent: "one" | "all",
): Result<R[], RollbackRefusal> {
  if (redemption.object !== "redemption" || redemption.result === "FAILURE") {
    return err({ reason: "invalid_redemption", why: "failed" });
  }
  if (extent === "one" && children.length > 0) {
    return err({ reason: "invalid_redemption", why: "stack" });
  }
  if (extent === "all" && redemption.parent_id !== null) {
    return err({ reason: "invalid_redemption_parent" });
  }
  const members = children.length > 0 ? children : [redemption];
  const left = members.filter(({ status }) => status === "SUCCEEDED");
  return left.length > 0 ? ok(left) : err({ reason: "already_rolled_back" });
}
