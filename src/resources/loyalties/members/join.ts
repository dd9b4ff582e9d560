import type { Answer } from "../../../commit/answer";
import type { Scope } from "../../../scope/scope";
import { publish } from "../../publications/publish";
import { publishRequest } from "../../publications/request";
import { viewPublishedVoucher } from "../../publications/view";
import { refuseForeign } from "../../vouchers/loyalty-card";
import { getVoucher } from "../../vouchers/store";
import { getProgram } from "../programs/program";
import type { MemberCreate } from "./schema";

/**
 * Gives a card of the program to a customer, who has one at most: the one that is named, or a free
 * one, which is made where the program makes its cards as they are needed. Answers the card. Who
 * has a card already is answered that one.
 */
export async function joinProgram(
  scope: Scope,
  program: string,
  { voucher, ...body }: MemberCreate,
): Promise<Answer> {
  const { id } = await getProgram(scope, program);
  if (voucher) refuseForeign(await getVoucher(scope, voucher), id, voucher);
  const request = publishRequest(scope, voucher ? { ...body, voucher } : { ...body, campaign: id });
  return publish(scope, request, viewPublishedVoucher);
}
