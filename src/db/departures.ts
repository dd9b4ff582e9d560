import type { Statement } from "./client";
import { TABLES } from "./project-tables";
import { raw, sql } from "./sql";
import type { Hold } from "./transits";

// Whoever still takes a project for one of a place that it has left would write where nobody reads
// any more. Triggers refuse that for good, in places that a project has left and nowhere else: of
// all others there a row that is inserted costs a look at a short table.

const TRIGGERS = TABLES.map(
  ([name]) => `CREATE TRIGGER IF NOT EXISTS gone_${name} BEFORE INSERT ON ${name}
    WHEN EXISTS (SELECT 1 FROM departures WHERE project_id = NEW.project_id)
    BEGIN SELECT RAISE(ABORT, 'assert:project_moving'); END`,
);

/** From now on no row of the project comes to this place. */
export const depart = ({ project_id }: Hold): Statement[] => [
  sql`INSERT OR IGNORE INTO departures (project_id) VALUES (${project_id})`,
  ...TRIGGERS.map((text) => raw(text)),
];

/** The project is about to live here again. */
export const letIn = ({ project_id }: Hold): Statement =>
  sql`DELETE FROM departures WHERE project_id = ${project_id}`;
