import type { RawRow } from "../db/client";
import { columnsOf } from "../db/columns";
import { param, sql } from "../db/sql";
import { idempotencyKeys } from "../db/tables/ledger";
import type { Person } from "../engine/forget";
import { bounded, cleaned, mentions, needlesOf, type Place } from "../forgetting/place";
import type { Scope } from "../scope/scope";
import { goesOn, replaceBody, wholeBody } from "./stored-answer";

function pairOf(cursor: unknown): [string, string] {
  const [family, key] = JSON.parse(String(cursor));
  return [String(family), String(key)];
}

const claimOf = (scope: Scope, { at }: RawRow) => {
  const [family, key] = pairOf(at);
  return { project_id: scope.project.id, family, key };
};

/** A long answer as a whole, where it names the person: a name may be cut in two by its rows. */
async function completed(scope: Scope, person: Person, row: RawRow): Promise<RawRow> {
  const stored = row.body;
  if (typeof stored !== "string" || !goesOn(stored)) return row;
  const body = await wholeBody(scope, claimOf(scope, row), stored);
  const isNamed = needlesOf(person).some((needle) => body.includes(needle));
  return { ...row, body: isNamed ? body : null, stored };
}

/** Answers under an idempotency key: they still say what was done, and no more to whom. */
export const answersPlace: Place = {
  tells: columnsOf(idempotencyKeys, ["body"]),
  start: '["",""]',
  behind: ["orders", "redemptions", "publications"],
  read: (scope, person, after) => {
    const [family, key] = pairOf(after);
    return bounded(
      sql`SELECT family, key, json_array(family, key) AS at,
          iif(${mentions("body", person)} OR body GLOB '[0-9]*', body, NULL) AS body
        FROM idempotency_keys
        WHERE project_id = ${scope.project.id} AND (family, key) > (${family}, ${key})
          AND instr(family, '+') = 0
        ORDER BY family, key LIMIT 1000`,
      "coalesce(length(body), 0)",
      // In the order of the cursor's two columns: its JSON text sorts otherwise, where a key has a
      // blank.
      "family, key",
    );
  },
  complete: (scope, person, rows) => Promise.all(rows.map((row) => completed(scope, person, row))),
  write: (scope, person, rows) => {
    const found = rows.filter(({ body }) => body !== null);
    const long = found.flatMap((row) =>
      typeof row.stored === "string"
        ? replaceBody(scope, claimOf(scope, row), {
            before: row.stored,
            after: cleaned(row.body, person),
          })
        : [],
    );
    const short = found.filter(({ stored }) => stored === undefined);
    if (short.length === 0) return long;
    const clean = short.map((row) => ({
      ...claimOf(scope, row),
      body: cleaned(row.body, person),
    }));
    const bodies = param(JSON.stringify(clean));
    return [
      ...long,
      sql`UPDATE idempotency_keys SET body = n.value->>'$.body' FROM json_each(${bodies}) n
        WHERE idempotency_keys.project_id = ${scope.project.id}
          AND family IN (SELECT value->>'$.family' FROM json_each(${bodies}))
          AND idempotency_keys.key IN (SELECT value->>'$.key' FROM json_each(${bodies}))
          AND family = n.value->>'$.family' AND idempotency_keys.key = n.value->>'$.key'`,
    ];
  },
};
