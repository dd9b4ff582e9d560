import { load } from "../../commit/load";
import type { Statement } from "../../db/client";
import { totalOf } from "../../db/page";
import type { Scope } from "../../scope/scope";
import { commitStep } from "./commit-step";
import { type ActionChange, afterStep, type Running } from "./define";

/** A step that takes so many of what is left, whose number nobody knows before. */
interface Counted<S> {
  /** Counts what is left, as far as one beyond `most`. */
  count: Statement;
  /** So many are taken by `statements`. */
  most: number;
  statements: readonly Statement[];
  /** What the last step does beside. */
  lastly?: readonly Statement[];
  /** What the work ends with, of so many that were taken by all its steps. */
  end: (done: number) => ActionChange<S>;
}

/** Takes one step, which is the last one where no more is left than it takes. */
export async function countedStep<S extends Record<string, unknown>>(
  scope: Scope,
  work: Running<Record<string, never>, S>,
  { count, most, statements, lastly = [], end }: Counted<S>,
) {
  const { rows } = await load(scope, { rows: count });
  const left = totalOf(rows);
  const isLast = left <= most;
  const done = work.row.done + Math.min(left, most);
  const after = afterStep(scope, work, {
    done,
    total: done,
    ...(isLast && { status: "DONE", operation_status: "SUCCESS", ...end(done) }),
  });
  return commitStep(scope, { row: work.row, after }, [...statements, ...(isLast ? lastly : [])]);
}
