import { decode, type RawRow } from "./client";
import { goodsOfLines } from "./goods-shown";
import { decodeRedemption, orderBytes, toldLines } from "./ledger-rows";
import { rowJson } from "./row-json";
import { type Fragment, raw, type Slot, sql } from "./sql";
import type { CustomerRow } from "./tables/customers";
import { outbox } from "./tables/ledger";
import { type LoyaltyTierRow, loyaltyTiers } from "./tables/loyalty";
import { type RedemptionRow, redemptions } from "./tables/redemptions";

/** A customer, as far as events tell who else had a part in them. */
export type Person = Pick<CustomerRow, "id" | "name" | "email" | "source_id" | "metadata">;

/** An event with the entries of the ledger and the customers that it refers to. */
export interface StoredEvent {
  row: typeof outbox.$inferSelect;
  entry: RedemptionRow | null;
  /** What a rollback gave back. */
  rolledBack: RedemptionRow | null;
  /** Who held its voucher, and whom else it tells of, as they are by now; not who is gone. */
  people: Person[];
  /** The tier that the holder is in by now, of an entry of a loyalty card. */
  holderTier: LoyaltyTierRow | null;
  /** What the catalogue says now of the goods of its order. */
  goods: RawRow[];
}

/** Entries are found by their id without its prefix. */
const keyIn = (id: string): string => `substr(${id}, instr(${id}, '_') + 1)`;

const ENTRY = "(o.data->>'$.entry')";

const FOUND = raw(
  `FROM redemptions r WHERE r.project_id = o.project_id AND r.sort_key = ${keyIn(ENTRY)}`,
);

const HOLDER_ID = "(o.data->>'$.voucher.holder_id')";
/** Ids as a JSON list. */
const PEOPLE_IDS = `json_insert(coalesce(o.data->'$.people', '[]'), '$[#]', ${HOLDER_ID})`;
/** Of an entry of a loyalty card: its program. */
const PROGRAM_ID = `iif(o.kind = 'voucher.loyalty_card.transaction.created',
  o.data->>'$.voucher.campaign_id', NULL)`;

const people = (project: Slot | Fragment, ids: string): Fragment =>
  sql`FROM json_each(${raw(ids)}) p
    CROSS JOIN customers h ON h.project_id = ${project} AND h.id = p.value`;

/** The tier of who holds a card of a program, by expressions for both. */
const tier = (project: Slot | Fragment, holder: string, program: string): Fragment =>
  sql`FROM loyalty_members m CROSS JOIN loyalty_tiers t
      ON t.project_id = m.project_id AND t.id = m.tier_id
    WHERE m.project_id = ${project} AND m.customer_id = ${raw(holder)}
      AND m.campaign_id = ${raw(program)}`;

const OWN = raw("o.project_id");

/** Of an entry that is a rollback, what it gave back. */
const GIVEN_BACK = sql`FROM redemptions b WHERE b.project_id = o.project_id
  AND b.sort_key = (SELECT ${raw(keyIn("r.redemption_id"))} ${FOUND})`;

const [ENTRY_LINES, GIVEN_BACK_LINES] = [raw(toldLines("r")), raw(toldLines("b"))];

/** The lines of the order that an event tells: its own, or those of its entries. */
const LINES = sql`SELECT o.data->'$.order.items' AS items
  UNION ALL SELECT j.value FROM (
    SELECT json_array(r."order"->'$.items', ${ENTRY_LINES}->'$.items') AS lines ${FOUND}
    UNION ALL
    SELECT json_array(b."order"->'$.items', ${GIVEN_BACK_LINES}->'$.items') ${GIVEN_BACK}
  ) l, json_each(l.lines) j`;

/** Bytes of the metadata of all goods of an event: the database has no texts of more than 2 MB. */
const MOST_NOTES = 300_000;
/** Bytes of the metadata of each of the people of an event, of whom there are a few. */
const MOST_PERSONAL = 400_000;

