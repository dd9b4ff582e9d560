import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { sql } from "../../db/sql";
import { ApiError, notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { customerById, decodeCustomer } from "../customers/store";
import { idOfNamed } from "../vouchers/store";
import { type CodeNamed, codeNamed, theCode } from "./code";
import { holderEvent } from "./events";
import { decodeHolder, deleteHolder, holderOf } from "./store";

/** Takes a referral code from one whom it refers; who gives it out keeps it (forbidden). */
export const removeHolder = (scope: Scope, named: CodeNamed, id: string): Promise<Answer> =>
  retried(scope, async () => {
    const asked = idOfNamed(scope, named.name);
    const { codes, holders, customers } = await load(scope, {
      codes: codeNamed(scope, named),
      holders: holderOf(scope, asked, id),
      customers: customerById(scope, sql`(${holderOf(scope, asked, id, "customer_id")})`),
    });
    const code = theCode(scope, codes, named);
    const [row] = holders.map(decodeHolder);
    if (!row) throw notFound("redeemable_holder", id);
    if (row.holder_role === "REFERRER") {
      throw new ApiError("forbidden", {
        message: "Can not remove assignment",
        details: "You can not remove Referrer assignment",
      });
    }
    const [customer = null] = customers.map(decodeCustomer);
    const result = await commit(scope, {
      statements: deleteHolder(row),
      events: [holderEvent(scope, "customer.holder.assignment.deleted", row, { code, customer })],
      answer: DONE,
    });
    return result.ok ? DONE : null;
  });
