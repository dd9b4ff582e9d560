import type { Db } from "../../db/client";
import type { Env } from "../../env";

/** What a sweep works with; `now` is epoch milliseconds. */
export interface Visit {
  env: Env;
  /** The place that is swept, and its database. */
  place: string;
  db: Db;
  /** Where the control tables are. */
  control: Db;
  now: number;
}

/**
 * One row of the table of sweeps. A sweep finds its work by an index made for that, does no more at
 * once than the database can bear beside its other work, and leaves the rest to the next minute.
 */
export interface Sweep {
  name: string;
  /** What it looks at are control rows: it runs in the first place alone. */
  isControl?: boolean;
  /**
   * So many statements it sends at most; all sweeps of a place share one invocation, which may send
   * a thousand.
   */
  statements: number;
  /** A text that it answers is when the oldest of what it found late was made (ISO). */
  run: (visit: Visit) => Promise<unknown>;
}
