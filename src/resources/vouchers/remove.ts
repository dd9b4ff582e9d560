import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { dayNamed, dayStatements } from "../../commit/days";
import { load } from "../../commit/load";
import { putIntoBin } from "../../commit/put-into-bin";
import { retried } from "../../commit/retry";
import { takeOutOf } from "../../db/bin/entries";
import { fallDueAgain } from "../../db/bin/nights";
import { dropParts } from "../../db/bin/parts";
import { keepVouchers } from "../../db/bin/vouchers";
import { decode, type Statement } from "../../db/client";
import { totalOf } from "../../db/page";
import { vouchers } from "../../db/tables/vouchers";
import { notFound } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { countsPoints, VOUCHER_KINDS } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { unassignAll } from "../validation-rules/assignment-store";
import { decodeRule, type RuleRow, rulesByIds } from "../validation-rules/store";
import { viewRule } from "../validation-rules/view";
import { deletedVouchers, deleteVoucher, freeCode, uncounted } from "./deletion-store";
import { leavePrograms } from "./holders-store";
import { holdersOfCode, releasingCode } from "./release-code";
import { findVoucher, type StoredVoucher } from "./store";
import { viewCampaignOf, viewVoucher } from "./view";

/**
 * The rules assigned to the voucher, with the counts that they have afterwards, and how many hold
 * it.
 */
async function loadUses(scope: Scope, row: StoredVoucher) {
  const { assignments } = row;
  if (assignments.length === 0 && !row.is_referral_code) return { rules: [], holders: 1 };
  const ids = assignments.map(({ rule_id }) => rule_id);
  const { rules, holders } = await load(scope, {
    rules: ids.length > 0 ? rulesByIds(scope, ids) : null,
    holders: holdersOfCode(scope, row),
  });
  const counted = rules
    .map(decodeRule)
    .map((rule) => ({ ...rule, assignments_count: rule.assignments_count - 1 }));
  return { rules: counted, holders: totalOf(holders) };
}

/**
 * Events of the assignments come before that of the voucher, as if each had been taken back by
 * hand.
 */
function removalEvents(scope: Scope, row: StoredVoucher, rules: readonly RuleRow[]): DomainEvent[] {
  const voucher = { ...viewVoucher(scope, row) };
  const unassigned = row.assignments.map((assignment): DomainEvent => {
    const rule = rules.find(({ id }) => id === assignment.rule_id);
    return {
      kind: "business_validation_rule.assignment.deleted",
      entity_id: assignment.rule_id,
      data: { rule: rule ? viewRule(rule) : {}, assignment, voucher },
    };
  });
  const data = { voucher, campaign: viewCampaignOf(row) };
  const { holder_id: customer_id } = row;
  return [...unassigned, { kind: "voucher.deleted", entity_id: row.id, customer_id, data }];
}

/**
 * What the campaign's summary tells of a deleted voucher: also what was left on a card. `by` is -1
 * where the deletion is undone.
 */
export const deletedCounters = ({ campaign_id, type, balance }: StoredVoucher, by: 1 | -1 = 1) =>
  campaign_id === null
    ? []
    : [
        {
          campaign_id,
          counters: {
            vouchers_deleted: by,
            ...VOUCHER_KINDS[type].deleted(by * (balance ?? 0)),
          },
        },
      ];

/**
 * What moves on a card in the bin is then left on a deleted card, or no more: it counts on the day
 * of the deletion, where the card's return takes all of it back.
 */
export function leftInBin(
  scope: Scope,
  { campaign_id, deleted_at, type }: StoredVoucher,
  by: number,
): Statement[] {
  if (campaign_id === null || deleted_at === null) return [];
  const counters = VOUCHER_KINDS[type].deleted(by);
  const day = dayNamed(scope, deleted_at);
  return dayStatements(scope.project.id, day, [{ campaign_id, counters }]);
}

/**
 * What goes before taking so much off a card in the bin. Nights come to its points again, while
 * they are there: a bucket that is emptied in the bin could not be found later.
 */
export const takenInBin = (scope: Scope, card: StoredVoucher, by: number): Statement[] =>
  card.deleted_at === null
    ? []
    : [...fallDueAgain(card.project_id, [card.id]), ...leftInBin(scope, card, -by)];

/** Puts the voucher into the bin, with what goes with it; it stays there while the work goes on. */
const binned = (
  scope: Scope,
  { id, code, campaign_id, type }: StoredVoucher,
  action_id: string | null,
): Statement[] => [
  putIntoBin(scope, {
    resource_id: id,
    resource_type: "voucher",
    resource_name: code,
    resource_parent_id: campaign_id,
    action_id,
  }),
  ...keepVouchers(scope.project.id, [id], countsPoints(type)),
];

async function remove(scope: Scope, row: StoredVoucher, isForced: boolean) {
  const { rules, holders } = await loadUses(scope, row);
  const released = releasingCode(scope, row, holders);
  const unassigned = row.assignments.length > 0 && {
    validation_rules_assignments: -row.assignments.length,
  };
  const result = await commit(scope, {
    statements: [
      ...(isForced ? [] : binned(scope, row, released.action_id)),
      ...deleteVoucher(row, isoNow(scope), isForced),
      // Aborts where rules were assigned or taken back since the read: their counts stay right.
      ...unassignAll(row.project_id, [row.id], row.assignments.length),
      ...(countsPoints(row.type) ? leavePrograms(row.project_id, [row.id]) : []),
      ...released.statements,
      ...uncounted(row),
    ],
    tally: {
      vouchers: -1,
      ...unassigned,
      async_actions: released.actions,
      ...(!isForced && { trash_bin: 1 }),
    },
    jobs: released.jobs,
    days: deletedCounters(row),
    events: removalEvents(scope, row, rules),
    answer: DONE,
  });
  return result.ok ? DONE : null;
}

/**
 * Frees the code of a voucher that was deleted before, which leaves the bin; without an event,
 * since nobody sees such a voucher any more. Null where another request came between.
 */
export async function freeVoucher(scope: Scope, name: string): Promise<Answer | null> {
  const { rows } = await load(scope, { rows: deletedVouchers(scope, name) });
  const [found] = rows;
  if (!found) throw notFound("voucher", name);
  const { entries, ...columns } = found;
  const row = decode(vouchers, columns);
  const result = await commit(scope, {
    statements: [
      ...freeCode(row),
      dropParts(row.project_id, [row.id]),
      // So that the next night finds those that are pending, and cancels them.
      ...(countsPoints(row.type) ? fallDueAgain(row.project_id, [row.id]) : []),
      ...takeOutOf(row.project_id, [row.id], Number(entries)),
    ],
    tally: { trash_bin: -Number(entries) },
    answer: DONE,
  });
  return result.ok ? DONE : null;
}

/**
 * Deletes a voucher and its rule assignments. It goes into the bin and its code stays reserved,
 * unless `isForced`, which also frees the code of a voucher that was deleted before.
 */
export const removeVoucher = (scope: Scope, name: string, isForced: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const row = await findVoucher(scope, name);
    if (row) return remove(scope, row, isForced);
    if (isForced) return freeVoucher(scope, name);
    throw notFound("voucher", name);
  });
