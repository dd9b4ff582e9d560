import { load } from "../../commit/load";
import { pageOf, pageReads } from "../../db/page";
import { notFound } from "../../errors";
import type { Page } from "../../http/page";
import type { Scope } from "../../scope/scope";
import { byNames, decodeVoucher, idOfNamed, pick } from "../vouchers/store";
import type { HeldSession, SessionQuery } from "./schema";
import { decodeHold, pageOfHolds } from "./store";
import { viewHold } from "./view";

/** A page of what session keys hold of a voucher now; what lapses first comes first. */
export async function listSessions(
  scope: Scope,
  code: string,
  query: SessionQuery,
): Promise<Page<HeldSession>> {
  const request = pageOfHolds(scope, idOfNamed(scope, code), query);
  const { named, ...found } = await load(scope, {
    named: byNames(scope, [code]),
    ...pageReads(request),
  });
  const voucher = pick(scope, named.map(decodeVoucher), code);
  if (!voucher) throw notFound("voucher", code);
  return pageOf(found, (raw) => viewHold(decodeHold(raw), voucher), query);
}
