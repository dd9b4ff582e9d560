import { type RawRow, statement } from "../../db/client";
import { withoutPerson, wordsOf } from "../../engine/forget";
import { removeFile } from "../exports/pieces";
import { answers } from "./forget-answers";
import { bounded, cleaned, mentions, needlesOf, type Place } from "./forget-place";

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
      JSON.stringify(needlesOf(person)),
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
