import { columnsOf } from "../../db/columns";
import { sql, valuesOf } from "../../db/sql";
import { orderLines, orders } from "../../db/tables/redemptions";
import { wordsOf } from "../../engine/forget";
import { keysOf, keysOfCustomer, type Place } from "../../forgetting/place";

/** Lines without notes on them. */
const ITEMS = sql`iif(items IS NULL, NULL, (SELECT json_group_array(
    json_remove(i.value, '$.metadata', '$.product.metadata', '$.sku.metadata') ORDER BY i.key)
  FROM json_each(items) i))`;

/** Amounts stay, and so does the shop's own number of the order, unless it names the customer. */
export const ordersPlace: Place = {
  tells: columnsOf(orders, ["source_id", "items", "metadata"]),
  counts: (rows) => ({ orders: rows.length }),
  start: "",
  read: keysOfCustomer("orders", "orders_customer", 50),
  write: (scope, person, rows) => [
    sql`UPDATE orders SET metadata = '{}', items = ${ITEMS},
        revision = revision + 1,
        source_id = iif(source_id IN (${valuesOf(person.texts)})
          OR EXISTS (SELECT 1 FROM json_each(${JSON.stringify(wordsOf(person))}) w
            WHERE instr(orders.source_id, w.value) > 0), NULL, source_id)
      WHERE project_id = ${scope.project.id}
        AND id IN (SELECT value FROM json_each(${keysOf(rows)}))`,
  ],
};

/** Lines that those orders had before. */
export const orderLinesPlace: Place = {
  tells: columnsOf(orderLines, ["items", "metadata"]),
  start: "",
  behind: ["orders"],
  read: keysOfCustomer("orders", "orders_customer", 50),
  write: (scope, _person, rows) => [
    sql`UPDATE order_lines SET metadata = '{}', items = ${ITEMS}
      WHERE project_id = ${scope.project.id}
        AND order_id IN (SELECT value FROM json_each(${keysOf(rows)}))`,
  ],
};
