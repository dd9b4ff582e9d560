// Decides how codes are drawn, how many a pattern can give, and which two codes are the same.
import { PATH_NAMES } from "../lib/path-names";
import { type RandomBytes, randomIndex } from "../lib/random";
import { err, ok, type Result } from "../lib/result";
import { VOUCHER_KINDS, type VoucherType } from "../model/voucher-kinds";

export const BASE62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Code config of the contract; `pattern` goes before `length`, each `#` is one drawn character. */
export interface CodeConfig {
  length?: number | null | undefined;
  charset?: string | null | undefined;
  pattern?: string | null | undefined;
  prefix?: string | null | undefined;
  postfix?: string | null | undefined;
}

/** The config with characters to draw from: its own, else the project's, else base62. */
export const withCharset = (
  config: CodeConfig | null | undefined,
  usual: string | null,
): CodeConfig & { charset: string } => ({
  ...config,
  charset: config?.charset || usual || BASE62,
});

/**
 * `charset` holds whole characters; only the `#` of `pattern` are drawn, never those of its ends.
 */
export interface CodePattern {
  charset: readonly string[];
  pattern: string;
  prefix: string;
  postfix: string;
}

/** Codes are text of 1 to 255 UTF-16 units. */
export const MAX_CODE_LENGTH = 255;

const DISTINCT_PER_CODE = 1000;

/**
 * The pattern to draw `count` codes from. Refuses a space of fewer than 1,000 different codes for
 * each one asked, unless it is a single code (docs/behaviour.md), and says how many characters
 * would do. Codes that differ in letter case only are one code unless the project tells case apart.
 */
export function codePattern(
  config: CodeConfig,
  type: VoucherType,
  count: number,
  isCaseSensitive = false,
): Result<CodePattern, string> {
  const charset = [...new Set(config.charset || BASE62)];
  const pattern = config.pattern ?? "#".repeat(config.length ?? VOUCHER_KINDS[type].codeLength);
  const { prefix, postfix } = { prefix: config.prefix ?? "", postfix: config.postfix ?? "" };
  const hashes = pattern.split("#").length - 1;
  const widest = Math.max(...charset.map((character) => character.length));
  const length = prefix.length + pattern.length + hashes * (widest - 1) + postfix.length;
  if (length > MAX_CODE_LENGTH) {
    return err(`Codes of ${length} characters are longer than ${MAX_CODE_LENGTH}`);
  }
  const dotted = `${prefix}${charset.includes(".") ? pattern.replaceAll("#", ".") : pattern}${postfix}`;
  const [isNamed, requirement] = PATH_NAMES;
  if (!isNamed(dotted.trim())) return err(`A code ${requirement}`);
  const plan: CodePattern = { charset, pattern, prefix, postfix };
  if (count === 1) return ok(plan);
  const different = new Set(charset.map((one) => codeKey(one, isCaseSensitive))).size;
  const defect = tooFew(different, hashes, count);
  return defect === null ? ok(plan) : err(defect);
}

/** `different` is how many characters there are when those that fold to the same one count once. */
function tooFew(different: number, hashes: number, count: number): string | null {
  const needed = count * DISTINCT_PER_CODE;
  if (different ** hashes >= needed) return null;
  if (different < 2) return "Property .charset must have at least 2 different characters";
  let enough = hashes;
  while (different ** enough < needed) enough += 1;
  return `${hashes} generated characters out of ${different} are too few for ${count} codes; ${enough} would do`;
}

/** One code of the pattern; every character of the charset is as likely as any other. */
export function drawCode(
  { charset, pattern, prefix, postfix }: CodePattern,
  random: RandomBytes,
): string {
  const draw = () => charset[randomIndex(charset.length, random)] ?? "";
  return `${prefix}${pattern.replaceAll("#", draw)}${postfix}`;
}

/**
 * What two codes are compared by, and what the unique index holds: NFKC, trimmed and, unless the
 * project tells letter case apart, folded.
 */
export function codeKey(code: string, isCaseSensitive: boolean): string {
  const plain = code.normalize("NFKC").trim();
  return isCaseSensitive ? plain : plain.toUpperCase().toLowerCase();
}
