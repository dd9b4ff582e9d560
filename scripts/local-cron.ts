import { setTimeout as wait } from "node:timers/promises";
import type { LocalServer } from "./local-server.ts";

/** Lets the cron of a local server do its work once; nothing where it is being restarted. */
export const sweep = (url: string) =>
  fetch(`${url}/cdn-cgi/handler/scheduled`).catch(() => undefined);

/**
 * `wrangler dev` never fires cron triggers by itself, and its queue forgets its messages when it ends.
 * Work that was cut off counts as standing still after 10 s: looking every 4 s it goes on within 15 s of
 * the next start.
 */
const TICK_MS = 4_000;

/** Sweeps now and then until the server has ended. */
export async function tickCron({ url, ended }: Pick<LocalServer, "url" | "ended">): Promise<void> {
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await sweep(url);
    await wait(TICK_MS, undefined, { ref: false });
  }
}