/** Most events tell no order: nothing is read for them. */
const GOODS = sql`iif(coalesce(o.data->'$.entry', o.data->'$.order.items') IS NULL, '[]',
  (SELECT json_group_array(json_object('id', g.id, 'source_id', g.source_id, 'name', g.name,
    'price', g.price, 'metadata', iif(g.notes <= ${raw(MOST_NOTES)}, g.metadata, NULL)))
  FROM (SELECT *, sum(coalesce(octet_length(metadata), 0)) OVER (ROWS UNBOUNDED PRECEDING) AS notes
    FROM (${goodsOfLines(OWN, LINES)})) g))`;

/** What every read of events selects, of the outbox as `o`. */
export const EVENT_COLUMNS = sql`o.*, (SELECT ${rowJson(redemptions, "r")} ${FOUND}) AS entry,
  (SELECT ${ENTRY_LINES} ${FOUND}) AS entry_lines,
  (SELECT ${rowJson(redemptions, "b")} ${GIVEN_BACK}) AS rolled_back,
  (SELECT ${GIVEN_BACK_LINES} ${GIVEN_BACK}) AS rolled_back_lines,
  (SELECT json_group_array(json_object('id', h.id, 'name', h.name, 'email', h.email,
      'source_id', h.source_id,
      'metadata', json(iif(octet_length(h.metadata) <= ${raw(MOST_PERSONAL)}, h.metadata, '{}'))))
    ${people(OWN, PEOPLE_IDS)}) AS people,
  (SELECT ${rowJson(loyaltyTiers, "t")} ${tier(OWN, HOLDER_ID, PROGRAM_ID)}) AS holder_tier,
  ${GOODS} AS goods`;

/** An order of many short lines is told with what the catalogue says of its goods. */
const WITH_GOODS = "iif(o.data->'$.order.items' IS NULL, 1, 10)";

/** What a list looks at of an event before it reads it, of the outbox as `o`. */
export const EVENT_SIZE =
  raw(`octet_length(o.data) * ${WITH_GOODS} AS own_bytes, ${ENTRY} AS entry_id,
  ${HOLDER_ID} AS holder_id, ${PEOPLE_IDS} AS people_ids, ${PROGRAM_ID} AS program_id`);

/** The columns of `EVENT_SIZE`, for selects from a select that has them. */
export const SIZE_COLUMNS = raw("own_bytes, entry_id, holder_id, people_ids, program_id");

/**
 * About how many bytes such an event is told in, as an expression: orders of the ledger, its
 * entry's own and that of what this rolled back, are stored packed.
 */
export const eventBytes = (project: Slot): Fragment =>
  sql`1000 + own_bytes
    + coalesce((SELECT 11 * (${raw(orderBytes("r"))} + coalesce((
        SELECT ${raw(orderBytes("b"))} FROM redemptions b WHERE b.project_id = ${project}
          AND b.sort_key = ${raw(keyIn("r.redemption_id"))}), 0)) FROM redemptions r
      WHERE r.project_id = ${project} AND r.sort_key = ${raw(keyIn("entry_id"))}), 0)
    + (SELECT total(octet_length(h.metadata)) ${people(project, "people_ids")})
    + coalesce((SELECT octet_length(t.metadata) ${tier(project, "holder_id", "program_id")}), 0)`;

const parsed = (text: unknown): RawRow | null =>
  typeof text === "string" ? JSON.parse(text) : null;

function entryOf(text: unknown, told: unknown): RedemptionRow | null {
  const row = parsed(text);
  return row && decodeRedemption(row, told);
}

/** The cast holds because the select above makes such a list. */
const peopleOf = (text: unknown): Person[] => JSON.parse(String(text)) as Person[];

function tierOf(text: unknown): LoyaltyTierRow | null {
  const row = parsed(text);
  return row && decode(loyaltyTiers, row);
}

export const decodeEvent = ({
  entry,
  entry_lines,
  rolled_back,
  rolled_back_lines,
  people,
  holder_tier,
  goods,
  ...row
}: RawRow): StoredEvent => ({
  row: decode(outbox, row),
  entry: entryOf(entry, entry_lines),
  rolledBack: entryOf(rolled_back, rolled_back_lines),
  people: peopleOf(people),
  holderTier: tierOf(holder_tier),
  goods: JSON.parse(String(goods)),
});
