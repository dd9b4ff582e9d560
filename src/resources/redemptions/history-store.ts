import type { Assertion } from "../../db/commit";
import { type Fragment, joined, param, raw, sql } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { Bounds } from "../../engine/usage/guards";
import type { Scope } from "../../scope/scope";

export type Column = Exclude<keyof CustomerRow, "project_id">;

/** What was read of a customer, and in which range it has to stay. */
export interface HistoryRead {
  /** Counters, as they are stored. */
  ranges: Map<Column, Bounds>;
  /** Points by the ids of programs. */
  points: Map<string, Bounds>;
  /** Keys of metadata, as they were read. */
  metadata: Map<string, unknown>;
  /** Columns that have to be as they were read. */
  same: Map<Column, unknown>;
}

const pairs = ({ lo, hi }: { lo: number; hi: number }) => [lo, hi];

/**
 * Fails where a customer is gone, or has moved out of what was read of them. It stands
 * before the customer moves, so that of two requests that decide by one history the second decides
 * anew. One row is read.
 */
export function customerStands(scope: Scope, customerId: string, read: HistoryRead): Assertion {
  const seen = param(
    JSON.stringify({
      ranges: Object.fromEntries([...read.ranges].map(([name, range]) => [name, pairs(range)])),
      points: [...read.points].map(([program, range]) => [program, ...pairs(range)]),
      metadata: [...read.metadata],
      same: Object.fromEntries(read.same),
    }),
  );
  const ranges = [...read.ranges.keys()].map((name): Fragment => {
    const at = (n: number) => raw(`'$.ranges.${name}[${n}]'`);
    return sql`${raw(`c.${name}`)} BETWEEN (${seen}->>${at(0)}) AND (${seen}->>${at(1)})`;
  });
  const same = [...read.same.keys()].map(
    (name) => sql`${raw(`c.${name}`)} IS (${seen}->>${raw(`'$.same.${name}'`)})`,
  );
  const others = [
    ...(read.points.size > 0
      ? [
          sql`NOT EXISTS (SELECT 1 FROM json_each(${seen}, '$.points') p
            WHERE coalesce((SELECT j.value FROM json_each(c.program_points) j
              WHERE j.key = p.value->>0), 0) NOT BETWEEN p.value->>1 AND p.value->>2)`,
        ]
      : []),
    ...(read.metadata.size > 0
      ? [
          sql`NOT EXISTS (SELECT 1 FROM json_each(${seen}, '$.metadata') m
            WHERE (SELECT j.value FROM json_each(c.metadata) j WHERE j.key = m.value->>0)
              IS NOT (m.value->>1))`,
        ]
      : []),
  ];
  const holds = sql`SELECT count(*) = 1 FROM customers c
    WHERE c.project_id = ${scope.project.id} AND c.id = ${customerId}
      AND ${joined([...ranges, ...same, ...others], " AND ")}`;
  return { tag: "history_moved", holds };
}
