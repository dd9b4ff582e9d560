import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { byNames, decodeVoucher, idOfNamed, pick } from "../vouchers/store";
import { liveHold, releaseHold } from "./store";

/**
 * Releases what a key holds of one voucher; what it holds of others stays, and so does its lease. A
 * hold that has lapsed is as unknown as one that never was.
 */
export const removeSession = (scope: Scope, code: string, key: string): Promise<Answer> =>
  retried(scope, async () => {
    const { found, held } = await load(scope, {
      found: byNames(scope, [code]),
      held: liveHold(scope, idOfNamed(scope, code), key),
    });
    const voucher = pick(scope, found.map(decodeVoucher), code);
    if (!voucher) throw notFound("voucher", code);
    if (held.length === 0) throw notFound("session", key);
    const statements = releaseHold(scope, voucher.id, key);
    const result = await commit(scope, { statements, answer: DONE });
    return result.ok ? DONE : null;
  });
