import { type Fragment, type Slot, sql } from "../../db/sql";

/**
 * The id of a customer, as an expression: whose id it is or, where it is nobody's, whose source id
 * the other name is. One look-up for each: of an OR of the two SQLite would read every customer.
 */
export const idOfEither = (project: Slot, id: Slot | string, source: Slot | string): Fragment =>
  sql`coalesce((SELECT id FROM customers WHERE project_id = ${project} AND id = ${id}),
    (SELECT id FROM customers WHERE project_id = ${project} AND source_id = ${source}))`;
