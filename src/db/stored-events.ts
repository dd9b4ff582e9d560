import { decode, type RawRow } from "./client";
import { decodeRedemption } from "./ledger-rows";
import { rowJson } from "./row-json";
import { type Fragment, raw, type Slot, sql } from "./sql";
import { outbox } from "./tables/ledger";
import { type RedemptionRow, redemptions } from "./tables/redemptions";

/** An event with the entries of the ledger that it refers to. */
export interface StoredEvent {
  row: typeof outbox.$inferSelect;
  entry: RedemptionRow | null;
  /** What a rollback gave back. */
  rolledBack: RedemptionRow | null;
}

/** Entries are found by their id without its prefix. */
const keyIn = (id: string): string => `substr(${id}, instr(${id}, '_') + 1)`;

const ENTRY = "(o.data->>'$.entry')";

const FOUND = raw(
  `FROM redemptions r WHERE r.project_id = o.project_id AND r.sort_key = ${keyIn(ENTRY)}`,
);

/** What every read of events selects, of the outbox as `o`. */
export const EVENT_COLUMNS = sql`o.*, (SELECT ${rowJson(redemptions, "r")} ${FOUND}) AS entry,
  (SELECT ${rowJson(redemptions, "b")} FROM redemptions b WHERE b.project_id = o.project_id
     AND b.sort_key = (SELECT ${raw(keyIn("r.redemption_id"))} ${FOUND})) AS rolled_back`;

/** What a list looks at of an event before it reads it, of the outbox as `o`. */
export const EVENT_SIZE = raw(`octet_length(o.data) AS own_bytes, ${ENTRY} AS entry_id`);

/**
 * About how many bytes such an event is told in, as an expression: an order of the ledger is stored
 * packed.
 */
export const eventBytes = (project: Slot): Fragment =>
  sql`1000 + own_bytes + coalesce((SELECT 3 * octet_length(r."order") FROM redemptions r
    WHERE r.project_id = ${project} AND r.sort_key = ${raw(keyIn("entry_id"))}), 0)`;

const entryOf = (text: unknown): RedemptionRow | null =>
  typeof text === "string" ? decodeRedemption(JSON.parse(text)) : null;

export const decodeEvent = ({ entry, rolled_back, ...row }: RawRow): StoredEvent => ({
  row: decode(outbox, row),
  entry: entryOf(entry),
  rolledBack: entryOf(rolled_back),
});
