import { columnsOf } from "../../db/columns";
import { sql } from "../../db/sql";
import { orderLines, orders } from "../../db/tables/redemptions";
import { cleanLines, itemsWithout, naming } from "../../forgetting/order-lines";
import { keysOf, keysOfCustomer, type Place } from "../../forgetting/place";

/** Amounts stay, and so does the shop's own number of the order, unless it names the customer. */
export const ordersPlace: Place = {
  tells: columnsOf(orders, ["source_id", "items", "metadata"]),
  counts: (rows) => ({ orders: rows.length }),
  start: "",
  read: keysOfCustomer("orders", "orders_customer", 50),
  write: (scope, person, rows) => [
    sql`UPDATE orders SET metadata = '{}', items = ${itemsWithout(person)},
        revision = revision + 1,
        source_id = iif(${naming(person)("source_id")}, NULL, source_id)
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
  write: (scope, person, rows) => [
    cleanLines(scope, person, sql`order_id IN (SELECT value FROM json_each(${keysOf(rows)}))`),
  ],
};
