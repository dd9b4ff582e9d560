import * as z from "zod";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { dayStatements, periodsNow } from "../../commit/days";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { endWork, takeOutOf } from "../../db/bin/entries";
import { fallDueAgain } from "../../db/bin/nights";
import { dropParts } from "../../db/bin/parts";
import { keepVouchers } from "../../db/bin/vouchers";
import type { RawRow } from "../../db/client";
import { totalOf } from "../../db/page";
import { assert } from "../../lib/assert";
import {
  countsPoints,
  isVoucherType,
  VOUCHER_KINDS,
  VOUCHER_TYPES,
} from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { afterStep, defineAction, type Running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { unassignAll } from "../validation-rules/assignment-store";
import { leftStands } from "../vouchers/deletion-store";
import {
  countHolders,
  leavePrograms,
  releaseReferred,
  releaseVouchers,
} from "../vouchers/holders-store";
import { anyFree, nextOf, takeVouchers, uncountVouchers } from "./clear-store";

/** Vouchers of one step. */
const ROWS = { least: 100, most: 1_000 };
/** Holders from whom one step takes them. */
const HOLDERS = 2_000;

const ClearInput = z.object({
  campaign_id: z.string(),
  force: z.boolean(),
  /** When the campaign was put into the bin: its vouchers go there as of the same instant. */
  deleted_at: z.string().optional(),
});
type ClearInput = z.infer<typeof ClearInput>;

/**
 * Free codes go first: each step takes the first ones of their half of the index, which they leave
 * with it. Then the other half is walked by id; codes that were given out or switched off meanwhile
 * have moved there.
 */
const ClearState = z.object({ phase: z.enum(["free", "taken"]), after: z.string() });
type ClearState = z.infer<typeof ClearState>;

export const FIRST: ClearState = { phase: "free", after: "" };

/** Background work that takes a deleted campaign's vouchers away. */
export const DELETION = { type: "CAMPAIGN_DELETION", input: ClearInput, state: ClearState };

/** What the bin keeps of vouchers, or forgets of those that go for good. */
function binned(
  scope: Scope,
  { force }: ClearInput,
  touched: readonly RawRow[],
  isCounting: boolean,
) {
  const { id: project } = scope.project;
  const ids = touched.map(({ id }) => String(id));
  if (!force) return keepVouchers(project, ids, isCounting);
  const entries = sumOf(touched, "entries");
  return [
    dropParts(project, ids),
    // So that the next night finds those that are pending, and cancels them.
    ...(isCounting ? fallDueAgain(project, ids) : []),
    ...(entries > 0 ? takeOutOf(project, ids, entries) : []),
  ];
}

/** Aborts where a rollback has given to one of these cards since they were read. */
const leftOn = (scope: Scope, cards: readonly RawRow[]) =>
  cards.length === 0
    ? []
    : [
        leftStands(
          scope.project.id,
          cards.map(({ id }) => String(id)),
          sumOf(cards, "balance"),
        ),
      ];

/** Takes the vouchers away with what belongs to them; redemptions and ledger stay. */
function take(scope: Scope, input: ClearInput, rows: readonly RawRow[]) {
  const { campaign_id, force, deleted_at = isoNow(scope) } = input;
  const touched = rows.filter(({ live }) => force || live === 1);
  const live = rows.filter((row) => row.live === 1);
  if (touched.length === 0) return [];
  const ids = touched.map(({ id }) => String(id));
  const cards = live.filter(({ type }) => isVoucherType(type) && VOUCHER_KINDS[type].unit !== null);
  const counting = touched.filter(({ type }) => isVoucherType(type) && countsPoints(type));
  return [
    ...binned(scope, input, touched, counting.length > 0),
    ...leftOn(scope, cards),
    ...takeVouchers(scope, ids, force ? null : deleted_at),
    ...unassignAll(scope.project.id, ids, sumOf(touched, "assignments")),
    ...(counting.length > 0 ? leavePrograms(scope.project.id, ids) : []),
    releaseVouchers(scope.project.id, ids, HOLDERS),
    uncountVouchers(scope, campaign_id, live.length),
  ];
}

export const sumOf = (rows: readonly RawRow[], name: string): number =>
  rows.reduce((sum, row) => sum + Number(row[name]), 0);

/** Where the next step goes on; null when nothing is left. */
function nextState(
  state: ClearState,
  rows: readonly RawRow[],
  { isThrough, isFreeLeft }: { isThrough: boolean; isFreeLeft: boolean },
) {
  if (state.phase === "free") return isThrough ? { ...FIRST, phase: "taken" as const } : FIRST;
  if (!isThrough) return { ...state, after: String(rows.at(-1)?.id) };
  // A code that was switched on again meanwhile has moved to the free half.
  return isFreeLeft ? FIRST : null;
}

const endOf = (done: number) => ({
  status: "DONE" as const,
  operation_status: "SUCCESS" as const,
  result: { done_count: done, message: `${done} vouchers were deleted` },
});

/** Balances that are left on cards, in the counters of their type; -1 where they come back. */
export const balancesOf = (rows: readonly RawRow[], by: 1 | -1) =>
  Object.assign(
    {},
    ...VOUCHER_TYPES.map((type) =>
      VOUCHER_KINDS[type].deleted(
        by *
          sumOf(
            rows.filter((row) => row.type === type),
            "balance",
          ),
      ),
    ),
  );

/** The day of the project's calendar that counts the deletion: a return takes it back there. */
const dayOf = ({ now, project }: Scope, { deleted_at }: ClearInput): string =>
  periodsNow({ now: deleted_at ? Date.parse(deleted_at) : now, project }).day;

async function haveTooMany(scope: Scope, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return false;
  const { rows } = await load(scope, { rows: countHolders(scope, ids, HOLDERS) });
  return totalOf(rows) > HOLDERS;
}

/** A step that takes codes from those alone who were referred, too many to go with the codes. */
async function releaseFirst(scope: Scope, work: Running<ClearInput, ClearState>, ids: string[]) {
  const { row: action, state } = work;
  const after = afterStep(scope, work, { done: action.done, total: action.total, state });
  const result = await commit(scope, {
    statements: [releaseReferred(scope.project.id, ids, HOLDERS), moveAction(action, after)],
    answer: DONE,
  });
  return { result, after };
}

async function clearVouchers(scope: Scope, work: Running<ClearInput, ClearState>, most: number) {
  const { row: action, input, state } = work;
  const { phase, after: from } = state;
  const at = { isFree: phase === "free", after: from, most };
  const { rows, left } = await load(scope, {
    rows: nextOf(scope, input.campaign_id, at),
    left: anyFree(scope, input.campaign_id),
  });
  const ids = rows.map(({ id }) => String(id));
  if (await haveTooMany(scope, ids)) return releaseFirst(scope, work, ids);
  const live = rows.filter((row) => row.live === 1);
  const done = action.done + live.length;
  const next = nextState(state, rows, {
    isThrough: rows.length < most,
    isFreeLeft: left.length > 0,
  });
  const total = next ? Math.max(done, action.total) : done;
  const after = afterStep(scope, work, {
    done,
    total,
    ...(next ? { state: next } : endOf(done)),
  });
  const assigned = sumOf(rows, "assignments");
  const counters = { vouchers_deleted: live.length, ...balancesOf(live, 1) };
  const result = await commit(scope, {
    statements: [
      ...take(scope, input, rows),
      ...(next || input.force ? [] : [endWork(scope.project.id, input.campaign_id)]),
      ...dayStatements(scope.project.id, dayOf(scope, input), [
        { campaign_id: input.campaign_id, counters },
      ]),
      moveAction(action, after),
    ],
    tally: {
      vouchers: -live.length,
      validation_rules_assignments: -assigned,
      trash_bin: -(input.force ? sumOf(rows, "entries") : 0),
    },
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
  rows: ROWS,
  stage: ({ phase }) => phase,
  step: (scope, work, rows) =>
    retried(scope, async () => {
      const { result, after } = await clearVouchers(scope, work, rows);
      if (result.ok) return { after };
      const { constraint } = result.error;
      if (constraint === "action_cursor") return { after: null };
      assert(constraint.endsWith("_moved"), "only a voucher that was changed is in the way");
      return null;
    }).then(({ after }) => after),
});
