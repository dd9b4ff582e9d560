import type { RawRow } from "../../db/client";
import { notFound } from "../../errors";
import type { Scope } from "../../scope/scope";
import { refuseForeign } from "../vouchers/loyalty-card";
import { byNames, decodeVoucher, pick, type StoredVoucher } from "../vouchers/store";

/** A referral code as paths name it: by code or id, of a campaign by id or name, or of any. */
export interface CodeNamed {
  name: string;
  campaign: string | null;
}

/** A referral code with the campaign that it is of. */
export interface ReferralCode extends StoredVoucher {
  campaign_id: string;
}

export const codeNamed = (scope: Scope, { name }: CodeNamed) => byNames(scope, [name]);

export const isReferral = (voucher: StoredVoucher): voucher is ReferralCode =>
  voucher.is_referral_code && voucher.campaign_id !== null;

/** The referral code among rows that `codeNamed` gave; refuses every other voucher as unknown. */
export function theCode(
  scope: Scope,
  rows: readonly RawRow[],
  { name, campaign }: CodeNamed,
): ReferralCode {
  const code = pick(scope, rows.map(decodeVoucher), name);
  if (!code || !isReferral(code)) throw notFound("voucher", name);
  refuseForeign(code, campaign, name);
  return code;
}
