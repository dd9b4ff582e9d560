import * as z from "zod";
import type { RawRow, Statement } from "../../db/client";
import { totalOf } from "../../db/page";
import { type Fragment, sql } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { JobMessage, Scope } from "../../scope/scope";
import { countedStep } from "../async-actions/counted-step";
import { beginAction, defineAction } from "../async-actions/define";
import { countHeld, holdsNothing, releaseSome } from "./holders-store";

/**
 * Background work that takes a deleted customer's many vouchers from it. The state holds the
 * customer's id until the work is done; then it ends empty.
 */
const RELEASE = {
  type: "CUSTOMER_RELEASE",
  input: z.object({}),
  state: z.object({ customer_id: z.string() }),
};

/** Vouchers that the request itself releases at most. */
const AT_ONCE = 100;
/** Vouchers of one step. */
const CHUNK = 500;

/** How much a customer holds, for `releasing`; `customer` is its id as an expression. */
export const heldBy = (scope: Scope, customer: Fragment): Statement =>
  countHeld(scope, customer, AT_ONCE);

/** What the deletion of a customer or a voucher brings with it, to be written with it. */
export interface Releasing {
  statements: Statement[];
  jobs: JobMessage[];
  actions: number;
}

/**
 * Releases what a customer holds: a little at once, more in steps. `rows` are those of `heldBy`;
 * the batch aborts where it has become too much for one batch meanwhile.
 */
export function releasing(
  scope: Scope,
  { project_id, id }: CustomerRow,
  rows: readonly RawRow[] | undefined,
): Releasing {
  const some = releaseSome(project_id, id, AT_ONCE);
  if (totalOf(rows) <= AT_ONCE) {
    return { statements: [...some, ...holdsNothing(project_id, id)], jobs: [], actions: 0 };
  }
  const action = beginAction(scope, RELEASE, { input: {}, state: { customer_id: id } });
  return { statements: [...some, action.statement], jobs: [action.job], actions: 1 };
}

/**
 * One step: the next five hundred. Nothing can be given to the customer meanwhile, for it is gone.
 */
export const releaseCustomer = defineAction({
  ...RELEASE,
  step: (scope, work) => {
    const { customer_id: id } = work.state;
    return countedStep(scope, work, {
      count: countHeld(scope, sql`${id}`, CHUNK),
      most: CHUNK,
      statements: releaseSome(scope.project.id, id, CHUNK),
      end: (done) => ({ state: {}, result: { vouchers_count: done } }),
    });
  },
});
