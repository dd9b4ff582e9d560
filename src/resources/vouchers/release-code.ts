import * as z from "zod";
import { load } from "../../commit/load";
import type { Statement } from "../../db/client";
import { totalOf } from "../../db/page";
import type { JobMessage, Scope } from "../../scope/scope";
import { commitStep } from "../async-actions/commit-step";
import { afterStep, beginAction, defineAction } from "../async-actions/define";
import { countHolders, releaseVouchers } from "./holders-store";
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

/** What the deletion of a voucher brings with it, to be written with it. */
interface Releasing {
  statements: Statement[];
  jobs: JobMessage[];
  actions: number;
}

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
): Releasing {
  const some = releaseVouchers(project_id, [id], AT_ONCE);
  if (holders <= AT_ONCE) return { statements: [some], jobs: [], actions: 0 };
  const action = beginAction(scope, RELEASE, { input: {}, state: { voucher_id: id } });
  return { statements: [some, action.statement], jobs: [action.job], actions: 1 };
}

/** One step: the next thousand. */
export const releaseCode = defineAction({
  ...RELEASE,
  step: async (scope, work) => {
    const { row, state } = work;
    const { rows } = await load(scope, { rows: countHolders(scope, [state.voucher_id], CHUNK) });
    const count = totalOf(rows);
    const done = row.done + Math.min(count, CHUNK);
    const after = afterStep(scope, work, {
      done,
      total: done,
      ...(count <= CHUNK && {
        status: "DONE",
        operation_status: "SUCCESS",
        result: { holders_count: done },
      }),
    });
    return commitStep(scope, { row, after }, [
      releaseVouchers(scope.project.id, [state.voucher_id], CHUNK),
    ]);
  },
});
