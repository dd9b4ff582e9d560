import { load } from "../../commit/load";
import { pageStatement, totalOf, totalStatement } from "../../db/page";
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
  const [found = [], rows = [], total] = await load(scope, [
    byNames(scope, [code]),
    pageStatement(request),
    totalStatement(request, "session_holds h", "", scope.project.id),
  ]);
  const voucher = pick(scope, found.map(decodeVoucher), code);
  if (!voucher) throw notFound("voucher", code);
  return {
    items: rows.map(decodeHold).map((row) => viewHold(row, voucher)),
    total: totalOf(total),
  };
}
