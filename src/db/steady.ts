import { remembered } from "../lib/remembered";

/** What quotes may hold is no parameter; neither is what a comment says. */
const QUOTED = `'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\\n]*|/\\*[^]*?\\*/`;
const QUOTED_OR_PARAMETER = new RegExp(`${QUOTED}|(?<!\\+)\\?\\d*`, "g");

/**
 * Statements have some hundreds of texts; only one put together from what a request says is many.
 */
const TEXTS = 2_000;

/**
 * The text with a plus in front of each parameter, so that no plan depends on what is bound to it.
 * The runtime clears what was bound after each run, upon which SQLite prepares such a plan anew,
 * inside the next one: that costs as much as if the statement had never been seen. A plus changes
 * neither value nor affinity of a parameter.
 */
export const steady = remembered(TEXTS, (sql: string) =>
  sql.replace(QUOTED_OR_PARAMETER, (found) => (found.startsWith("?") ? `+${found}` : found)),
);
