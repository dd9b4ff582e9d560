import { type Language, language } from "./language";

/** A text, or one for each number that it is about; `{name}` stands for a value. */
type Text = string | { one: string; other: string };
export type Table = Record<string, Record<Language, Text>>;
export type Values = Record<string, string | number>;

const rules = new Map<Language, Intl.PluralRules>();

function ruleOf(spoken: Language): Intl.PluralRules {
  const known = rules.get(spoken) ?? new Intl.PluralRules(spoken);
  rules.set(spoken, known);
  return known;
}

/** As many as a percentage may have. */
const MOST_DECIMALS = 4;

/** What has no thousands reads the same everywhere; asking the platform would cost milliseconds. */
const plain = (value: number, spoken: Language): string =>
  Number.isInteger(value) && value >= 0 && value < 1_000
    ? String(value)
    : value.toLocaleString(spoken, { maximumFractionDigits: MOST_DECIMALS });

function fill(text: Text, values: Values, spoken: Language): string {
  const chosen =
    typeof text === "string"
      ? text
      : text[ruleOf(spoken).select(Number(values.n)) === "one" ? "one" : "other"];
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? plain(value, spoken) : value;
  });
}

/**
 * The texts of one page in every language, as `t("cart.items", { n: 3 })`; a text that speaks of a
 * number has `one` and `other`, chosen by the value `n`.
 */
export function textsOf<const T extends Table>(table: T) {
  return function useText() {
    const spoken = language.use();
    return (key: keyof T & string, values: Values = {}): string => {
      const text = table[key]?.[spoken];
      return text === undefined ? key : fill(text, values, spoken);
    };
  };
}
