import type * as z from "zod";
import { errorBody } from "../../errors";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import type { ValidateOne } from "./schema";
import type { viewForShopper } from "./shopper";
import { type Validated, validate } from "./validate";

/**
 * The answer for the one code; where it is passed over because it takes nothing off, it is shown as
 * one that does not apply.
 */
export function flat(scope: Scope, answer: Validated | ReturnType<typeof viewForShopper>) {
  const entry = answer.redeemables[0] ?? answer.skipped_redeemables?.[0];
  assert(entry, "one redeemable has one outcome");
  const { tracking_id, session } = answer;
  const { metadata } = entry;
  const shared = {
    ...(tracking_id && { tracking_id }),
    ...(session && { session }),
    ...(metadata && { metadata }),
  };
  if (entry.status === "INAPPLICABLE") {
    const { error } = entry.result;
    return { valid: false, ...shared, reason: error.message, error };
  }
  if (entry.status === "SKIPPED") {
    const facts = { details: entry.result.details.message };
    const error = errorBody("no_applicable_redeemables", facts, scope.request_id);
    return { valid: false, ...shared, reason: error.message, error };
  }
  const { result, applicable_to, inapplicable_to } = entry;
  return {
    valid: true,
    ...shared,
    ...result,
    applicable_to,
    inapplicable_to,
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
    (answer) => ({ code, metadata: {}, ...flat(scope, answer) }),
  );
