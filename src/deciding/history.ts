import type { CustomerRow } from "../db/tables/customers";
import type { CustomerField } from "../engine/filters/fields";
import { RULE_NAMES } from "../engine/rules/names";
import type { Snapshot } from "../engine/stacking/snapshot";
import { type Bounds, boundsOf } from "../engine/usage/guards";
import { isRecord } from "../lib/json-value";
import type { Filter } from "../model/filter";
import type { Rules } from "../model/rule";
import { isRuleNode } from "../model/rule-node";
import type { Column, HistoryRead } from "../resources/redemptions/history-store";
import type { RuledRedeemable } from "./ruled";

/*
 * What a decision reads of a customer that other requests may move meanwhile, and how far that may
 * move before the decision no longer holds.
 */

/**
 * The columns that a field of a filter is read from; null where it names its own keys. A field
 * without a row does not compile.
 */
const COLUMNS: Record<CustomerField, readonly Column[] | null> = {
  id: [],
  source_id: ["source_id"],
  name: ["name"],
  description: ["description"],
  email: ["email"],
  phone: ["phone"],
  birthday: ["birthday"],
  birthdate: ["birthdate"],
  created_at: [],
  updated_at: ["updated_at"],
  address: ["address"],
  "summary.redemptions.total_redeemed": ["total_redeemed"],
  "summary.redemptions.total_failed": ["total_failed"],
  "summary.redemptions.total_succeeded": ["total_succeeded"],
  "summary.redemptions.total_rolled_back": ["total_rolled_back"],
  "summary.redemptions.total_rollback_failed": ["total_rollback_failed"],
  "summary.redemptions.total_rollback_succeeded": ["total_rollback_succeeded"],
  "summary.redemptions.gift.redeemed_amount": ["gift_redeemed_amount"],
  "summary.redemptions.gift.amount_to_go": ["gift_balance"],
  "summary.redemptions.loyalty_card.redeemed_points": ["loyalty_redeemed_points"],
  "summary.redemptions.loyalty_card.points_to_go": ["points_balance"],
  "summary.orders.total_amount": ["orders_amount"],
  "summary.orders.total_count": ["orders_count"],
  "summary.orders.average_amount": ["orders_amount", "orders_count"],
  "summary.orders.last_order_amount": ["last_order_amount"],
  "summary.orders.last_order_date": ["last_order_date"],
  "loyalty.points": ["points_balance"],
  "loyalty.referred_customers": ["referred_customers"],
  "referrals.total": ["referrals"],
  metadata: null,
  loyalty_points: null,
};

const columnsOf = (field: string): readonly Column[] | null | undefined =>
  Object.entries(COLUMNS).find(([name]) => name === field)?.[1];

/** The columns of a field, also of a part of the address with or without its name. */
const columnsRead = (field: string): readonly Column[] => columnsOf(field) ?? COLUMNS.address ?? [];

/** The customer as it is stored, and as it was judged: without what the order itself has moved. */
interface Judged {
  stored: CustomerRow;
  judged: CustomerRow;
}

const within = (one: Bounds | undefined, more: Bounds): Bounds => ({
  lo: Math.max(one?.lo ?? more.lo, more.lo),
  hi: Math.min(one?.hi ?? more.hi, more.hi),
});

/** The range of a stored number in which the number that was judged answers the same. */
function rangeOf(conditions: Record<string, unknown>, stored: number, judged: number): Bounds {
  const { lo, hi } = boundsOf(conditions, judged);
  const moved = stored - judged;
  return { lo: lo + moved, hi: hi + moved };
}

function readColumns(
  read: HistoryRead,
  { stored, judged }: Judged,
  columns: readonly Column[],
  conditions: Record<string, unknown>,
): void {
  const [column] = columns;
  const [was, seen] = column ? [stored[column], judged[column]] : [];
  if (column && columns.length === 1 && typeof was === "number" && typeof seen === "number") {
    const range = rangeOf(conditions, was, seen);
    read.ranges.set(column, within(read.ranges.get(column), range));
    return;
  }
  for (const each of columns) read.same.set(each, stored[each]);
}

const METADATA = "metadata.";
const POINTS = "loyalty_points.";

function readFilter(read: HistoryRead, who: Judged, { junction: _, ...nodes }: Filter): void {
  for (const [field, node] of Object.entries(nodes)) {
    const conditions = isRecord(node) && isRecord(node.conditions) ? node.conditions : {};
    if (field.startsWith(METADATA)) {
      const key = field.slice(METADATA.length);
      read.metadata.set(key, who.stored.metadata[key]);
    } else if (field.startsWith(POINTS)) {
      const program = field.slice(POINTS.length);
      const [was, seen] = [who.stored, who.judged].map((row) => row.program_points[program]);
      if (was === undefined || seen === undefined) {
        read.same.set("program_points", who.stored.program_points);
      } else {
        const range = rangeOf(conditions, was, seen);
        read.points.set(program, within(read.points.get(program), range));
      }
    } else {
      readColumns(read, who, columnsRead(field), conditions);
    }
  }
}

/** Keys of metadata that rules name, at any depth. */
const keysIn = (rules: Rules): string[] =>
  Object.values(rules).flatMap((node) => {
    if (!isRuleNode(node)) return [];
    const isMetadata = RULE_NAMES.get(node.name)?.name === "customer.metadata";
    const own = isMetadata && node.property ? [node.property] : [];
    return [...own, ...(node.rules ? keysIn(node.rules) : [])];
  });

/** Whether a formula of the redeemable, or of what it reaches, names the operand. */
const formulasName = ({ discount, rules }: RuledRedeemable, operand: RegExp): boolean =>
  operand.test(JSON.stringify([discount, rules.map(({ applicable_to }) => applicable_to)]));

type Reader = (read: HistoryRead, who: Judged, redeemable: RuledRedeemable) => void;

/** How each fact of a customer is read. A fact without a row does not compile. */
const READERS: Record<keyof NonNullable<Snapshot["customer"]>, Reader> = {
  metadata: (read, { stored }, redeemable) => {
    for (const key of redeemable.rules.flatMap(({ rules }) => keysIn(rules))) {
      read.metadata.set(key, stored.metadata[key]);
    }
    if (formulasName(redeemable, /customer_metadata/i)) read.same.set("metadata", stored.metadata);
  },
  segments: (read, who, { rules }) => {
    for (const { filter } of rules.flatMap(({ segments }) => segments)) {
      // A list of customers never changes.
      if (filter) readFilter(read, who, filter);
    }
  },
  birthdate: (read, { stored }, redeemable) => {
    if (!formulasName(redeemable, /customer_birthdate/i)) return;
    read.same.set("birthdate", stored.birthdate);
    read.same.set("birthday", stored.birthday);
  },
};

/**
 * Everything that deciding on these redeemables reads of the customer: what nothing names is not in
 * it, so that unrelated updates are in nobody's way.
 */
export function historyRead(who: Judged, redeemables: readonly RuledRedeemable[]): HistoryRead {
  const read = { ranges: new Map(), points: new Map(), metadata: new Map(), same: new Map() };
  for (const redeemable of redeemables) {
    for (const reader of Object.values(READERS)) reader(read, who, redeemable);
  }
  return read;
}
