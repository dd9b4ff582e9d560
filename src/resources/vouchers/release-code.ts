import * as z from "zod";
import { endWork } from "../../db/bin/entries";
import type { Scope } from "../../scope/scope";
import { countedStep } from "../async-actions/counted-step";
import { beginAction, defineAction } from "../async-actions/define";
import { countHolders, releaseVouchers } from "./holders-store";
import type { Releasing } from "./release";
import type { StoredVoucher } from "./store";

/** Background work that takes a deleted referral code from its many holders. */
const RELEASE = {
  type: "CODE_RELEASE",
  input: z.object({}),
  state: z.object({ voucher_id: z.string() }),
};

/** Holders from whom the request itself takes it at most. */
const AT_ONCE = 100;
/** Holders of one step. */
const CHUNK = 1_000;

/** How many hold the code, for `releasingCode`; nothing is read of any other voucher. */
export const holdersOfCode = (scope: Scope, { id, is_referral_code }: StoredVoucher) =>
  is_referral_code ? countHolders(scope, [id], AT_ONCE) : null;

/**
 * Takes a voucher that is deleted from a hundred of its holders at once, and from more in steps:
 * only a referral code has more than one, and none is given to anybody once it is deleted.
 */
export function releasingCode(
  scope: Scope,
  { project_id, id }: StoredVoucher,
  holders: number,
): Releasing & { action_id: string | null } {
  const some = releaseVouchers(project_id, [id], AT_ONCE);
  if (holders <= AT_ONCE) return { statements: [some], jobs: [], actions: 0, action_id: null };
  const action = beginAction(scope, RELEASE, { input: {}, state: { voucher_id: id } });
  const statements = [some, action.statement];
  return { statements, jobs: [action.job], actions: 1, action_id: action.row.id };
}

/** One step: the next thousand. */
export const releaseCode = defineAction({
  ...RELEASE,
  step: (scope, work) => {
    const ids = [work.state.voucher_id];
    return countedStep(scope, work, {
      count: countHolders(scope, ids, CHUNK),
      most: CHUNK,
      statements: [releaseVouchers(scope.project.id, ids, CHUNK)],
      lastly: [endWork(scope.project.id, work.state.voucher_id)],
      end: (done) => ({ result: { holders_count: done } }),
    });
  },
});
