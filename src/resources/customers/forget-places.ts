import { type RawRow, type Statement, statement } from "../../db/client";
import { type Person, withoutPerson, wordsOf } from "../../engine/forget";
import type { Scope } from "../../http/scope";
import { removeFile } from "../exports/pieces";

/** Where a place was left: the last key looked at. */
export type Cursor = string | number;

/** A table that tells of people, read and rewritten part by part in the order of its keys. */
export interface Place {
  start: Cursor;
  /** The next rows after the cursor; each has its key as `at`. */
  read: (scope: Scope, person: Person, after: Cursor) => Statement;
  /** Takes the person out of these rows. */
  write: (scope: Scope, person: Person, rows: readonly RawRow[]) => Statement[];
  /** Takes away what these rows say is in the bucket; doing it twice is harmless. */
  clear?: (scope: Scope, rows: readonly RawRow[]) => Promise<void>;
}

/** Bytes of JSON that one step reads of a table; its first row may be longer. */
const MOST_BYTES = 400_000;

const keysOf = (rows: readonly RawRow[]): string => JSON.stringify(rows.map(({ at }) => at));

/** Rows of one customer by an index, without their contents. */
const keysOfCustomer =
  (table: string, index: string, limit: number): Place["read"] =>
  (scope, person, after) =>
    statement(
      `SELECT id AS at FROM ${table} INDEXED BY ${index}
       WHERE project_id = ?1 AND customer_id = ?2 AND id > ?3 ORDER BY id LIMIT ${limit}`,
      scope.project.id,
      person.id,
      after,
    );

/** So many of the rows of a select as have MOST_BYTES of text in the named column. */
const bounded = (select: string, size: string): string =>
  `SELECT * FROM (SELECT *, row_number() OVER (ORDER BY at) AS place, sum(${size}) OVER (ORDER BY at) AS bytes
   FROM (${select})) WHERE place = 1 OR bytes <= ${MOST_BYTES} ORDER BY at`;

/** JSON text as it is without the person; null stays null. */
const cleaned = (text: unknown, person: Person): string | null =>
  typeof text === "string" ? JSON.stringify(withoutPerson(JSON.parse(text), person)) : null;

const ITEMS = `(SELECT json_group_array(json_remove(i.value, '$.metadata', '$.product.metadata', '$.sku.metadata') ORDER BY i.key)
  FROM json_each(orders.items) i)`;

/** Amounts stay, and so does the shop's own number of the order, unless it names the customer. */
const orders: Place = {
  start: "",
  read: keysOfCustomer("orders", "orders_customer", 50),
  write: (scope, person, rows) => [
    statement(
      `UPDATE orders SET metadata = '{}', items = iif(items IS NULL, NULL, ${ITEMS}), revision = revision + 1,
         source_id = iif(source_id IN (SELECT value FROM json_each(?3))
           OR EXISTS (SELECT 1 FROM json_each(?4) w WHERE instr(orders.source_id, w.value) > 0), NULL, source_id)
       WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
      scope.project.id,
      keysOf(rows),
      JSON.stringify(person.texts),
      JSON.stringify(wordsOf(person)),
    ),
  ],
};

const redemptions: Place = {
  start: "",
  read: (scope, person, after) =>
    statement(
      bounded(
        `SELECT sort_key AS at, "order" FROM redemptions INDEXED BY redemptions_customer
         WHERE project_id = ?1 AND customer_id = ?2 AND sort_key > ?3 ORDER BY sort_key LIMIT 200`,
        'coalesce(length("order"), 0)',
      ),
      scope.project.id,
      person.id,
      after,
    ),
  write: (scope, person, rows) => [
    statement(
      `UPDATE redemptions SET metadata = NULL, tracking_id = NULL, reason = NULL, "order" = n.value->>'$.order'
       FROM json_each(?2) n WHERE redemptions.project_id = ?1 AND redemptions.sort_key IN (SELECT value->>'$.at' FROM json_each(?2))
         AND redemptions.sort_key = n.value->>'$.at'`,
      scope.project.id,
      JSON.stringify(rows.map(({ at, order }) => ({ at, order: cleaned(order, person) }))),
    ),
  ],
};

const publications: Place = {
  start: "",
  read: keysOfCustomer("publications", "publications_customer", 500),
  write: (scope, _, rows) => [
    statement(
      `UPDATE publications SET metadata = '{}', tracking_id = NULL, source_id = NULL
       WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
      scope.project.id,
      keysOf(rows),
    ),
  ],
};

/** Events keep their numbers, their kinds and what they say of money. */
const events: Place = {
  start: 0,
  read: (scope, person, after) =>
    statement(
      bounded(
        `SELECT sequence AS at, kind, data FROM outbox INDEXED BY outbox_customer
         WHERE project_id = ?1 AND customer_id = ?2 AND sequence > ?3 ORDER BY sequence LIMIT 200`,
        "length(data)",
      ),
      scope.project.id,
      person.id,
      after,
    ),
  write: (scope, person, rows) => [
    statement(
      `UPDATE outbox SET data = n.value->>'$.data'
       FROM json_each(?2) n WHERE outbox.project_id = ?1 AND outbox.sequence IN (SELECT value->>'$.at' FROM json_each(?2))
         AND outbox.sequence = n.value->>'$.at'`,
      scope.project.id,
      JSON.stringify(rows.map(({ at, data }) => ({ at, data: cleaned(data, person) }))),
    ),
  ],
};

