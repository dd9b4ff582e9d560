import { columnsOf } from "../../db/columns";
import { sql } from "../../db/sql";
import { publications } from "../../db/tables/publications";
import { keysOf, keysOfCustomer, type Place } from "../../forgetting/place";

/** What was given stays given; what was noted about it goes. */
export const publicationsPlace: Place = {
  tells: columnsOf(publications, ["source_id", "metadata", "tracking_id"]),
  start: "",
  read: keysOfCustomer("publications", "publications_customer", 500),
  write: (scope, _, rows) => [
    sql`UPDATE publications SET metadata = '{}', tracking_id = NULL, source_id = NULL
      WHERE project_id = ${scope.project.id}
        AND id IN (SELECT value FROM json_each(${keysOf(rows)}))`,
  ],
};
