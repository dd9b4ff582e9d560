/** What nobody sees: two codes that differ by it alone would look the same. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** For `refine`: codes that are made; those that were made before go on under theirs. */
export const VISIBLE = [
  (text: string): boolean => !INVISIBLE.test(text),
  "must NOT have invisible characters, such as soft hyphens, zero-width spaces or marks of direction",
] as const;

/** For `regex`: names and codes go into paths and logs. U+FFFD was half of a character. */
export const PLAIN_TEXT = [/^[^\p{Cc}\ufffd]*$/u, "text without control characters"] as const;
