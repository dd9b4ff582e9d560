import { type Fragment, raw } from "./sql";

/**
 * When a move has gone on last, as SQL: one that tries to switch has not since it began to, though
 * each try notes that its worker is there.
 */
export const wentOnAt = (move: string): Fragment =>
  raw(`min(${move}.updated_at, coalesce(iif(${move}.status = 'IN_PROGRESS',
    ${move}.cursor->>'$.switching_since', NULL), ${move}.updated_at))`);
