import * as z from "zod";
import { route } from "../../http/route";
import { VALIDATE_ERRORS } from "./routes";
import { ValidateOne, VoucherValidation } from "./schema";
import { validateVoucher } from "./validate-voucher";

const ByCode = z.object({ code: z.string().trim().min(1).max(255) });

/** Older clients validate one code here instead of through `/v1/validations`. */
export const voucherValidation = [
  route(
    "POST",
    "/:code/validate",
    {
      summary: "Say whether one voucher applies to an order",
      params: ByCode,
      body: ValidateOne,
      answer: VoucherValidation,
      errors: VALIDATE_ERRORS,
    },
    (scope, { params, body }) => validateVoucher(scope, params.code, body),
  ),
];
