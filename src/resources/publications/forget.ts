import { statement } from "../../db/client";
import { columnsOf } from "../../db/columns";
import { publications } from "../../db/tables/publications";
import { keysOf, keysOfCustomer, type Place } from "../../forgetting/place";

/** What was given stays given; what was noted about it goes. */
export const publicationsOf: Place = {
  tells: columnsOf(publications, ["source_id", "metadata", "tracking_id"]),
  start: "",
  read: keysOfCustomer("publications", "publications_customer", 500),
  write: (scope, _, rows) => [
    statement(
      `UPDATE publications SET metadata = '{}', tracking_id = NULL, source_id = NULL
       WHERE project_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
      scope.project.id,
      keysOf(rows),
    ),
  ],
};
