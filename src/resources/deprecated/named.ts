import * as z from "zod";
import type { Scope } from "../../scope/scope";
import { redeemVoucher } from "../redemptions/redeem-voucher";
import { RedeemOne, type TrackedBy } from "../redemptions/schema";
import { ValidateOne } from "../validations/schema";
import { validateVoucher } from "../validations/validate-voucher";

/** The code in the body, where an older SDK has none in the path. */
const named = { code: z.string().trim().min(1).max(255) };

export const RedeemNamed = RedeemOne.extend(named);
export const ValidateNamed = ValidateOne.extend(named);

export const redeemNamed = (
  scope: Scope,
  query: TrackedBy,
  { code, ...rest }: z.infer<typeof RedeemNamed>,
) => redeemVoucher(scope, code, { query, rest });

export const validateNamed = (scope: Scope, { code, ...rest }: z.infer<typeof ValidateNamed>) =>
  validateVoucher(scope, code, rest);
