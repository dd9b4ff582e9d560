import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { dayNamed, dayStatements } from "../../commit/days";
import { load } from "../../commit/load";
import { takeOut } from "../../db/bin/entries";
import { assignmentReads, readAssignments } from "../../db/bin/parts";
import { isMemberAgain, vouchersBack } from "../../db/bin/vouchers";
import type { Statement } from "../../db/client";
import type { Conflict } from "../../db/commit";
import type { BinEntryRow } from "../../db/tables/trash-bin";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError, notFound } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { countsPoints, isVoucherType } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { countVouchers } from "../campaigns/store";
import { nextNight } from "../loyalties/auto-redeem/listen";
import { markCards } from "../loyalties/auto-redeem/store";
import { markMoved } from "../loyalties/tiers/member-store";
import { assignedEvents } from "../validation-rules/assigned";
import { decodeRule, type RuleRow } from "../validation-rules/store";
import { viewAssignment } from "../validation-rules/view";
import { undelete, voucherGone } from "../vouchers/deletion-store";
import { deletedCounters } from "../vouchers/remove";
import { decodeVoucher, type StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import { viewEntry } from "./view";

/**
 * Lets nights look at cards among these, to which none comes while they are in the bin: the next
 * one at rewards that they may pay by themselves, any at the tier where points moved meanwhile.
 */
export function lookedAtAgain(
  scope: Scope,
  rows: readonly { id?: unknown; type?: unknown }[],
): Statement[] {
  const due_at = nextNight(scope, scope.now);
  const ids = rows
    .filter(({ type }) => isVoucherType(type) && countsPoints(type))
    .map(({ id }) => String(id));
  if (ids.length === 0) return [];
  const cards = ids.map((id) => ({ id, due_at }));
  return [markCards(scope, cards), markMoved(scope, ids)];
}

/** Nobody tells of a return by a name of its own: the voucher is told as it is now. */
function restorationEvents(
  scope: Scope,
  row: StoredVoucher,
  assigned: readonly AssignmentRow[],
  rules: readonly RuleRow[],
): DomainEvent[] {
  const voucher = viewVoucher(scope, { ...row, assignments: assigned.map(viewAssignment) });
  const made = assigned.flatMap((assignment) => {
    const rule = rules.find(({ id }) => id === assignment.rule_id);
    return rule ? [{ rule, assignment, object: { voucher } }] : [];
  });
  const data = { voucher, campaign: viewCampaignOf(row) };
  return [
    { kind: "voucher.updated", entity_id: row.id, customer_id: row.holder_id, data },
    ...assignedEvents(made),
  ];
}

function refuse({ constraint }: Conflict, { campaign_id, code }: StoredVoucher): void {
  if (constraint === "campaign_moved") throw notFound("campaign", campaign_id ?? "");
  if (!isMemberAgain(constraint)) return;
  throw new ApiError("duplicate_found", {
    details: `Cannot bring ${code} back: its holder has joined the program again with another card`,
    resource_id: code,
    resource_type: "voucher",
  });
}

/**
 * Brings a voucher back as it was, under its code, which nobody else could take meanwhile. Refuses
 * one whose campaign is gone, and a card whose holder has another one by now.
 */
export async function restoreVoucher(scope: Scope, entry: BinEntryRow): Promise<Answer | null> {
  const { project_id, resource_id: id, created_at: at } = entry;
  const found = await load(scope, {
    rows: voucherGone(scope, id, at),
    ...assignmentReads(scope.project.id, id),
  });
  const [row] = found.rows.map(decodeVoucher);
  if (!row) return null;
  const assigned = readAssignments(found.assigned);
  const answer = viewEntry(entry);
  const result = await commit(scope, {
    statements: [
      ...takeOut(entry),
      ...undelete(project_id, [id], { deletedAt: at, left: row.balance ?? 0 }),
      ...vouchersBack(project_id, [id], assigned.length),
      ...lookedAtAgain(scope, [row]),
      ...(row.campaign_id === null ? [] : countVouchers(scope, row.campaign_id, 1)),
      ...dayStatements(project_id, dayNamed(scope, at), deletedCounters(row, -1)),
    ],
    tally: { trash_bin: -1, vouchers: 1, validation_rules_assignments: assigned.length },
    events: restorationEvents(scope, row, assigned, found.rules.map(decodeRule)),
    answer,
  });
  if (!result.ok) refuse(result.error, row);
  return result.ok ? answer : null;
}
