import * as z from "zod";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { dayNamed, dayStatements } from "../../commit/days";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { insertEntries, takeOutOf } from "../../db/bin/entries";
import { isMemberAgain, nextGone, vouchersBack } from "../../db/bin/vouchers";
import type { RawRow } from "../../db/client";
import { sql } from "../../db/sql";
import type { AsyncActionRow } from "../../db/tables/work";
import type { DomainEvent } from "../../events/outbox";
import { assert } from "../../lib/assert";
import type { Scope } from "../../scope/scope";
import { afterStep, defineAction, type Running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { balancesOf, sumOf } from "../campaigns/clear";
import { campaignById, countVouchers, decodeCampaign } from "../campaigns/store";
import { viewCampaign } from "../campaigns/view";
import { undelete } from "../vouchers/deletion-store";
import { lookedAtAgain } from "./restore-voucher";

/** Vouchers that one step looks at. */
const ROWS = { least: 100, most: 1_000 };

const Input = z.object({ campaign_id: z.string(), deleted_at: z.string() });
type Input = z.infer<typeof Input>;
const State = z.object({ after: z.string() });
type Work = Running<Input, z.infer<typeof State>>;

/** Background work that brings the vouchers of a campaign back that were deleted with it. */
export const RESTORATION = { type: "CAMPAIGN_RESTORATION", input: Input, state: State };

/** What the vouchers of a step bring back with them. */
function statementsOf(scope: Scope, { campaign_id, deleted_at }: Input, back: readonly RawRow[]) {
  if (back.length === 0) return [];
  const ids = back.map(({ id }) => String(id));
  const counters = { vouchers_deleted: -back.length, ...balancesOf(back, -1) };
  return [
    ...undelete(scope.project.id, ids, {
      deletedAt: deleted_at,
      left: sumOf(back, "balance"),
    }),
    ...vouchersBack(scope.project.id, ids, sumOf(back, "assignments")),
    ...lookedAtAgain(scope, back),
    ...countVouchers(scope, campaign_id, back.length),
    ...dayStatements(scope.project.id, dayNamed(scope, deleted_at), [{ campaign_id, counters }]),
  ];
}

/** Cards that stay in the bin, each by an entry of its own from now on. */
function staying(scope: Scope, { campaign_id, deleted_at }: Input, cards: readonly RawRow[]) {
  if (cards.length === 0) return [];
  const entries = cards.map(({ id, code }) => ({
    project_id: scope.project.id,
    id: scope.newId("bin"),
    resource_id: String(id),
    resource_type: "voucher" as const,
    resource_name: String(code),
    resource_parent_id: campaign_id,
    action_id: null,
    created_at: deleted_at,
  }));
  return [insertEntries(entries)];
}

const endOf = (done: number) => ({
  status: "DONE" as const,
  operation_status: "SUCCESS" as const,
  result: { done_count: done, message: `${done} vouchers were brought back` },
});

/** The campaign as it is when all of it is back. */
function endEvents(found: readonly RawRow[], back: number): DomainEvent[] {
  return found.map(decodeCampaign).map((row) => {
    const campaign = viewCampaign({ ...row, vouchers_count: row.vouchers_count + back });
    return { kind: "campaign.updated", entity_id: row.id, data: { campaign } };
  });
}

async function bringSomeBack(scope: Scope, work: Work, most: number) {
  const { row: action, input, state } = work;
  const { rows, campaign } = await load(scope, {
    rows: nextGone(scope.project.id, input, { after: state.after, most }),
    campaign: campaignById(scope, sql`${input.campaign_id}`),
  });
  const isLast = rows.length < most;
  const gone = rows.filter((row) => row.gone === 1);
  const [back, stay] = [
    gone.filter(({ joined }) => joined === 0),
    gone.filter(({ joined }) => joined === 1),
  ];
  const done = action.done + back.length;
  const next = isLast ? endOf(done) : { state: { after: String(rows.at(-1)?.id) } };
  const after = afterStep(scope, work, { done, total: done, ...next });
  const result = await commit(scope, {
    statements: [
      ...statementsOf(scope, input, back),
      ...staying(scope, input, stay),
      ...(isLast ? takeOutOf(scope.project.id, [input.campaign_id], 1) : []),
      moveAction(action, after),
    ],
    tally: {
      vouchers: back.length,
      validation_rules_assignments: sumOf(back, "assignments"),
      trash_bin: stay.length - (isLast ? 1 : 0),
    },
    events: isLast ? endEvents(campaign, back.length) : [],
    answer: DONE,
  });
  return { result, after };
}

/**
 * One step of a campaign's return: at most a thousand of its vouchers. The card of a program that
 * its holder has joined again, since it is there, stays in the bin.
 */
export const restoreVouchers = defineAction({
  ...RESTORATION,
  rows: ROWS,
  step: (scope, work, rows): Promise<AsyncActionRow | null> =>
    retried(scope, async () => {
      const { result, after } = await bringSomeBack(scope, work, rows);
      if (result.ok) return { after };
      const { constraint } = result.error;
      // Where another worker has taken the last step, its entry is gone before the cursor is asked.
      if (constraint === "action_cursor" || constraint === "trash_bin_moved")
        return { after: null };
      const isOther = constraint.endsWith("_moved") || isMemberAgain(constraint);
      assert(isOther, "only a voucher that was freed, or a new member, is in the way");
      return null;
    }).then(({ after }) => after),
});
