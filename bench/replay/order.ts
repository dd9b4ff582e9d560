import type { RecordedBatch } from "./recording";

/** The header that tells the worker of the bench what to do with a request. */
export const ORDER = "x-bench-order";

/**
 * `record`, `replay` and `note` are modes of a recording, of which each name has one. `replay`
 * carries the request out `runs` times; `nothing` runs the same loop around an empty answer.
 * `count` carries it out as usual and counts what it asks of the database, then and later.
 */
export interface Order {
  act: "record" | "replay" | "note" | "nothing" | "count";
  name: string;
  runs: number;
}

/** What a loop answers: each status that came, and the text of the last answer. */
export interface Replayed {
  statuses: number[];
  last: string;
}

/** What one request answered, and what it asked of the database. */
export interface Recorded {
  status: number;
  text: string;
  batches: RecordedBatch[];
}

export const PATHS = { bare: "/bench/bare", work: "/bench/work" };
