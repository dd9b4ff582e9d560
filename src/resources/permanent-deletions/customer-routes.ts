import { route } from "../../http/route";
import { deletePermanently } from "./delete";
import { PermanentDeletion } from "./schema";

/** The permanent deletion under the path of its customer. */
export const permanentDeletions = [
  route(
    "POST",
    "/:customerId/permanent-deletion",
    {
      summary: "Delete a customer and everything personal that is stored of them",
      answer: PermanentDeletion,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => deletePermanently(scope, params.customerId),
  ),
];
