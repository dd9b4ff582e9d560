import type * as z from "zod";
import { errorBody } from "../../errors";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import type { ValidateOne } from "./schema";
import { type Validated, validate } from "./validate";

/**
 * The answer for the one code; where it is passed over because it takes nothing off, it is shown as
 * one that does not apply.
 */
function flat(scope: Scope, code: string, answer: Validated) {
  const entry = answer.redeemables[0] ?? answer.skipped_redeemables?.[0];
  assert(entry, "one redeemable has one outcome");
  const { tracking_id, session } = answer;
  const shared = { code, ...(tracking_id && { tracking_id }), ...(session && { session }) };
  if (entry.status === "INAPPLICABLE") {
    return { valid: false, ...shared, error: entry.result.error };
  }
  if (entry.status === "SKIPPED") {
    const facts = { details: entry.result.details.message };
    const error = errorBody("no_applicable_redeemables", facts, scope.request_id);
    return { valid: false, ...shared, error };
  }
  const { result, applicable_to, inapplicable_to, metadata } = entry;
  return {
    valid: true,
    ...shared,
    ...result,
    applicable_to,
    inapplicable_to,
    metadata,
    order: answer.order,
  };
}

/**
 * The validation of one code, flat: what applies and what it does, or the error that keeps it from
 * it.
 */
export const validateVoucher = (
  scope: Scope,
  code: string,
  { gift, reward, ...request }: z.infer<typeof ValidateOne>,
) =>
  validate(
    scope,
    {
      ...request,
      options: { ...request.options, expand: ["redeemable"] },
      redeemables: [{ object: "voucher", id: code, gift, reward }],
    },
    (answer) => flat(scope, code, answer),
  );
