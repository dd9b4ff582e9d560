import { replacing } from "./replacing";

type Way = Pick<D1Database, "prepare" | "batch">;

/** The same way to a database with all that is asked of it in batches: a single read, too. */
export const inBatches = ({ prepare, batch }: Way): Way => ({
  batch,
  prepare: (sql) => {
    const statement = prepare(sql);
    const bindOnce = statement.bind.bind(statement);
    const bind = (...values: unknown[]) => {
      const bound = bindOnce(...values);
      const all = async () => (await batch([bound]))[0];
      return Object.assign(bound, { all });
    };
    return Object.assign(statement, { bind });
  },
});

/** The database with another way to send a batch, which single reads go, too. */
export const withBatch = (
  real: D1Database,
  batch: D1Database["batch"],
  prepare: D1Database["prepare"] = (sql) => real.prepare(sql),
): D1Database => replacing(real, inBatches({ prepare, batch }));
