import * as z from "zod";
import { load } from "../../commit/load";
import type { Statement } from "../../db/client";
import type { JobMessage, Scope } from "../../scope/scope";
import { commitStep } from "../async-actions/commit-step";
import { afterStep, beginAction, defineAction } from "../async-actions/define";
import { assignmentsOf, repostFew, repostObjects } from "./assignment-store";
import type { RuleChange, RuleRow } from "./store";

/** With at most so many assignments the request updates the index itself. */
const AT_ONCE = 50;
/** Assignments of one step. */
const CHUNK = 200;

/**
 * Background work that writes what a changed rule is assigned to anew into the index that
 * qualification reads. Its state is the last assignment that was looked at, in the order in which
 * they were made.
 */
const REPOSTING = {
  type: "VALIDATION_RULE_REPOSTING",
  input: z.object({ rule_id: z.string() }),
  state: z.object({ created_at: z.string(), id: z.string() }),
};

/** What a change of a rule brings with it, to be written after the rule itself. */
interface Reposting {
  statements: Statement[];
  jobs: JobMessage[];
  tally: { async_actions?: number };
}

/** Lets qualification find what the rule is assigned to by its new terms: at once, or in steps. */
export function reposting(scope: Scope, row: RuleRow, change: RuleChange): Reposting {
  const isSame =
    change.terms === undefined || JSON.stringify(change.terms) === JSON.stringify(row.terms);
  if (isSame) return { statements: [], jobs: [], tally: {} };
  if (row.assignments_count <= AT_ONCE) {
    return { statements: repostFew(row.project_id, row.id, AT_ONCE), jobs: [], tally: {} };
  }
  const action = beginAction(scope, REPOSTING, {
    related_id: row.id,
    input: { rule_id: row.id },
    state: { created_at: "", id: "" },
    total: row.assignments_count,
  });
  return { statements: [action.statement], jobs: [action.job], tally: { async_actions: 1 } };
}

/**
 * One step: the next two hundred assignments. Assignments made meanwhile were indexed by the rule
 * as it was then, which is at least as new, so that none has to be found by this walk.
 */
export const repostRule = defineAction({
  ...REPOSTING,
  step: async (scope, work) => {
    const { row, input, state } = work;
    const { rows } = await load(scope, { rows: assignmentsOf(scope, input.rule_id, CHUNK, state) });
    const done = row.done + rows.length;
    const last = rows.at(-1);
    const isThrough = rows.length < CHUNK || !last;
    const after = afterStep(scope, work, {
      done,
      total: isThrough ? done : Math.max(done, row.total),
      ...(isThrough
        ? { status: "DONE", operation_status: "SUCCESS", result: { objects_count: done } }
        : { state: { created_at: String(last.created_at), id: String(last.id) } }),
    });
    const ids = rows.map(({ related_object_id }) => String(related_object_id));
    return commitStep(scope, { row, after }, [repostObjects(scope.project.id, ids)]);
  },
});
