import { report } from "../../../http/route";
import { tellMetrics } from "./tell";

export const metrics = [
  report(
    "/",
    {
      summary: "Say the same as health in numbers, in the text format of Prometheus",
      can: "deployment",
      file: {
        description: "Gauges of the deployment, its databases, queues and sweeps",
        type: "text/plain",
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        cacheControl: "no-store",
      },
    },
    (scope) => tellMetrics(scope),
  ),
];
