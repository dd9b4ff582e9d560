import { type Answer, DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { decode, type Statement, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type VoucherRow, vouchers } from "../../db/tables/vouchers";
import { notFound } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { decodeRule, type RuleRow, rulesByIds } from "../validation-rules/store";
import { viewRule } from "../validation-rules/view";
import { releaseVouchers } from "./holders-store";
import { findVoucher, keyOf, type StoredVoucher } from "./store";
import { viewCampaignOf, viewVoucher } from "./view";

/**
 * Deleted at a time, and not of an import that is not through: marks of those sort behind times.
 */
const GONE = "deleted_at < 'import:'";

/** A voucher that was deleted but keeps its code, by that code or by its id. */
async function findDeletedVoucher(scope: Scope, name: string): Promise<VoucherRow | null> {
  const [rows = []] = await load(scope, [
    statement(
      `SELECT * FROM vouchers WHERE project_id = ?1 AND code_key = ?2 AND ${GONE}
       UNION ALL SELECT * FROM vouchers WHERE project_id = ?1 AND id = ?3 AND ${GONE}`,
      scope.project.id,
      keyOf(scope, name),
      name,
    ),
  ]);
  return rows[0] ? decode(vouchers, rows[0]) : null;
}

/** Frees the code of a voucher that was deleted before. */
const freeCode = (row: VoucherRow): Statement[] => [
  statement(
    `DELETE FROM vouchers WHERE project_id = ?1 AND code_key = ?2 AND id = ?3 AND ${GONE}`,
    row.project_id,
    row.code_key,
    row.id,
  ),
  assertChanged("voucher_moved"),
];

/**
 * Takes the voucher away: for good, or so that its code stays reserved. Aborts where rules were
 * assigned to it or taken back since it was read, so that counts of assignments stay right.
 */
function deleteVoucher(row: StoredVoucher, now: string, isForced: boolean): Statement[] {
  const [verb, values] = isForced
    ? ["DELETE FROM vouchers", []]
    : ["UPDATE vouchers SET deleted_at = ?4", [now]];
  return [
    statement(
      `${verb} WHERE project_id = ?1 AND code_key = ?2 AND id = ?3 AND deleted_at IS NULL`,
      row.project_id,
      row.code_key,
      row.id,
      ...values,
    ),
    assertChanged("voucher_moved"),
    statement(
      `UPDATE validation_rules SET assignments_count = assignments_count - 1
       WHERE project_id = ?1 AND id IN (SELECT rule_id FROM validation_rules_assignments
         WHERE project_id = ?1 AND related_object_id = ?2)`,
      row.project_id,
      row.id,
    ),
    statement(
      "DELETE FROM validation_rules_assignments WHERE project_id = ?1 AND related_object_id = ?2",
      row.project_id,
      row.id,
    ),
    assertChanged("assignments_moved", row.assignments.length),
    releaseVouchers(row.project_id, [row.id]),
    ...(row.campaign_id === null
      ? []
      : [
          statement(
            "UPDATE campaigns SET vouchers_count = vouchers_count - 1 WHERE project_id = ?1 AND id = ?2",
            row.project_id,
            row.campaign_id,
          ),
        ]),
  ];
}

/** The rules assigned to the voucher, with the counts that they have afterwards. */
async function rulesAfter(scope: Scope, { assignments }: StoredVoucher): Promise<RuleRow[]> {
  if (assignments.length === 0) return [];
  const ids = assignments.map(({ rule_id }) => rule_id);
  const [rows = []] = await load(scope, [rulesByIds(scope, ids)]);
  return rows
    .map(decodeRule)
    .map((rule) => ({ ...rule, assignments_count: rule.assignments_count - 1 }));
}

/** The assignments go first, as if each had been taken back by hand. */
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

/** What the campaign's summary tells of a deleted voucher: also what was left on a card. */
const deletedCounters = ({ campaign_id, type, balance }: StoredVoucher) =>
  campaign_id === null
    ? []
    : [
        {
          campaign_id,
          counters: {
            vouchers_deleted: 1,
            ...VOUCHER_KINDS[type].deleted(balance ?? 0),
          },
        },
      ];

async function remove(scope: Scope, row: StoredVoucher, isForced: boolean) {
  const rules = await rulesAfter(scope, row);
  const unassigned = row.assignments.length > 0 && {
    validation_rules_assignments: -row.assignments.length,
  };
  const result = await commit(scope, {
    statements: deleteVoucher(row, isoNow(scope), isForced),
    tally: { vouchers: -1, ...unassigned },
    days: deletedCounters(row),
    events: removalEvents(scope, row, rules),
    answer: DONE,
  });
  return result.ok ? DONE : null;
}

/** Nobody sees a deleted voucher any more, so freeing its code is not told of. */
async function free(scope: Scope, name: string): Promise<Answer | null> {
  const row = await findDeletedVoucher(scope, name);
  if (!row) throw notFound("voucher", name);
  const result = await commit(scope, { statements: freeCode(row), answer: DONE });
  return result.ok ? DONE : null;
}

/**
 * Deletes a voucher and its rule assignments. Its code stays reserved unless `isForced`, which also
 * frees the code of a voucher that was deleted before.
 */
export const removeVoucher = (scope: Scope, name: string, isForced: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const row = await findVoucher(scope, name);
    if (row) return remove(scope, row, isForced);
    if (isForced) return free(scope, name);
    throw notFound("voucher", name);
  });