/** Whether JSON text has the id or a name in it, as an expression; the needles are a JSON array. */
const mentions = (text: string, slot: string): string =>
  `EXISTS (SELECT 1 FROM json_each(${slot}) w WHERE instr(${text}, w.value) > 0)`;

/** Texts as they stand inside of JSON: short ones only as a whole. */
const needlesOf = (person: Person): string =>
  JSON.stringify([
    person.id,
    ...person.texts.map((text) => JSON.stringify(text)),
    ...wordsOf(person).map((word) => JSON.stringify(word).slice(1, -1)),
  ]);

/** Answers under an idempotency key: they still say what was done, and no more to whom. */
const answers: Place = {
  start: '["",""]',
  read: (scope, person, after) =>
    statement(
      bounded(
        `SELECT json_array(family, key) AS at, iif(${mentions("body", "?4")}, body, NULL) AS body
         FROM idempotency_keys WHERE project_id = ?1 AND (family, key) > (?2, ?3)
         ORDER BY family, key LIMIT 1000`,
        "coalesce(length(body), 0)",
      ),
      scope.project.id,
      ...pairOf(after),
      needlesOf(person),
    ),
  write: (scope, person, rows) => {
    const found = rows.filter(({ body }) => body !== null);
    if (found.length === 0) return [];
    return [
      statement(
        `UPDATE idempotency_keys SET body = n.value->>'$.body' FROM json_each(?2) n
         WHERE idempotency_keys.project_id = ?1 AND family IN (SELECT value->>'$.family' FROM json_each(?2))
           AND idempotency_keys.key IN (SELECT value->>'$.key' FROM json_each(?2))
           AND family = n.value->>'$.family' AND idempotency_keys.key = n.value->>'$.key'`,
        scope.project.id,
        JSON.stringify(
          found.map(({ at, body }) => {
            const [family, key] = pairOf(at);
            return { family, key, body: cleaned(body, person) };
          }),
        ),
      ),
    ];
  },
};

function pairOf(cursor: unknown): [string, string] {
  const [family, key] = JSON.parse(String(cursor));
  return [String(family), String(key)];
}

const ACTION_TEXT = "input || state || coalesce(result, '')";

/** Background work that is done; what still runs needs what it was given, and drops it at its end. */
const actions: Place = {
  start: "",
  read: (scope, person, after) =>
    statement(
      bounded(
        `SELECT id AS at, iif(status = 'DONE' AND ${mentions(ACTION_TEXT, "?3")},
           json_object('input', json(input), 'state', json(state), 'result', json(result)), NULL) AS body
         FROM async_actions WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT 500`,
        "coalesce(length(body), 0)",
      ),
      scope.project.id,
      after,
      needlesOf(person),
    ),
  write: (scope, person, rows) => {
    const found = rows.filter(({ body }) => body !== null);
    if (found.length === 0) return [];
    return [
      statement(
        `UPDATE async_actions SET input = n.value->>'$.body.input', state = n.value->>'$.body.state', result = n.value->>'$.body.result'
         FROM json_each(?2) n WHERE async_actions.project_id = ?1 AND async_actions.id IN (SELECT value->>'$.at' FROM json_each(?2))
           AND async_actions.id = n.value->>'$.at'`,
        scope.project.id,
        JSON.stringify(
          found.map(({ at, body }) => ({
            at,
            body: withoutPerson(JSON.parse(String(body)), person),
          })),
        ),
      ),
    ];
  },
};

/** Exports that may have the customer in them go as a whole, row and file. */
const PERSONAL_EXPORTS = JSON.stringify([
  "voucher",
  "redemption",
  "customer",
  "publication",
  "order",
]);

const exportFiles: Place = {
  start: "",
  read: (scope, _, after) =>
    statement(
      `SELECT id AS at, exported_object IN (SELECT value FROM json_each(?3)) AS is_personal
       FROM exports WHERE project_id = ?1 AND id > ?2 ORDER BY id LIMIT 20`,
      scope.project.id,
      after,
      PERSONAL_EXPORTS,
    ),
  clear: async (scope, rows) => {
    const personal = rows.filter(({ is_personal }) => is_personal === 1);
    await Promise.all(
      personal.map(({ at }) =>
        removeFile(scope.files, { project_id: scope.project.id, id: String(at) }),
      ),
    );
  },
  write: (scope, _, rows) => {
    const gone = rows.filter(({ is_personal }) => is_personal === 1);
    if (gone.length === 0) return [];
    return [
      statement(
        "DELETE FROM exports WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))",
        scope.project.id,
        keysOf(gone),
      ),
      statement(
        "UPDATE tallies SET exports = exports - changes() WHERE project_id = ?1",
        scope.project.id,
      ),
    ];
  },
};

/** Every place that may tell of a customer, beside the row itself, the lists it is on and what it holds. */
export const PLACES = {
  orders,
  redemptions,
  publications,
  events,
  answers,
  actions,
  exports: exportFiles,
} satisfies Record<string, Place>;
export type PlaceName = keyof typeof PLACES;
