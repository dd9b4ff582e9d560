import { columnsOf } from "../../db/columns";
import { param, sql } from "../../db/sql";
import { asyncActions } from "../../db/tables/work";
import { withoutPerson } from "../../engine/forget";
import { bounded, mentions, type Place } from "../../forgetting/place";

const ACTION_TEXT = "input || state || coalesce(result, '')";

/**
 * Background work that is done; what still runs needs what it was given, and drops it at its end.
 */
export const actionsPlace: Place = {
  tells: columnsOf(asyncActions, ["input", "state", "result"]),
  start: "",
  behind: ["orders", "redemptions", "publications"],
  read: (scope, person, after) =>
    bounded(
      sql`SELECT id AS at, iif(status = 'DONE' AND ${mentions(ACTION_TEXT, person)},
          json_object('input', json(input), 'state', json(state), 'result', json(result)),
          NULL) AS body
        FROM async_actions WHERE project_id = ${scope.project.id} AND id > ${after}
        ORDER BY id LIMIT 500`,
      "coalesce(length(body), 0)",
    ),
  write: (scope, person, rows) => {
    const found = rows.filter(({ body }) => body !== null);
    if (found.length === 0) return [];
    const clean = found.map(({ at, body }) => ({
      at,
      body: withoutPerson(JSON.parse(String(body)), person),
    }));
    const bodies = param(JSON.stringify(clean));
    return [
      sql`UPDATE async_actions SET input = n.value->>'$.body.input',
          state = n.value->>'$.body.state', result = n.value->>'$.body.result'
        FROM json_each(${bodies}) n WHERE async_actions.project_id = ${scope.project.id}
          AND async_actions.id IN (SELECT value->>'$.at' FROM json_each(${bodies}))
          AND async_actions.id = n.value->>'$.at'`,
    ];
  },
};
