import type { Db } from "../../db/client";
import type { Env } from "../../env";

/** What a sweep works with; `now` is epoch milliseconds. */
export interface Visit {
  env: Env;
  db: Db;
  now: number;
}

/**
 * One row of the table of sweeps. A sweep finds its work by an index made for that, does no more at
 * once than the database can bear beside its other work, and leaves the rest to the next minute.
 */
export interface Sweep {
  name: string;
  /**
   * So many statements it sends at most; all sweeps share one invocation, which may send a
   * thousand.
   */
  statements: number;
  /** A text that it answers is when the oldest of what it found late was made (ISO). */
  run: (visit: Visit) => Promise<unknown>;
}
