import type { Statement } from "../db/client";
import { type Fragment, joined, param, raw, sql } from "../db/sql";
import { type Person, wordsOf } from "../engine/forget";
import type { Scope } from "../scope/scope";

/** Whether a text, which is an expression, names the person. */
export function naming(person: Person): (text: string) => Fragment {
  const texts = param(JSON.stringify(person.texts));
  const words = param(JSON.stringify(wordsOf(person)));
  return (text) => sql`(${raw(text)} IN (SELECT value FROM json_each(${texts}))
    OR EXISTS (SELECT 1 FROM json_each(${words}) w WHERE instr(${raw(text)}, w.value) > 0))`;
}

/** Where a line has texts that may name somebody. */
const TEXTS = ["$.source_id", "$.product.source_id", "$.product.name", "$.sku.source_id"];

/** Lines without notes on them, and without what names the person. */
export function itemsWithout(person: Person): Fragment {
  const names = naming(person);
  const named = TEXTS.map((path) => {
    const text = raw(`'${path}'`);
    return sql`iif(${names(`(i.value->>'${path}')`)}, ${text}, '$.metadata')`;
  });
  return sql`iif(items IS NULL, NULL, (SELECT json_group_array(
      json_remove(i.value, '$.metadata', '$.product.metadata', '$.sku.metadata',
        ${joined(named, ", ")}) ORDER BY i.key)
    FROM json_each(items) i))`;
}

/** Takes the person out of these former lines. */
export const cleanLines = (scope: Scope, person: Person, which: Fragment): Statement =>
  sql`UPDATE order_lines SET metadata = '{}', items = ${itemsWithout(person)}
    WHERE project_id = ${scope.project.id} AND ${which}`;

/**
 * Takes the person out of lines that their entries of the ledger tell: `told` selects orders and
 * versions, each once. An order that is another's by now stays as it is, and has its lines under
 * the next version.
 */
export function forgetTold(scope: Scope, person: Person, told: Fragment): Statement[] {
  const project = param(scope.project.id);
  return [
    sql`INSERT INTO order_lines (project_id, order_id, version, items, metadata)
      SELECT o.project_id, o.id, o.lines_version, o.items, o.metadata
      FROM (${told}) t CROSS JOIN orders o
        ON o.project_id = ${project} AND o.id = t.order_id AND o.lines_version = t.version
      WHERE o.customer_id IS NOT ${person.id}`,
    sql`UPDATE orders SET lines_version = lines_version + 1, revision = revision + 1
      WHERE project_id = ${project} AND id IN (SELECT order_id FROM (${told}))
        AND EXISTS (SELECT 1 FROM order_lines l WHERE l.project_id = ${project}
          AND l.order_id = orders.id AND l.version = orders.lines_version)`,
    cleanLines(scope, person, sql`(order_id, version) IN (${told})`),
  ];
}
