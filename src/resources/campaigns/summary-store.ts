import { type Fragment, raw, sql } from "../../db/sql";
import type { Scope } from "../../scope/scope";

/** Counters of a campaign's days from one to another, both included. */
interface Span {
  /** Columns of a day. */
  counters: readonly string[];
  from: string;
  to: string;
}

/** The sum of each counter, in one row; `campaign` is the campaign's id as an expression. */
export function sumsOf(scope: Scope, campaign: Fragment, { counters, from, to }: Span): Fragment {
  const sums = counters.map((name) => `coalesce(sum(${name}), 0) AS ${name}`).join(", ");
  return sql`SELECT ${raw(sums)} FROM campaign_days
    WHERE project_id = ${scope.project.id} AND campaign_id = ${campaign}
      AND day >= ${from} AND day <= ${to}`;
}
