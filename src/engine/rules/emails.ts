// Decides how e-mail addresses compare: letter case does not tell two of them apart.
import { memoised } from "../../lib/memoised";

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

const isEmail = (value: unknown): value is string => typeof value === "string" && EMAIL.test(value);

const foldedEmail = (value: unknown): unknown => (isEmail(value) ? value.toLowerCase() : value);
const foldedText = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : value;

/** A list with its addresses folded, made once, however many conditions ask; null without any. */
const foldedList = memoised((list: readonly unknown[]) => ({
  value: list.some(isEmail) ? list.map(foldedEmail) : null,
}));

/**
 * A value whose e-mail addresses are in lower case, and how operands must be folded to compare with
 * it: an address is compared with parts of one too, a list only with whole ones. Null where the
 * value holds no address.
 */
export function foldEmails(
  value: unknown,
): { value: unknown; operand: (operand: unknown) => unknown } | null {
  if (isEmail(value)) return { value: value.toLowerCase(), operand: foldedText };
  const folded = Array.isArray(value) ? foldedList(value).value : null;
  return folded && { value: folded, operand: foldedEmail };
}
