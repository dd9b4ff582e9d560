import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { tickCron } from "../../scripts/local-cron";
import type { LocalServer } from "../../scripts/local-server";
import { done, type Headers, killing, readIn, type Shop } from "../support/killing";
import { PATIENCE } from "../support/patience";

/** In each of three places: more than are made while a busy machine looks twice. */
const COUNT = 200_000;
/** So many of the kills are in the middle of each. */
const CUTS = 2;
/** They take turns: so many codes of one do not wait for the others. */
const FAR = 30_000;
/** Before so many looks at the primary one is at the copy, which is behind by then. */
const PER_OLD_LOOK = 5;
/** A busy machine takes half a minute for each start. */
const STARTS_MS = 600_000;

const { openShops, inPlaces, judge, ...servers } = await killing("kill-generation");

/** Swept as by `npm start`. */
async function start(): Promise<LocalServer> {
  const server = await servers.start();
  void tickCron(server);
  return server;
}

interface Action {
  id: string;
  status: string;
  operation_status: string | null;
  counts: { done: number; total: number };
}

interface Campaign {
  id: string;
}

/** What is made in a shop, and how its back end follows it. */
class Making {
  /** How often the server was killed while it went on with this. */
  cuts = 0;
  /** How many codes were there at the last start, and how many have come since. */
  kept = 0;
  more = 0;
  private campaign = "";
  private path = "";
  private looks = 0;
  /** What the primary has said, and the bookmark of the last of it. */
  private readonly seen = new Set<number>();
  private newest: Headers = {};
  /** What the copy has said at last, and its bookmark. */
  private told = 0;
  private near: Headers = {};

  constructor(private readonly shop: Shop) {}

  async begin(server: LocalServer): Promise<void> {
    const { headers } = this.shop;
    const made = await done<Campaign>(server, "/v1/campaigns", headers, {
      name: "Killed",
      type: "STATIC",
      vouchers_count: COUNT,
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
    });
    this.campaign = made.body.id;
    const list = "/v1/async-actions";
    const { body, bookmark } = await done<{ async_actions: Action[] }>(server, list, headers);
    this.path = `${list}/${body.async_actions[0]?.id}`;
    this.near = bookmark;
  }

  private ask = (server: LocalServer, bookmark: Headers = {}) =>
    done<Action>(server, this.path, { ...this.shop.headers, ...bookmark });

  async look(server: LocalServer): Promise<Action> {
    if (this.looks % PER_OLD_LOOK === 0) await this.lookBack(server);
    this.looks += 1;
    const { body, bookmark } = await this.ask(server);
    expect(body.counts.done).toBeGreaterThanOrEqual(this.told);
    this.seen.add(body.counts.done);
    this.more = body.counts.done - this.kept;
    this.newest = bookmark;
    return body;
  }

  /** What the copy says was so, and is never less than it said before. */
  private async lookBack(server: LocalServer): Promise<void> {
    const { body, bookmark, read } = await this.ask(server, this.near);
    expect(read).toBe(readIn(this.shop.place, "near"));
    expect(body.counts.done).toBeGreaterThanOrEqual(this.told);
    this.told = body.counts.done;
    this.near = bookmark;
  }

  /** Behind a kill it is there as far as anybody was told by then, who brings the bookmark of that. */
  async survive(server: LocalServer): Promise<void> {
    const { body } = await this.ask(server, this.newest);
    this.kept = body.counts.done;
    expect(this.kept).toBeGreaterThanOrEqual(Math.max(...this.seen));
    if (this.more > 0 && this.kept < COUNT) this.cuts += 1;
    this.more = 0;
    if (this.cuts < CUTS) expect(this.kept).toBeLessThan(COUNT);
  }

  async end(server: LocalServer): Promise<void> {
    let action = await this.look(server);
    for (; action.status !== "DONE"; action = await this.look(server)) await wait(20);
    expect(action).toMatchObject({ operation_status: "SUCCESS", counts: { done: COUNT } });
    // Between its steps others are served: one that had to wait for a whole turn would see few.
    expect(this.seen.size).toBeGreaterThan(20);
    const { body } = await done(server, `/v1/campaigns/${this.campaign}`, this.shop.headers);
    expect(body).toMatchObject({ vouchers_count: COUNT, vouchers_generation_status: "DONE" });
  }
}

/** Looks at all until they go on, or one that is still to be cut has come far enough. */
async function untilUnderWay(server: LocalServer, all: readonly Making[]): Promise<void> {
  const look = async () => {
    await Promise.all(all.map((each) => each.look(server)));
    await wait(20);
  };
  const looked = async () => {
    await look();
    return all.some(({ more }) => more > 0);
  };
  await expect.poll(looked, PATIENCE).toBe(true);
  const left = all.filter(({ kept }) => kept < COUNT);
  const isEnough = () =>
    left.every(({ more }) => more > 0) || left.some(({ cuts, more }) => cuts < CUTS && more > FAR);
  while (!isEnough()) await look();
}

it(
  "a server killed while it makes codes, twice in the middle of each place, makes exactly as many, all different",
  async () => {
    let server = await start();
    const shops = await openShops(server);
    const all = shops.map((shop) => new Making(shop));
    await Promise.all(all.map((each) => each.begin(server)));
    while (all.some(({ cuts }) => cuts < CUTS)) {
      await untilUnderWay(server, all);
      await server.kill();
      server = await start();
      await Promise.all(all.map((each) => each.survive(server)));
    }
    await Promise.all(all.map((each) => each.end(server)));
    await server.stop();
    const counted = inPlaces((place) => ({
      ...place
        .prepare(
          "SELECT count(*) AS codes, count(DISTINCT code_key) AS keys, count(DISTINCT id) AS ids, count(DISTINCT campaign_id) AS campaigns FROM vouchers",
        )
        .get(),
    }));
    const made = { codes: COUNT, keys: COUNT, ids: COUNT, campaigns: 1 };
    expect(counted).toEqual([made, made, made]);
    judge(shops);
  },
  STARTS_MS,
);
