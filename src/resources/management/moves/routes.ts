import { route } from "../../../http/route";
import { readMove, startMove, stopMove } from "./request";
import { Move, MoveStart } from "./schema";

/** Moves are of the deployment, and control rows. */
const ofDeployment = { isControl: true, can: "deployment" } as const;

export const moves = [
  route(
    "POST",
    "/",
    {
      ...ofDeployment,
      summary: "Move a project to another database, while it is used",
      body: MoveStart,
      example: { place: "DB_2" },
      answer: Move,
      status: 202,
      errors: ["not_found", "move_going_on", "place_closed"],
    },
    (scope, { body }) => startMove(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      ...ofDeployment,
      summary: "Get how far the last move of a project is",
      answer: Move,
      errors: ["not_found"],
    },
    (scope) => readMove(scope),
  ),
  route(
    "DELETE",
    "/",
    {
      ...ofDeployment,
      summary: "Cancel a move; the project stays where it is",
      answer: Move,
      errors: ["not_found"],
    },
    (scope) => stopMove(scope),
  ),
];
