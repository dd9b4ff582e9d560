import { route } from "../../http/route";
import { qualify } from "./qualify";
import { Qualification, QualifyRequest } from "./schema";

/** Every way in which a qualification can be refused. */
export const QUALIFY_ERRORS = ["not_found", "ambiguous_tracking_id"] as const;

export const qualifications = [
  route(
    "POST",
    "/",
    {
      summary: "Say which redeemables a customer can have on an order",
      body: QualifyRequest,
      answer: Qualification,
      errors: QUALIFY_ERRORS,
    },
    (scope, { body }) => qualify(scope, body),
  ),
];
