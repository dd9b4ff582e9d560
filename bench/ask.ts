import type { Target } from "./load";
import { ORDER, type Order, type Recorded, type Replayed } from "./replay/order";
import type { Work } from "./replay/work";

async function send(url: string, target: Target, order: Order): Promise<Response> {
  const response = await fetch(url + target.path, {
    method: target.method ?? "GET",
    headers: { ...target.headers, [ORDER]: JSON.stringify(order) },
    ...(target.body !== undefined && { body: JSON.stringify(target.body) }),
  });
  if (!response.ok) throw new Error(`${target.path}: ${await response.text()}`);
  return response;
}

/** So often a request is recorded: then the isolate knows the key and the settings. */
const RECORDS = 3;

/** Carries a request out on the real database, and keeps what that answered; answers the last time. */
export async function record(url: string, name: string, target: Target): Promise<Recorded> {
  let last: Recorded | null = null;
  for (let at = 0; at < RECORDS; at++) {
    const response = await send(url, target, { act: "record", name, runs: 1 });
    last = await response.json();
    if (last?.status !== 200) throw new Error(`${name}: ${last?.text}`);
  }
  if (!last) throw new Error("nothing was recorded");
  return last;
}

/** Asks for the statements of a request, none of which is written. */
export async function note(url: string, name: string, target: Target): Promise<Recorded> {
  const response = await send(url, target, { act: "note", name, runs: 1 });
  return response.json();
}

/** Carries a request out so many times on what was recorded; all answers must be 200. */
export async function replay(
  url: string,
  name: string,
  target: Target,
  runs: number,
): Promise<string> {
  const response = await send(url, target, { act: "replay", name, runs });
  const { statuses, last }: Replayed = await response.json();
  if (statuses.join() !== "200") throw new Error(`${name}: ${statuses.join()} ${last}`);
  return last;
}

/** Runs the loop of a replay around nothing. */
export async function loopAlone(url: string, target: Target, runs: number): Promise<void> {
  const response = await send(url, target, { act: "nothing", name: "", runs });
  await response.text();
}

/** Carries a request out and counts what it asks of the database. */
export async function count(url: string, target: Target): Promise<void> {
  const response = await send(url, target, { act: "count", name: "", runs: 1 });
  await response.text();
}

/** Asks how much counted requests and the queue have asked of the database since the start. */
export async function workOf(url: string, path: string): Promise<Work> {
  const response = await fetch(url + path);
  return response.json();
}
