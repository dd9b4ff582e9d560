import { WHILE_GONE } from "../../../db/bin/nights";
import { insertLarge, type RawRow, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { type Layout, layoutOf, packable, rowLayout } from "../../../db/packed";
import { type Fragment, param, raw, type Slot, sql, valuesOf } from "../../../db/sql";
import { campaigns } from "../../../db/tables/campaigns";
import { customers } from "../../../db/tables/customers";
import { type LoyaltyMemberRow, loyaltyMembers, loyaltyTiers } from "../../../db/tables/loyalty";
import { vouchers } from "../../../db/tables/vouchers";
import { LIVE } from "../../../db/voucher-halves";
import type { ClosedPeriod } from "../../../engine/loyalty/tier-standing";
import { isoNow, type Scope } from "../../../scope/scope";

/** Entries that one look reads; those behind them are left to the next. */
const MOST_ENTRIES = 500;

/**
 * What an entry counts for a period: points that a customer got by what it did, less those that a
 * canceled order took back. Points from another card are none.
 */
const EARNED = raw(`iif(t.type IN ('POINTS_ACCRUAL', 'POINTS_ADDITION', 'PENDING_POINTS_ACTIVATION')
  OR (t.type = 'POINTS_REMOVAL' AND t.source = 'Automation' AND t.details->>'$.order.id' IS NOT NULL),
  t.amount, 0)`);

/** Whether the night wrote an entry before it decided tiers. */
const NIGHTLY = raw(`(t.source = 'Automation'
  AND t.type IN ('PENDING_POINTS_ACTIVATION', 'POINTS_REDEMPTION'))`);

/** An entry of a card's ledger, as far as tiers depend on it. */
export interface LedgerStep {
  voucher_id: string;
  sequence: number;
  earned: number;
  amount: number;
  balance: number;
  isNightly: boolean;
  created_at: string;
}

/** Cards, of the ids in a JSON list, that somebody holds and that belong to a program. */
const held = (project: Slot, ids: Slot): Fragment =>
  sql`json_each(${ids}) j CROSS JOIN vouchers v INDEXED BY vouchers_id
    ON v.project_id = ${project} AND ${LIVE} AND v.id = j.value
    AND v.holder_id IS NOT NULL AND v.campaign_id IS NOT NULL`;

/** Whoever holds such a card, as a member of its program. */
const memberOf = (project: Slot): Fragment =>
  sql`loyalty_members m ON m.project_id = ${project}
    AND m.customer_id = v.holder_id AND m.campaign_id = v.campaign_id`;

/** Whether the project has tiers, or members who were in one, as a condition. */
export const hasMembers = (project: Slot): Fragment =>
  sql`(EXISTS (SELECT 1 FROM loyalty_tiers t WHERE t.project_id = ${project})
    OR EXISTS (SELECT 1 FROM loyalty_members m WHERE m.project_id = ${project}))`;

const CARDS = rowLayout(vouchers);
const MEMBERS = rowLayout(loyaltyMembers);
const CUSTOMERS = rowLayout(customers);
const PROGRAMS = rowLayout(campaigns);
const TIERS = rowLayout(loyaltyTiers);
const STEPS = layoutOf({
  plain: ["voucher_id", "sequence", "amount", "balance", "created_at", "earned", "is_nightly"],
});
const REWARDS = layoutOf({
  plain: ["voucher_id", "assignment_id", "points", "created_at", "is_nightly", "is_due"],
});

/** So many cards are read in one statement; those of a night may be too many for its one row. */
const FEW = 100;

/** Reads the holders of cards with everything that their tiers depend on. */
export function memberReads(scope: Scope, voucherIds: readonly string[]) {
  const [project, ids] = [param(scope.project.id), param(JSON.stringify(voucherIds))];
  const cards = held(project, ids);
  const read = (select: Fragment, layout: Layout): Fragment =>
    voucherIds.length <= FEW ? packable(select, layout) : select;
  return {
    cards: read(sql`SELECT v.* FROM ${cards}`, CARDS),
    members: read(sql`SELECT m.* FROM ${cards} CROSS JOIN ${memberOf(project)}`, MEMBERS),
    customers: read(
      sql`SELECT * FROM customers
      WHERE project_id = ${project} AND id IN (SELECT v.holder_id FROM ${cards})`,
      CUSTOMERS,
    ),
    programs: read(
      sql`SELECT * FROM campaigns WHERE project_id = ${project} AND deleted_at IS NULL
      AND id IN (SELECT v.campaign_id FROM ${cards})`,
      PROGRAMS,
    ),
    tiers: read(
      sql`SELECT * FROM loyalty_tiers INDEXED BY loyalty_tiers_campaign
      WHERE project_id = ${project} AND campaign_id IN (SELECT v.campaign_id FROM ${cards})`,
      TIERS,
    ),
    entries: read(
      sql`SELECT t.voucher_id, t.sequence, t.amount, t.balance, t.created_at,
        ${EARNED} AS earned, ${NIGHTLY} AS is_nightly
      FROM ${cards} CROSS JOIN ${memberOf(project)}
      CROSS JOIN voucher_transactions t INDEXED BY voucher_transactions_sequence
        ON t.project_id = ${project} AND t.voucher_id = v.id AND t.sequence > m.counted
      WHERE m.voucher_id = v.id LIMIT ${raw(MOST_ENTRIES)}`,
      STEPS,
    ),
    rewards: read(
      sql`SELECT v.id AS voucher_id, p.id AS assignment_id, p.points, t.created_at,
        ${NIGHTLY} AS is_nightly, coalesce(c.due_at <= ${isoNow(scope)}, 0) AS is_due
      FROM ${cards} CROSS JOIN reward_assignments p INDEXED BY reward_assignments_auto
        ON p.project_id = ${project} AND p.campaign_id = v.campaign_id AND p.auto_redeem = 1
      CROSS JOIN rewards r ON r.project_id = ${project} AND r.id = p.reward_id
        AND (r.stock IS NULL OR r.redeemed < r.stock)
      CROSS JOIN voucher_transactions t INDEXED BY voucher_transactions_sequence
        ON t.project_id = ${project} AND t.voucher_id = v.id
          AND t.sequence = v.loyalty->>'$.entries'
      LEFT JOIN auto_redeem_cards c ON c.project_id = ${project} AND c.voucher_id = v.id
      WHERE v.balance > 0`,
      REWARDS,
    ),
  };
}

export const decodeStep = (row: RawRow): LedgerStep => ({
  voucher_id: String(row.voucher_id),
  sequence: Number(row.sequence),
  earned: Number(row.earned),
  amount: Number(row.amount),
  balance: Number(row.balance),
  isNightly: Number(row.is_nightly) === 1,
  created_at: String(row.created_at),
});

/** The reward that a card's program redeems by itself, and the last entry of the card. */
export interface CardReward {
  voucher_id: string;
  assignment_id: string;
  points: number;
  isNightly: boolean;
  /** Whether the night has it still to redeem. */
  isDue: boolean;
  created_at: string;
}

export const decodeCardReward = (row: RawRow): CardReward => ({
  voucher_id: String(row.voucher_id),
  assignment_id: String(row.assignment_id),
  points: Number(row.points),
  isNightly: Number(row.is_nightly) === 1,
  isDue: Number(row.is_due) === 1,
  created_at: String(row.created_at),
});

/** A card at one moment: what it got in this period and in others, its balance, its last entry. */
export interface Sum {
  earned: number;
  closed: ClosedPeriod[];
  balance: number;
  counted: number;
}

/** A card, and periods of which the ledger's entries have ids from one on and below another. */
export interface CardPeriods {
  id: string;
  periods: readonly { period: string; from: string; below: string }[];
}

/** Points of a period that `taken back` never brings below 0, as each entry leaves them. */
const CLAMPED = raw("coalesce(sum(e), 0) - min(0, coalesce(min(running), 0))");

/** Reads what cards got in periods, this one first, once for each new member. */
export function sumsOf(scope: Scope, cards: readonly CardPeriods[]): Statement {
  const project = param(scope.project.id);
  return sql`SELECT v.id, coalesce(v.balance, 0) AS balance,
      coalesce(v.loyalty->>'$.entries', 0) AS counted, p.value->>'$.period' AS period,
      (SELECT ${CLAMPED} FROM (SELECT ${EARNED} AS e,
          sum(${EARNED}) OVER (ORDER BY t.sequence, t.id) AS running
        FROM voucher_transactions t WHERE t.project_id = ${project} AND t.voucher_id = v.id
          AND t.id >= p.value->>'$.from' AND t.id < p.value->>'$.below')) AS earned
    FROM json_each(${JSON.stringify(cards)}) j CROSS JOIN vouchers v INDEXED BY vouchers_id
      ON v.project_id = ${project} AND ${LIVE} AND v.id = j.value->>'$.id'
    LEFT JOIN json_each(j.value, '$.periods') p`;
}

export function decodeSums(rows: readonly RawRow[]): Map<string, Sum> {
  const byCard = Map.groupBy(rows, ({ id }) => String(id));
  return new Map(
    [...byCard].map(([id, [current, ...closed]]) => [
      id,
      {
        earned: Number(current?.earned ?? 0),
        closed: closed.map(({ period, earned }) => ({
          period: String(period),
          points: Number(earned),
        })),
        balance: Number(current?.balance),
        counted: Number(current?.counted),
      },
    ]),
  );
}

/** Lets nights look at once at holders of cards whose ledger has entries that are not counted. */
export function markMoved(scope: Scope, cards: readonly string[]): Statement {
  const [project, now] = [param(scope.project.id), param(isoNow(scope))];
  return sql`UPDATE loyalty_members INDEXED BY loyalty_members_card
      SET due_at = min(coalesce(due_at, ${now}), ${now})
    WHERE project_id = ${project} AND voucher_id IN (${valuesOf(cards)})
      AND counted < (SELECT v.loyalty->>'$.entries' FROM vouchers v INDEXED BY vouchers_id
        WHERE v.project_id = ${project} AND ${LIVE} AND v.id = loyalty_members.voucher_id)`;
}

/** Columns of a member that a look sets. */
export type MemberChange = Omit<
  LoyaltyMemberRow,
  "project_id" | "customer_id" | "campaign_id" | "created_at"
>;

/** A member as it was read, and as a look leaves it. */
export interface MovedMember {
  seen: LoyaltyMemberRow;
  change: MemberChange;
}

const CHANGED = ["voucher_id", "tier_id", "start_date", "expiration_date", "period"]
  .concat(["period_points", "last_points", "earlier", "counted", "due_at", "updated_at"])
  .map((name) => `${name} = j.value->>'$.change.${name}'`);

/** Sets columns of the members that were read; aborts where another look came between. */
function updateMembers(projectId: string, moved: readonly MovedMember[]): Statement[] {
  const list = moved.map(({ seen: { customer_id, campaign_id, updated_at }, change }) => ({
    customer_id,
    campaign_id,
    updated_at,
    change,
  }));
  // Read first, with the project: else each member would be looked for in the whole list.
  return [
    sql`WITH j AS MATERIALIZED (SELECT ${projectId} AS project_id, value
        FROM json_each(${JSON.stringify(list)}))
      UPDATE loyalty_members SET ${raw(CHANGED.join(", "))} FROM j
      WHERE loyalty_members.project_id = j.project_id
        AND loyalty_members.customer_id = j.value->>'$.customer_id'
        AND loyalty_members.campaign_id = j.value->>'$.campaign_id'
        AND loyalty_members.updated_at IS j.value->>'$.updated_at'`,
    assertChanged("member_moved", moved.length),
  ];
}

/** Writes what looks have come to; a member that somebody else wrote meanwhile aborts. */
export const writeMembers = (
  { project }: Scope,
  { added, moved }: { added: readonly LoyaltyMemberRow[]; moved: readonly MovedMember[] },
): Statement[] => [
  ...(added.length > 0 ? insertLarge(loyaltyMembers, added) : []),
  ...(moved.length > 0 ? updateMembers(project.id, moved) : []),
];

/**
 * Members whose card is no longer theirs are not looked at again; those whose program is on its way
 * into the bin are when they come back from there.
 */
export function letGoOfCards(scope: Scope, voucherIds: readonly string[]): Statement {
  const project = param(scope.project.id);
  const theirs = (campaign: string): Fragment =>
    sql`EXISTS (SELECT 1 FROM vouchers v INDEXED BY vouchers_id CROSS JOIN campaigns c
        ON c.project_id = ${project} AND c.id = v.campaign_id AND ${raw(campaign)}
      WHERE v.project_id = ${project} AND ${LIVE} AND v.id = loyalty_members.voucher_id
        AND v.holder_id = loyalty_members.customer_id)`;
  return sql`UPDATE loyalty_members INDEXED BY loyalty_members_card
    SET due_at = iif(${theirs("c.deleted_at IS NOT NULL")}, ${WHILE_GONE}, NULL)
    WHERE project_id = ${project} AND voucher_id IN (${valuesOf(voucherIds)})
      AND due_at IS NOT NULL AND NOT ${theirs("c.deleted_at IS NULL")}`;
}
