import * as z from "zod";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { type RawRow, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { assert } from "../../lib/assert";
import { VOUCHER_KINDS, VOUCHER_TYPES } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { defineAction, moved, type Running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { unassignAll } from "../validation-rules/assignment-store";
import { releaseVouchers } from "../vouchers/holders-store";

/** Vouchers of one step. */
const CHUNK = 1_000;

const ClearInput = z.object({ campaign_id: z.string(), force: z.boolean() });
type ClearInput = z.infer<typeof ClearInput>;

/**
 * Free codes go first: they leave their half of the index as they go, so its first ones are always
 * the next. Then the other half is walked by id; codes that were given out or switched off meanwhile
 * have moved there.
 */
const ClearState = z.object({ phase: z.enum(["free", "taken"]), after: z.string() });
type ClearState = z.infer<typeof ClearState>;

export const FIRST: ClearState = { phase: "free", after: "" };

/** Background work that takes a deleted campaign's vouchers away. */
export const DELETION = { type: "CAMPAIGN_DELETION", input: ClearInput, state: ClearState };

const chunkOf = (scope: Scope, { campaign_id }: ClearInput, { phase, after }: ClearState) =>
  statement(
    `SELECT v.id, v.type, v.deleted_at IS NULL AS live, coalesce(v.balance, 0) AS balance,
       (SELECT count(*) FROM validation_rules_assignments a
        WHERE a.project_id = v.project_id AND a.related_object_id = v.id) AS assignments
     FROM vouchers v INDEXED BY vouchers_pool
     WHERE v.project_id = ?1 AND v.campaign_id = ?2
       AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = ?3 AND v.id > ?4
     ORDER BY v.id LIMIT ?5`,
    scope.project.id,
    campaign_id,
    phase === "free" ? 1 : 0,
    after,
    CHUNK,
  );

/** Whether a code stands in the free half that the walk through the other may have missed. */
const anyFree = (scope: Scope, { campaign_id }: ClearInput) =>
  statement(
    `SELECT 1 FROM vouchers v INDEXED BY vouchers_pool WHERE v.project_id = ?1 AND v.campaign_id = ?2
       AND (v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1 LIMIT 1`,
    scope.project.id,
    campaign_id,
  );

/** Takes the vouchers away: for good, or so that their codes stay reserved. */
function take(scope: Scope, { campaign_id, force }: ClearInput, rows: readonly RawRow[]) {
  const touched = rows.filter(({ live }) => force || live === 1);
  const live = rows.filter((row) => row.live === 1);
  if (touched.length === 0) return [];
  const ids = touched.map(({ id }) => String(id));
  const assigned = sumOf(touched, "assignments");
  const verb = force
    ? statement(
        "DELETE FROM vouchers INDEXED BY vouchers_id WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
        scope.project.id,
        JSON.stringify(ids),
      )
    : statement(
        `UPDATE vouchers INDEXED BY vouchers_id SET deleted_at = ?3
         WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2)) AND deleted_at IS NULL`,
        scope.project.id,
        JSON.stringify(ids),
        isoNow(scope),
      );
  return [
    verb,
    assertChanged("voucher_moved", touched.length),
    // Redemptions and ledger stay.
    ...unassignAll(scope.project.id, ids, assigned),
    releaseVouchers(scope.project.id, ids),
    statement(
      "UPDATE campaigns SET vouchers_count = max(vouchers_count - ?3, 0) WHERE project_id = ?1 AND id = ?2",
      scope.project.id,
      campaign_id,
      live.length,
    ),
  ];
}

const sumOf = (rows: readonly RawRow[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0);

/** Where the next step goes on; null when nothing is left. */
function nextState(state: ClearState, rows: readonly RawRow[], isFreeLeft: boolean) {
  const isThrough = rows.length < CHUNK;
  if (state.phase === "free") return isThrough ? { ...FIRST, phase: "taken" as const } : FIRST;
  if (!isThrough) return { ...state, after: String(rows.at(-1)?.id) };
  // A code that was switched on again meanwhile stands in the first half.
  return isFreeLeft ? FIRST : null;
}

const endOf = (done: number) => ({
  status: "DONE" as const,
  operation_status: "SUCCESS" as const,
  result: { vouchers_count: done },
});

/** What was left on cards, by what each type counts. */
const balancesDeleted = (live: readonly RawRow[]) =>
  Object.assign(
    {},
    ...VOUCHER_TYPES.map((type) =>
      VOUCHER_KINDS[type].deleted(
        sumOf(
          live.filter((row) => row.type === type),
          "balance",
        ),
      ),
    ),
  );

async function clearVouchers(scope: Scope, work: Running<ClearInput, ClearState>) {
  const { row: action, input, state } = work;
  const [rows = [], left = []] = await load(scope, [
    chunkOf(scope, input, state),
    anyFree(scope, input),
  ]);
  const live = rows.filter((row) => row.live === 1);
  const done = action.done + live.length;
  const next = nextState(state, rows, left.length > 0);
  const total = next ? Math.max(done, action.total) : done;
  const after = moved(scope, work, {
    done,
    total,
    ...(next ? { state: next } : endOf(done)),
  });
  const assigned = sumOf(rows, "assignments");
  const counters = { vouchers_deleted: live.length, ...balancesDeleted(live) };
  const result = await commit(scope, {
    statements: [...take(scope, input, rows), moveAction(action, after)],
    ...(live.length > 0 && {
      tally: { vouchers: -live.length, validation_rules_assignments: -assigned },
    }),
    days: [{ campaign_id: input.campaign_id, counters }],
    answer: DONE,
  });
  return { result, after };
}

/**
 * One step of a campaign's deletion: at most a thousand of its vouchers, with their assignments and
 * holders, counted in the campaign's day and the project's tally.
 */
export const clearCampaign = defineAction({
  ...DELETION,
  step: (scope, work) =>
    retried(scope, async () => {
      const { result, after } = await clearVouchers(scope, work);
      if (result.ok) return { after };
      const { constraint } = result.error;
      if (constraint === "action_cursor") return { after: null };
      assert(constraint.endsWith("_moved"), "only a voucher that was changed is in the way");
      return null;
    }).then(({ after }) => after),
});
