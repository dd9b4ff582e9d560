// Decides how e-mail addresses compare: letter case does not tell two of them apart.

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,255}$/;

const isEmail = (value: unknown): value is string => typeof value === "string" && EMAIL.test(value);

const foldedEmail = (value: unknown): unknown => (isEmail(value) ? value.toLowerCase() : value);
const foldedText = (value: unknown): unknown =>
  typeof value === "string" ? value.toLowerCase() : value;

/**
 * A value whose e-mail addresses are in lower case, and how operands must be folded to compare with
 * it: an address is compared with parts of one too, a list only with whole ones. Null where the
 * value holds no address.
 */
export function foldEmails(
  value: unknown,
): { value: unknown; operand: (operand: unknown) => unknown } | null {
  if (isEmail(value)) return { value: value.toLowerCase(), operand: foldedText };
  if (!Array.isArray(value) || !value.some(isEmail)) return null;
  return { value: value.map(foldedEmail), operand: foldedEmail };
}
