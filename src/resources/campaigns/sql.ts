import { type Fragment, param, sql } from "../../db/sql";

/** The id of the campaign that an id or name means, as an expression for another query. */
export function campaignNamed(scope: { project: { id: string } }, called: string): Fragment {
  const [project, name] = [param(scope.project.id), param(called)];
  return sql`coalesce((SELECT id FROM campaigns WHERE project_id = ${project} AND id = ${name}),
    (SELECT id FROM campaigns INDEXED BY campaigns_name
      WHERE project_id = ${project} AND name = ${name} AND deleted_at IS NULL))`;
}
