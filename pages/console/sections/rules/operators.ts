import { OPERATORS as ENGINE } from "../../../../src/engine/rules/operators";
import type { Kind, Language } from "./facts";

/** How the values of an operator are entered. */
export type Entry =
  | "values"
  | "texts"
  | "number"
  | "count"
  | "nothing"
  | "date"
  | "lapse"
  | "weekdays"
  | "timeframe"
  | "span"
  | "hours"
  | "places";

export const OPERATOR_GROUPS = [
  "value",
  "number",
  "text",
  "list",
  "place",
  "date",
  "birthday",
] as const;

export interface Operator extends Record<Language, string> {
  entry: Entry;
  group: (typeof OPERATOR_GROUPS)[number];
}

type Row = [name: string, entry: Entry, en: string, de: string];

const grouped = (group: Operator["group"], rows: readonly Row[]): [string, Operator][] =>
  rows.map(([name, entry, en, de]) => [name, { entry, group, en, de }]);

/**
 * The operators of the engine as they are read here, other spellings of one left out; a test holds
 * the two tables together.
 */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  ...grouped("value", [
    ["$is", "values", "is one of", "ist eines von"],
    ["$is_not", "values", "is none of", "ist keines von"],
    ["$has_value", "nothing", "is there", "ist da"],
    ["$is_unknown", "nothing", "is not there", "ist nicht da"],
  ]),
  ...grouped("number", [
    ["$more_than_or_equal", "number", "is at least", "ist mindestens"],
    ["$more_than", "number", "is more than", "ist mehr als"],
    ["$less_than_or_equal", "number", "is at most", "ist höchstens"],
    ["$less_than", "number", "is less than", "ist weniger als"],
  ]),
  ...grouped("text", [
    ["$starts_with", "texts", "begins with", "beginnt mit"],
    ["$ends_with", "texts", "ends with", "endet mit"],
    ["$contains", "texts", "contains", "enthält"],
    ["$not_contain", "texts", "does not contain", "enthält nicht"],
  ]),
  ...grouped("list", [
    ["$includes", "values", "has all of", "hat alle von"],
    ["$intersects", "values", "has any of", "hat eines von"],
    ["$not_intersect", "values", "has none of", "hat keines von"],
    ["$not_differ", "values", "has exactly", "hat genau"],
    ["$count", "count", "has so many", "hat so viele"],
    ["$count_more", "count", "has more than", "hat mehr als"],
    ["$count_less", "count", "has fewer than", "hat weniger als"],
    ["$from", "values", "is looked for among", "wird gesucht unter"],
  ]),
  ...grouped("place", [
    ["$in_location", "places", "lies in", "liegt in"],
    ["$not_in_location", "places", "does not lie in", "liegt nicht in"],
  ]),
  ...grouped("date", [
    ["$after", "date", "is after", "ist nach"],
    ["$after_equal", "date", "is on or after", "ist am oder nach"],
    ["$before", "date", "is before", "ist vor"],
    ["$before_equal", "date", "is on or before", "ist am oder vor"],
    ["$more_than_ago", "lapse", "is longer ago than", "ist länger her als"],
    ["$less_than_ago", "lapse", "is less long ago than", "ist weniger lang her als"],
    ["$is_days_ago", "count", "is so many days ago", "ist so viele Tage her"],
    ["$is_years_ago", "count", "is so many years ago", "ist so viele Jahre her"],
    ["$more_than_future", "lapse", "is further ahead than", "ist weiter hin als"],
    ["$less_than_future", "lapse", "is less far ahead than", "ist weniger weit hin als"],
    ["$is_days_in_future", "count", "is in so many days", "ist in so vielen Tagen"],
    ["$yesterday", "nothing", "is yesterday", "ist gestern"],
    ["$today", "nothing", "is today", "ist heute"],
    ["$tomorrow", "nothing", "is tomorrow", "ist morgen"],
    ["$last_week", "nothing", "is last week", "ist letzte Woche"],
    ["$this_week", "nothing", "is this week", "ist diese Woche"],
    ["$next_week", "nothing", "is next week", "ist nächste Woche"],
    ["$last_month", "nothing", "is last month", "ist letzten Monat"],
    ["$this_month", "nothing", "is this month", "ist diesen Monat"],
    ["$next_month", "nothing", "is next month", "ist nächsten Monat"],
    ["$last_year", "nothing", "is last year", "ist letztes Jahr"],
    ["$this_year", "nothing", "is this year", "ist dieses Jahr"],
    ["$next_year", "nothing", "is next year", "ist nächstes Jahr"],
    ["$is_day", "weekdays", "is on a weekday", "ist an einem Wochentag"],
    ["$is_day_of_month", "count", "is on a day of the month", "ist an einem Tag im Monat"],
    ["$is_month", "count", "is in a month (1–12)", "ist in einem Monat (1–12)"],
    ["$is_year", "count", "is in a year", "ist in einem Jahr"],
    ["$timeframe", "timeframe", "is in a repeating window", "ist in wiederkehrender Zeit"],
    ["$timeframe_absolute", "span", "is in a span", "ist in einer Zeitspanne"],
    ["$timeframe_daily_hours", "hours", "is within hours", "ist in diesen Stunden"],
  ]),
  ...grouped("birthday", [
    ["$today_md", "nothing", "comes round today", "jährt sich heute"],
    ["$yesterday_md", "nothing", "came round yesterday", "jährte sich gestern"],
    ["$tomorrow_md", "nothing", "comes round tomorrow", "jährt sich morgen"],
    ["$this_week_md", "nothing", "comes round this week", "jährt sich diese Woche"],
    ["$last_week_md", "nothing", "came round last week", "jährte sich letzte Woche"],
    ["$next_week_md", "nothing", "comes round next week", "jährt sich nächste Woche"],
    ["$this_month_md", "nothing", "comes round this month", "jährt sich diesen Monat"],
    ["$last_month_md", "nothing", "came round last month", "jährte sich letzten Monat"],
    ["$next_month_md", "nothing", "comes round next month", "jährt sich nächsten Monat"],
    ["$is_days_ago_md", "count", "came round so many days ago", "jährte sich vor so vielen Tagen"],
    [
      "$is_less_days_ago_md",
      "count",
      "came round at most so many days ago",
      "jährte sich vor höchstens so vielen Tagen",
    ],
    ["$is_more_days_ago_md", "count", "came round more days ago", "jährte sich vor mehr Tagen"],
    [
      "$is_days_in_future_md",
      "count",
      "comes round in so many days",
      "jährt sich in so vielen Tagen",
    ],
    [
      "$is_less_days_in_future_md",
      "count",
      "comes round in at most so many days",
      "jährt sich in höchstens so vielen Tagen",
    ],
    ["$is_more_days_in_future_md", "count", "comes round in more days", "jährt sich in mehr Tagen"],
  ]),
]);

