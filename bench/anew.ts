import type { Target } from "./load";
import type { RunTimes } from "./prepared";

/** What the worker of the bench times instead of answering; the request is carried out all the same. */
export const TIMED = "x-bench-time";

/** How long each statement of a request runs, in the order in which they were sent. */
export async function statementTimes(url: string, target: Target): Promise<RunTimes[]> {
  const response = await fetch(url + target.path, {
    method: target.method ?? "GET",
    headers: { ...target.headers, [TIMED]: "1" },
    ...(target.body !== undefined && { body: JSON.stringify(target.body) }),
  });
  if (!response.ok) throw new Error(`${target.path}: ${await response.text()}`);
  return response.json();
}
