import { decode, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { withoutNumbers } from "../../db/order-numbers";
import { type Fragment, param, raw, type Slot, sql } from "../../db/sql";
import { type VoucherRow, type VoucherTransactionRow, vouchers } from "../../db/tables/vouchers";
import { NEVER } from "../../engine/loyalty/expiration";

/** What moves on a loyalty card. */
export type PointsState = Pick<
  VoucherRow,
  | "amount"
  | "balance"
  | "subtracted_amount"
  | "redeemed_amount"
  | "redeemed_quantity"
  | "held_amount"
  | "loyalty"
>;

/** How the counters of a card move with an entry of the type; redemptions move them themselves. */
export const COUNTED = {
  POINTS_ACCRUAL: "added",
  POINTS_ADDITION: "added",
  POINTS_TRANSFER_IN: "added",
  PENDING_POINTS_ACTIVATION: "added",
  POINTS_REMOVAL: "subtracted",
  POINTS_TRANSFER_OUT: "subtracted",
  POINTS_EXPIRATION: "expired",
  POINTS_REDEMPTION: "moved",
  POINTS_REFUND: "moved",
} as const satisfies Partial<Record<VoucherTransactionRow["type"], string>>;
export type PointsType = keyof typeof COUNTED;

/** One entry of a card's ledger. */
export interface PointsEntry {
  id: string;
  voucher_id: string;
  /** The card's folded code. */
  code_key: string;
  /** When the card was put into the bin; null for one that is there. */
  deleted_at: string | null;
  type: PointsType;
  /** Signed. */
  points: number;
  /** The bucket that points which are added go into; null where none are. */
  bucket: { id: string; expires_at: string; due_at: string | null } | null;
  /** The entry whose points come back into the buckets that it took them from. */
  returns: string | null;
  source_id: string | null;
  source: string | null;
  reason: string | null;
  operation_type: "MANUAL" | "AUTOMATIC";
  /** Everything of its details but the balance. */
  details: Record<string, unknown>;
  related_transaction_id: string | null;
}

/** Entries of one statement, each of another card; `e` is one of them. */
interface Change {
  project: Slot;
  now: Slot;
  each: Fragment;
}

const VOUCHER = raw("e.value->>'$.voucher_id'");
const ID = raw("e.value->>'$.id'");
const CARD = (project: Slot): Fragment =>
  sql`vouchers v ON v.project_id = ${project} AND v.code_key = e.value->>'$.code_key'
    AND v.id = ${VOUCHER}`;
const MOVES = (project: Slot): Fragment =>
  sql`loyalty_points_moves m ON m.project_id = ${project} AND m.voucher_id = ${VOUCHER}
    AND m.transaction_id = ${ID}`;
const LEFT = (project: Slot, on: "ON" | "WHERE" = "ON"): Fragment =>
  sql`loyalty_points_buckets b INDEXED BY points_buckets_left
    ${raw(on)} b.project_id = ${project} AND b.voucher_id = ${VOUCHER} AND b.points > 0`;

/** From each bucket what those that expire sooner leave of the sum `wanted`. */
const soonestFirst = (buckets: Fragment): Fragment =>
  sql`SELECT project_id, voucher_id, id, expires_at, -min(points, wanted - sooner)
    FROM (SELECT b.project_id, b.voucher_id, ${ID} AS id, b.expires_at, b.points,
      sum(b.points) OVER (PARTITION BY b.voucher_id ORDER BY b.expires_at) - b.points AS sooner,
      ${buckets})
    WHERE sooner < wanted`;

const MOVED_BY = {
  /** Points that are added, into the bucket of their day. */
  adds: ({ project, each }: Change): Fragment =>
    sql`SELECT ${project}, ${VOUCHER}, ${ID}, e.value->>'$.bucket.expires_at',
        e.value->>'$.points'
      FROM ${each} WHERE e.value->>'$.bucket.id' IS NOT NULL`,
  takes: ({ project, each }: Change): Fragment =>
    soonestFirst(sql`-(e.value->>'$.points') AS wanted FROM ${each} CROSS JOIN ${LEFT(project)}
      WHERE e.value->>'$.points' < 0 AND e.value->>'$.returns' IS NULL`),
  returns: ({ project, each }: Change): Fragment =>
    sql`SELECT m.project_id, m.voucher_id, ${ID}, m.expires_at, -m.points
      FROM ${each} CROSS JOIN loyalty_points_moves m ON m.project_id = ${project}
        AND m.voucher_id = ${VOUCHER} AND m.transaction_id = e.value->>'$.returns'`,
};
type Way = keyof typeof MOVED_BY;

const wayOf = ({ points, returns }: PointsEntry): Way =>
  returns !== null ? "returns" : points > 0 ? "adds" : "takes";

const intoMoves = (rows: Fragment): Statement =>
  sql`INSERT INTO loyalty_points_moves
    (project_id, voucher_id, transaction_id, expires_at, points) ${rows}`;

const addToBuckets = ({ project, now, each }: Change): Statement =>
  sql`INSERT INTO loyalty_points_buckets
      (project_id, voucher_id, expires_at, id, campaign_id, points, due_at, created_at)
    SELECT ${project}, ${VOUCHER}, e.value->>'$.bucket.expires_at', e.value->>'$.bucket.id',
      v.campaign_id, e.value->>'$.points', e.value->>'$.bucket.due_at', ${now}
    FROM ${each} CROSS JOIN ${CARD(project)} WHERE e.value->>'$.bucket.id' IS NOT NULL
    ON CONFLICT (project_id, voucher_id, expires_at) DO UPDATE
      SET points = points + excluded.points, updated_at = ${now}`;

/**
 * The CHECK on a bucket refuses one below zero. What moves is put together first, and brings the
 * project with it: else each bucket would be looked for in the whole list, or each of the project.
 */
const moveBuckets = ({ project, now, each }: Change): Statement =>
  sql`WITH m AS MATERIALIZED (SELECT m.project_id, m.voucher_id, m.expires_at, m.points,
        iif(e.value->>'$.counted' = 'expired', m.points, 0) AS expired
      FROM ${each} CROSS JOIN ${MOVES(project)} WHERE e.value->>'$.bucket.id' IS NULL)
    UPDATE loyalty_points_buckets SET points = loyalty_points_buckets.points + m.points,
      expired_points = expired_points - m.expired, updated_at = ${now}
    FROM m WHERE loyalty_points_buckets.project_id = m.project_id
      AND loyalty_points_buckets.voucher_id = m.voucher_id
      AND loyalty_points_buckets.expires_at = m.expires_at`;

const POINTS = raw("e.value->>'$.points'");

/** The next bucket that expires, as a column of it. */
const next = (project: Slot, column: string): Fragment =>
  sql`(SELECT ${raw(column)} FROM loyalty_points_buckets INDEXED BY points_buckets_left
    WHERE project_id = ${project} AND voucher_id = ${VOUCHER} AND points > 0
      AND expires_at < ${raw(`'${NEVER}'`)} ORDER BY expires_at LIMIT 1)`;

/** The columns of `PointsState`. */
const STATE = raw(`amount, balance, subtracted_amount, redeemed_amount, redeemed_quantity,
  held_amount, loyalty`);

/**
 * Moves the counters of the cards; the CHECKs refuse a balance below zero or what is held. The
 * balance of a redemption has moved before, with its use; a card that was deleted since is given
 * back what a rollback returns, as gift cards are. Any other entry is of a card that is as it was
 * read, there or in the bin.
 */
const moveCards = ({ project, each }: Change): Statement =>
  sql`WITH c AS MATERIALIZED (SELECT ${project} AS project_id,
        e.value->>'$.code_key' AS code_key, ${VOUCHER} AS id,
        e.value->>'$.deleted_at' AS deleted_at,
        e.value->>'$.counted' AS counted, ${POINTS} AS points,
        ${next(project, "expires_at")} AS next_date, ${next(project, "points")} AS next_points
      FROM ${each})
    UPDATE vouchers SET
      amount = amount + iif(c.counted = 'added', c.points, 0),
      balance = balance + iif(c.counted = 'moved', 0, c.points),
      subtracted_amount = subtracted_amount
        - iif(c.counted IN ('subtracted', 'expired'), c.points, 0),
      loyalty = json_object('entries', coalesce(loyalty->>'$.entries', 0) + 1,
        'pending', coalesce(loyalty->>'$.pending', 0),
        'expired', coalesce(loyalty->>'$.expired', 0) - iif(c.counted = 'expired', c.points, 0),
        'next_date', c.next_date, 'next_points', c.next_points)
    FROM c WHERE vouchers.project_id = c.project_id AND vouchers.code_key = c.code_key
      AND vouchers.id = c.id AND (vouchers.deleted_at IS c.deleted_at OR c.counted = 'moved')
    RETURNING id, ${STATE}`;

const intoLedger = ({ project, now, each }: Change): Statement =>
  sql`INSERT INTO voucher_transactions (project_id, voucher_id, id, campaign_id, type, amount,
      total, balance, source_id, source, reason, details, related_transaction_id, created_at,
      sequence)
    SELECT ${project}, v.id, ${ID}, v.campaign_id, e.value->>'$.type', ${POINTS}, v.amount,
      v.balance,
      e.value->>'$.source_id', e.value->>'$.source', e.value->>'$.reason',
      json_set(${withoutNumbers(raw("e.value->'$.details'"))}, '$.balance', json_object(
        'type', 'loyalty_card', 'total', v.amount, 'object', 'balance', 'points', ${POINTS},
        'balance', v.balance,
        'operation_type', e.value->>'$.operation_type',
        'related_object', json_object('id', v.id, 'type', 'voucher'))),
      e.value->>'$.related_transaction_id', ${now}, v.loyalty->>'$.entries'
    FROM ${each} CROSS JOIN ${CARD(project)}`;

/** What the entries of a commit share. */
interface Shared {
  project: Slot;
  now: Slot;
  /** Whether the cards are known to be there as they were read. */
  areSeen: boolean;
}

/** Statements that write entries of different cards; the one that moves these tells their state. */
function round({ project, now, areSeen }: Shared, entries: readonly PointsEntry[]): Statement[] {
  const rows = entries.map((entry) => ({ ...entry, counted: COUNTED[entry.type] }));
  const change = { project, now, each: sql`json_each(${param(JSON.stringify(rows))}) e` };
  const ways = new Set(entries.map(wayOf));
  return [
    ...[...ways].map((way) => intoMoves(MOVED_BY[way](change))),
    ...(ways.has("adds") ? [addToBuckets(change)] : []),
    ...(ways.size > 1 || !ways.has("adds") ? [moveBuckets(change)] : []),
    moveCards(change),
    ...(areSeen ? [] : [assertChanged("voucher_moved", entries.length)]),
    intoLedger(change),
  ];
}

/** Aborts unless these cards are as they were seen: no entry more, no other hold. */
export function cardsStand(projectId: string, cards: readonly VoucherRow[]): Statement {
  const seen = cards.map(({ id, code_key, loyalty, held_amount }) => ({
    voucher_id: id,
    code_key,
    entries: loyalty?.entries ?? 0,
    held_amount,
  }));
  return sql`INSERT INTO assert_v (ok, tag)
    SELECT count(*) = ${cards.length}, 'points_moved'
    FROM json_each(${JSON.stringify(seen)}) e CROSS JOIN ${CARD(param(projectId))}
    WHERE v.deleted_at IS NULL AND v.held_amount = e.value->>'$.held_amount'
      AND coalesce(v.loyalty->>'$.entries', 0) = e.value->>'$.entries'`;
}

/** Entries in turns, in which no card comes twice: each then sees what the one before it left. */
function turns(entries: readonly PointsEntry[]): PointsEntry[][] {
  const made: PointsEntry[][] = [];
  const count = new Map<string, number>();
  for (const entry of entries) {
    const at = count.get(entry.voucher_id) ?? 0;
    count.set(entry.voucher_id, at + 1);
    made[at] = [...(made[at] ?? []), entry];
  }
  return made;
}

/**
 * Writes entries of points in their order: buckets, cards and ledger. Points are taken from those
 * that expire soonest. `cardsAfter` reads from the returned rows how the cards were left.
 */
export function writePoints(
  { projectId, now, areSeen = false }: { projectId: string; now: string; areSeen?: boolean },
  entries: readonly PointsEntry[],
): Statement[] {
  const shared = { project: param(projectId), now: param(now), areSeen };
  return turns(entries).flatMap((turn) => round(shared, turn));
}

/**
 * The next bucket that expires as the entry `t` left the card `v`, [date, points]: what it is now,
 * without what later entries of the same commit moved.
 */
const nextBehind = (project: Slot): Fragment =>
  sql`iif(t.sequence = v.loyalty->>'$.entries',
    json_array(v.loyalty->>'$.next_date', v.loyalty->>'$.next_points'),
    (SELECT json_array(expires_at, sum(points)) FROM (
        SELECT b.expires_at, b.points FROM ${LEFT(project, "WHERE")}
        UNION ALL SELECT m.expires_at, -m.points
        FROM voucher_transactions l INDEXED BY voucher_transactions_sequence
        CROSS JOIN loyalty_points_moves m ON m.project_id = ${project}
          AND m.voucher_id = l.voucher_id AND m.transaction_id = l.id
        WHERE l.project_id = ${project} AND l.voucher_id = ${VOUCHER} AND l.sequence > t.sequence)
      WHERE expires_at < ${raw(`'${NEVER}'`)}
      GROUP BY expires_at HAVING sum(points) > 0 ORDER BY expires_at LIMIT 1))`;

/**
 * Sets the numbers that events tell of entries right where others moved the cards since they were
 * read, and which points expire next: `at` counts the commit's events from its last one, which is
 * 0, backwards. What expires next is worked out once for each event.
 */
export function correctPoints(
  projectId: string,
  told: readonly { at: number; voucher_id: string; code_key: string; id: string }[],
): Statement {
  const project = param(projectId);
  const each = sql`json_each(${param(JSON.stringify(told))}) e`;
  const last = sql`(SELECT event_sequence FROM tallies WHERE project_id = ${project})`;
  return sql`WITH n AS MATERIALIZED (SELECT ${last} - (e.value->>'$.at') AS place, t.total,
        t.balance, ${nextBehind(project)} AS next
      FROM ${each} CROSS JOIN ${CARD(project)}
      CROSS JOIN voucher_transactions t ON t.project_id = ${project}
        AND t.voucher_id = ${VOUCHER} AND t.id = ${ID})
    UPDATE outbox SET data = json_patch(data, json_object(
      'balance', json_object('total', n.total, 'balance', n.balance),
      'transaction', json_object('details',
        json_object('balance', json_object('total', n.total, 'balance', n.balance))),
      'voucher', json_object('loyalty_card', json_object('points', n.total, 'balance', n.balance,
        'next_expiration_date', n.next->>'$[0]', 'next_expiration_points', n.next->>'$[1]'))))
    FROM n WHERE outbox.project_id = ${project} AND outbox.sequence IN (SELECT place FROM n)
      AND outbox.sequence = n.place
      AND (data->>'$.balance.total' <> n.total OR data->>'$.balance.balance' <> n.balance
        OR data->>'$.voucher.loyalty_card.next_expiration_date' IS NOT n.next->>'$[0]'
        OR data->>'$.voucher.loyalty_card.next_expiration_points' IS NOT n.next->>'$[1]')`;
}

/** The cards that a batch moved, each as its last statement left it. */
export function cardsAfter(rows: readonly RawRow[]): Map<string, PointsState> {
  const cards = rows.filter(({ loyalty }) => loyalty !== undefined);
  return new Map(cards.map((row) => [String(row.id), decode(vouchers, row)]));
}
