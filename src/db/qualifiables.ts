import { type Statement, statement } from "./client";

/**
 * Rows that one sweep moves at most; what is left waits for the next, and is found meanwhile all
 * the same.
 */
const MOST = 2_000;

const KEY = "project_id, is_open, term, sort_key, id";

const moveRows = (to: string, from: string, now: number): Statement =>
  statement(
    `UPDATE qualifiables SET is_open = ${to} WHERE (${KEY}) IN (SELECT ${KEY} FROM qualifiables ${from} LIMIT ${MOST})`,
    now,
  );

/** Moves what has opened or closed by `now` (epoch milliseconds) in any project; bounded. */
export const movedByDates = (now: number): Statement[] => [
  moveRows(
    "iif(closes_at <= ?1, 2, 1)",
    "INDEXED BY qualifiables_opening WHERE is_open = 0 AND opens_at <= ?1 ORDER BY opens_at",
    now,
  ),
  moveRows(
    "2",
    "INDEXED BY qualifiables_closing WHERE is_open = 1 AND closes_at IS NOT NULL AND closes_at <= ?1 ORDER BY closes_at",
    now,
  ),
];
