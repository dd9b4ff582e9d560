import { platformRoute } from "../../../http/route";
import { checkHealth } from "./check";
import { Health } from "./schema";

export const health = [
  platformRoute(
    "GET",
    "/",
    {
      summary: "Say how the deployment does: its databases, queues, sweeps and what waits longest",
      can: "deployment",
      answer: Health,
    },
    (scope) => checkHealth(scope),
  ),
];
