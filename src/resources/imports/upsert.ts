import type * as z from "zod";
import type { Tally } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing } from "../../commit/next-update";
import type { RawRow, Statement } from "../../db/client";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { CHECK, FINISH, type Part, type Phase, type Planner } from "./kind";
import { fitting, inOrder, refusal } from "./rows";

interface Stored {
  id: string;
  source_id: string | null;
  updated_at: string | null;
}

/** A row that is there already, as it shall stand, and the time of its last update before. */
export type Changed<R> = R & { was: string | null };

/** How a kind creates and updates what its rows name by source id. */
export interface Upsert<I, R extends Stored, M> {
  schema: z.ZodType<I>;
  tally: Tally;
  /** Reads what the rows name: first the rows themselves, then what they refer to. */
  reads: (scope: Scope, inputs: readonly I[]) => Statement[];
  decode: (raw: RawRow) => R;
  /** What else was read, as `next` needs it. */
  gather: (more: readonly RawRow[][]) => M;
  /** The row as it shall stand; throws what refuses it. */
  next: (scope: Scope, input: I, found: R | null, gathered: M) => R;
  insert: (rows: readonly R[]) => Statement;
  update: (rows: readonly Changed<R>[]) => Statement[];
  /** Statements that abort the batch where something else than its rows has changed. */
  guards?: (scope: Scope, rows: readonly R[]) => Statement[];
  events?: (row: R, isNew: boolean) => DomainEvent[];
}

const CHECKED_ROWS = 2_000;
const WRITTEN_ROWS = 300;

interface Pair<R> {
  next: R;
  found: R | null;
}

function partOf<I, R extends Stored, M>(
  scope: Scope,
  { tally, insert, update, guards, events }: Upsert<I, R, M>,
  pairs: readonly Pair<R>[],
): Part {
  const created = inOrder(pairs.flatMap(({ next, found }) => (found ? [] : [next])));
  const changed = pairs.flatMap(({ next, found }) =>
    found && !changesNothing(found, next) ? [{ ...next, was: found.updated_at }] : [],
  );
  return {
    statements: [
      ...(created.length > 0 ? [insert(created)] : []),
      ...update(changed),
      ...(guards?.(scope, created) ?? []),
    ],
    ...(created.length > 0 && { tally: { [tally]: created.length } }),
    events: [
      ...created.flatMap((row) => events?.(row, true) ?? []),
      ...changed.flatMap((row) => events?.(row, false) ?? []),
    ],
    created: created.length,
    updated: pairs.length - created.length,
  };
}

interface Named {
  source_id?: string | null | undefined;
}

/** Says what becomes of rows that are created or updated: one read, then one row at a time. */
function planner<I extends Named, R extends Stored, M>(upsert: Upsert<I, R, M>): Planner {
  return async (scope, work, lines) => {
    const { rows, refused } = fitting(scope, work, upsert.schema, lines);
    const inputs = rows.map(({ input }) => input);
    const [found = [], ...more] = await load(scope, upsert.reads(scope, inputs));
    const bySource = new Map(found.map(upsert.decode).map((row) => [row.source_id, row]));
    const gathered = upsert.gather(more);
    const pairs: Pair<R>[] = [];
    for (const { row, input } of rows) {
      const known = (input.source_id && bySource.get(input.source_id)) || null;
      try {
        pairs.push({ next: upsert.next(scope, input, known, gathered), found: known });
      } catch (error) {
        refused.push(refusal(work, row, error));
      }
    }
    return { refused, part: () => partOf(scope, upsert, pairs) };
  };
}

/** The two passes of such a kind: all rows are checked, then written. */
export function upsertPhases<I extends Named, R extends Stored, M>(
  upsert: Upsert<I, R, M>,
): Record<string, Phase> {
  const plan = planner(upsert);
  return {
    [CHECK]: { rows: CHECKED_ROWS, plan, writes: false, next: "write" },
    write: { rows: WRITTEN_ROWS, plan, writes: true, next: FINISH },
  };
}
