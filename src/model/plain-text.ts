/** For `regex`: names and codes go into paths and logs. U+FFFD was half of a character. */
export const PLAIN_TEXT = [/^[^\p{Cc}\ufffd]*$/u, "text without control characters"] as const;
