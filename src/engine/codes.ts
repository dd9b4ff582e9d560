// Decides how codes are drawn, how many a pattern can give, and which two codes are the same.
import { type RandomBytes, randomIndex } from "../lib/random";
import { err, ok, type Result } from "../lib/result";

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Code config of the contract; `pattern` goes before `length`, each `#` is one drawn character. */
export interface CodeConfig {
  length?: number | null | undefined;
  charset?: string | null | undefined;
  pattern?: string | null | undefined;
  prefix?: string | null | undefined;
  postfix?: string | null | undefined;
}

export interface CodePattern {
  charset: string;
  pattern: string;
}

const DISTINCT_PER_CODE = 1000;
const LENGTH = { DISCOUNT_VOUCHER: 8, GIFT_VOUCHER: 12, LOYALTY_CARD: 12 } as const;

/**
 * The pattern to draw `count` codes from. Refuses a space of fewer than 1,000 different codes for
 * each one asked, unless it is a single code (decisions, sections 7 and 10), and says how many
 * characters would do.
 */
export function codePattern(
  config: CodeConfig,
  type: keyof typeof LENGTH,
  count: number,
): Result<CodePattern, string> {
  const charset = [...new Set(config.charset || BASE62)].join("");
  const drawn = config.length ?? LENGTH[type];
  const middle = config.pattern ?? "#".repeat(drawn);
  const pattern = `${config.prefix ?? ""}${middle}${config.postfix ?? ""}`;
  const hashes = pattern.split("#").length - 1;
  if (count > 1 && charset.length ** hashes < count * DISTINCT_PER_CODE) {
    return err(tooFew(charset, hashes, count));
  }
  return ok({ charset, pattern });
}

function tooFew(charset: string, hashes: number, count: number): string {
  if (charset.length < 2) return "Property .charset must have at least 2 different characters";
  let enough = hashes;
  while (charset.length ** enough < count * DISTINCT_PER_CODE) enough += 1;
  return `${hashes} generated characters out of ${charset.length} are too few for ${count} codes; ${enough} would do`;
}

/** One code of the pattern; every character of the charset is as likely as any other. */
export function drawCode({ charset, pattern }: CodePattern, random: RandomBytes): string {
  return pattern.replaceAll("#", () => charset.charAt(randomIndex(charset.length, random)));
}

/**
 * What two codes are compared by, and what the unique index holds: NFKC, trimmed and, unless the
 * project tells letter case apart, folded.
 */
export function codeKey(code: string, isCaseSensitive: boolean): string {
  const plain = code.normalize("NFKC").trim();
  return isCaseSensitive ? plain : plain.toUpperCase().toLowerCase();
}
