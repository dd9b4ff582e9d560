/** Whether brackets nest deeper than `most`; counted before parsing, so that a bomb is cheap. */
export function isTooDeep(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 92) at++;
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > most) return true;
    } else if (char === 125 || char === 93) depth--;
  }
  return false;
}

const MAYBE_HUGE = /[eE]\+?\d{3}|\d{300}/;

/**
 * A number beyond all floats would be read as infinite and stored as null: it is refused instead.
 */
export function hasHugeNumber(text: string): boolean {
  if (!MAYBE_HUGE.test(text)) return false;
  let isHuge = false;
  try {
    JSON.parse(text, (_, value) => {
      isHuge ||= value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY;
      return value;
    });
  } catch {
    // Malformed JSON is refused by whoever reads the body.
  }
  return isHuge;
}

/** A whole character, half of one, or any other escape: `\\ud800` is a backslash and a text. */
const ESCAPES = /\\(?:u[dD][89abAB].{2}\\u[dD][c-fC-F]|(u[dD][89a-fA-F].{2})|.)/g;

/**
 * JSON with U+FFFD for each half of a character, a surrogate alone, as what was cut may end with:
 * no database keeps one, and nobody's order is worth less for the name of a line.
 */
export const withoutHalves = (text: string): string =>
  /\\u[dD]/.test(text)
    ? text.replace(ESCAPES, (all, half) => (half === undefined ? all : "\\ufffd"))
    : text;
