import { setTimeout as wait } from "node:timers/promises";
import { count, workOf } from "./ask";
import type { Target } from "./load";
import { PATHS } from "./replay/order";
import type { Work } from "./replay/work";

/** Requests of one customer, so many a second: what they leave behind may be put together. */
const PER_SECOND = 10;
/** Nothing is gathered for longer than this (milliseconds) before it is written. */
const GATHERED_MS = 16_500;
const LOOK_MS = 500;

/** Waits until the database was asked for nothing for a while. */
export async function settled(url: string): Promise<Work> {
  let known = await workOf(url, PATHS.work);
  for (let same = 0; same < GATHERED_MS; same += LOOK_MS) {
    await wait(LOOK_MS);
    const found = await workOf(url, PATHS.work);
    if (found.statements !== known.statements) same = 0;
    known = found;
  }
  return known;
}

/**
 * Counts what one request asks of the database, all behind its answer too. Nothing may go on
 * behind another one.
 */
export async function workPerRequest(url: string, target: Target, requests: number): Promise<Work> {
  const before = await workOf(url, PATHS.work);
  const started = performance.now();
  for (let at = 0; at < requests; at++) {
    const due = started + (at * 1000) / PER_SECOND;
    await wait(Math.max(0, due - performance.now()));
    await count(url, target);
  }
  const after = await settled(url);
  const each = (name: keyof Work) => (after[name] - before[name]) / requests;
  return {
    statements: each("statements"),
    rows_read: each("rows_read"),
    rows_written: each("rows_written"),
  };
}
