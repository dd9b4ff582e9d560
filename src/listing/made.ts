import { type Fragment, raw, sql } from "../db/sql";
import { firstId } from "../lib/id";

/** Ids begin with their time: rows made from and until these instants, by their ids. */
export function madeBetween(
  column: string,
  prefix: string,
  {
    start_date: from,
    end_date: until,
  }: { start_date?: string | undefined; end_date?: string | undefined },
): Fragment[] {
  return [
    ...(from ? [sql`${raw(column)} >= ${firstId(prefix, Date.parse(from))}`] : []),
    ...(until ? [sql`${raw(column)} < ${firstId(prefix, Date.parse(until) + 1)}`] : []),
  ];
}
