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

/** A statement that the database prepares in each run takes as long with a text that it knows. */
export const isAnew = ({ known_us, fresh_us }: RunTimes): boolean =>
  known_us !== null && fresh_us !== null && known_us > fresh_us / 2;