const NUMBERS = ["$more_than_or_equal", "$more_than", "$less_than_or_equal", "$less_than"];
const EQUAL = ["$is", "$is_not"];
const COUNTS = ["$count", "$count_more", "$count_less"];
const TEXTS = ["$starts_with", "$ends_with", "$contains", "$not_contain"];

/** What each kind of fact takes, most wanted first; notes may hold anything. */
const OF_KIND: Record<Kind, readonly string[]> = {
  money: [...NUMBERS, ...EQUAL],
  number: [...NUMBERS, ...EQUAL],
  text: [...EQUAL, ...TEXTS],
  flag: ["$is"],
  segments: [...EQUAL, "$includes", ...COUNTS],
  products: EQUAL,
  skus: EQUAL,
  lines: [...EQUAL, ...COUNTS],
  metadata: [...OPERATORS.keys()].filter((name) => name !== "$from"),
};

const EXTREMES = ["order.items.cheapest", "order.items.most_expensive"];

export const operatorsOf = (fact: string, kind: Kind): readonly string[] =>
  EXTREMES.includes(fact) ? [...OF_KIND[kind], "$from"] : OF_KIND[kind];

/** The offered operator that means the same as a spelling: the engine has one object for both. */
export function plainName(name: string): string {
  if (OPERATORS.has(name)) return name;
  const meaning = ENGINE.get(name);
  for (const offered of OPERATORS.keys()) if (ENGINE.get(offered) === meaning) return offered;
  return name;
}

export const operatorLabel = (name: string, spoken: Language): string =>
  OPERATORS.get(plainName(name))?.[spoken] ?? name;

export const entryOf = (name: string): Entry => OPERATORS.get(plainName(name))?.entry ?? "texts";

/** What an operator that asks for no value is stored with. */
export const startingValues = (name: string): readonly unknown[] =>
  entryOf(name) === "nothing" ? [true] : [];
