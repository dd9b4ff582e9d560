import type * as z from "zod";
import { load } from "../../commit/load";
import { totalOf } from "../../db/page";
import type { EXPORT } from "./create";
import { countOf } from "./kinds/rows";
import type { Job } from "./reading";
import { tallyOf } from "./store";

type Counted = NonNullable<z.infer<typeof EXPORT.state>["counted"]>;

/** Rows to look at, as far as they are counted, and whether that is all of them. */
type Count = Counted & { isWhole: boolean };

/** Sorting looks at each row, and then at each again. */
const passesOf = ({ selection }: Job): number => (selection.sort === null ? 1 : 2);

/** The project's total where all its rows are looked at; null where it does not say. */
async function known({ scope, kind, selection }: Job): Promise<number | null> {
  const { narrow, from, until } = selection;
  if (!kind.tally || narrow || from !== undefined || until !== undefined) return null;
  const { rows } = await load(scope, { rows: tallyOf(scope, kind.tally) });
  return totalOf(rows);
}

/** Counts on how many rows there are to look at, so many at a time: what progress is told of. */
export async function countOn(job: Job, { total, after }: Counted): Promise<Count> {
  const all = await known(job);
  if (all !== null) return { total: all * passesOf(job), after, isWhole: true };
  const { scope, kind, selection, limits } = job;
  const part = { after, limit: limits.counted };
  const { rows } = await load(scope, { rows: countOf(scope, kind, selection, part) });
  const last = rows[0]?.after;
  return {
    total: total + totalOf(rows) * passesOf(job),
    after: last === null ? after : String(last),
    isWhole: totalOf(rows) < limits.counted,
  };
}
