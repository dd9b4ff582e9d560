import type { Page } from "../../../http/page";
import type { Scope } from "../../../scope/scope";
import { listVouchers } from "../../vouchers/list";
import type { StoredVoucher } from "../../vouchers/store";
import { getProgram } from "../programs/program";
import type { MemberQuery } from "./schema";

/** A page of a program's cards; refuses an unknown program (not_found). */
export async function listMembers(
  scope: Scope,
  program: string,
  query: MemberQuery,
): Promise<Page<StoredVoucher>> {
  const [, page] = await Promise.all([
    getProgram(scope, program),
    listVouchers(scope, { ...query, campaign_id: program }),
  ]);
  return page;
}
