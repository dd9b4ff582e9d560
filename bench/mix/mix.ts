import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sweep } from "../../scripts/local-cron";
import { Service } from "../faults/service";
import { ask } from "./ask";
import { Driver } from "./drive";
import { Evidence } from "./evidence";
import { judge } from "./judge";
import { Moves } from "./moves";
import { Plan } from "./plan";
import { keepProgress, type Progress, readProgress } from "./progress";
import { openShops, type Shop, untilOpen } from "./shops";

/** How large the mix is, and where it runs. */
export interface Mix {
  port: number;
  state: string;
  seed: number;
  operations: number;
  projects: number;
  /** In the course of each the server is killed, and behind it, to start with a later clock. */
  chapters: number;
  /** Projects that begin to move in each chapter. */
  moves: number;
  say: (line: string) => void;
  /** Whether no further chapter shall begin; the same folder goes on with it later. */
  isOver?: () => boolean;
}

/** Events are kept for less: what a chapter has told leaves for the archive at its end. */
const CHAPTER_MS = 9 * 86_400_000;
const SWEEPS_MS = 10_000;
const STANDSTILL_MS = 120_000;
/** Sweeps that what a move left behind may take. */
const LEFTOVERS = 10;
const EXPORTED = { voucher: "code", order: "id", customer: "id", redemption: "id" };

interface Left {
  events: number;
  actions: number;
  dead: number;
}

/** Lets the cron work until nothing is left to do; answers what stays. */
async function untilQuiet(url: string): Promise<string> {
  let [before, moved] = ["", Date.now()];
  for (;;) {
    await sweep(url);
    const answer = await fetch(`${url}/left`).catch(() => null);
    const left = answer?.ok ? await answer.text() : "";
    const all: Left[] = left === "" ? [] : JSON.parse(left);
    if (all.length > 0 && all.every(({ events, actions }) => events + actions === 0)) return left;
    if (left !== before) moved = Date.now();
    else if (Date.now() - moved > STANDSTILL_MS) return left;
    before = left;
    await wait(500);
  }
}

/** All kinds of a shop's rows, as exports tell them. */
async function exported(url: string, { id, headers }: Shop, evidence: Evidence): Promise<void> {
  for (const [kind, field] of Object.entries(EXPORTED)) {
    const body = { exported_object: kind, parameters: { fields: [field] } };
    const made = await ask(`${url}/v1/exports`, { headers, body });
    for (let times = 0; ; times++) {
      const found = await ask(`${url}/v1/exports/${made.id}`, { headers });
      if (found.status === "DONE") {
        const { url: file } = found.result as { url: string };
        evidence.exported(id, kind, await (await fetch(file)).text());
        break;
      }
      if (times === 600) throw new Error(`the export of ${kind} of ${id} is not done`);
      if (times % 10 === 9) await sweep(url);
      await wait(200);
    }
  }
}

interface Running {
  service: Service;
  driver: Driver;
  moves: Moves;
}

/** Sends one chapter: in its middle projects begin to move, and while they do the server is killed. */
async function chapter(
  { service, driver, moves }: Running,
  [from, to]: readonly [number, number],
  moved: number,
) {
  const middle = Math.floor((from + to) / 2);
  const cut = async () => {
    await moves.begin(moved, from);
    await moves.copying();
    await service.kill();
  };
  let killing = Promise.resolve();
  const timer = setInterval(() => void sweep(service.url), SWEEPS_MS);
  await driver.send(from, to, (done) => {
    if (done === middle) killing = cut();
  });
  clearInterval(timer);
  await killing;
  await moves.end(() => sweep(service.url));
}

async function evidenceOf({ service, driver }: Running, shops: readonly Shop[], path: string) {
  const { url } = service;
  const evidence = new Evidence(path);
  evidence.operations(driver);
  for (const shop of shops) await exported(url, shop, evidence);
  await untilQuiet(url);
  // What queues still hold ends with it, or might tell an event behind a feed that was read.
  await service.kill();
  for (const shop of shops) await evidence.feed(url, shop);
  evidence.close();
}

/** What is known before the first chapter, or when an earlier run stopped. */
async function begun(url: string, { seed, operations, projects }: Mix, known: Progress | null) {
  const shops = known?.shops ?? (await openShops(url, projects));
  const driver = new Driver(url, new Plan(seed, projects), shops, operations, known?.driver);
  const moves = new Moves(url, shops, seed, known?.moves);
  const { chapter = 0, repeated = 0 } = known ?? {};
  return { shops, driver, moves, chapter, repeated };
}

/** Runs the mix, and then judges every row and every answer; answers null where it stopped before. */
export async function runMix(mix: Mix) {
  const { seed, operations, projects, chapters, state, isOver = () => false } = mix;
  const known = readProgress(state);
  let ahead = known?.ahead ?? 0;
  const service = await Service.open(mix, "bench/mix/worker.ts", () => ({
    AHEAD_MS: String(ahead),
    // One isolate serves all: nobody else remembers where a project was.
    MOVE_SETTLE_MS: "0",
  }));
  service.kills = known?.kills ?? 0;
  const { url } = service;
  try {
    await untilOpen(url);
    const { shops, driver, moves, ...so } = await begun(url, mix, known);
    const running = { service, driver, moves };
    const bound = (of: number) => Math.floor((operations * of) / chapters);
    let { chapter: at, repeated } = so;
    mix.say(`${shops.length} projects, ${driver.finished} operations`);
    for (; at < chapters && !isOver(); at++) {
      await chapter(running, [bound(at), bound(at + 1)], mix.moves);
      repeated += await driver.repeat();
      mix.say(`${driver.finished} operations, left ${await untilQuiet(url)}`);
      ahead += CHAPTER_MS;
      await service.kill();
      await sweep(url);
      const { kills } = service;
      const sofar = { seed, operations, chapter: at + 1, ahead, repeated, kills, shops };
      keepProgress(state, { ...sofar, driver: driver.state(), moves: moves.state });
    }
    if (at < chapters) return null;
    // What moves left behind goes a piece at a time.
    for (let times = 0; times < LEFTOVERS * moves.state.done; times++) await sweep(url);
    await evidenceOf(running, shops, join(state, "evidence.sqlite"));
    await service.stop();
    const { broken, projects: homes, archives } = judge(state, projects);
    const { finished, requests } = driver;
    const { done, cut } = moves.state;
    const sent = { operations: finished, ...driver.counts(), repeated, requests };
    return {
      broken: [...driver.broken, ...moves.state.broken, ...broken],
      counts: { ...sent, kills: service.kills, moves: done, cut, archives, ...homes },
    };
  } finally {
    await service.stop();
  }
}
