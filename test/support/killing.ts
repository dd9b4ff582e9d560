import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, expect, onTestFinished } from "vitest";
import { openPlaces } from "../../bench/mix/places";
import { manage, untilOpen } from "../../bench/mix/shops";
import { bundleWorker } from "../../scripts/bundle";
import { demoHeaders } from "../../scripts/demo-keys";
import { DEMO_PROJECT } from "../../scripts/demo-project";
import { type LocalServer, startServer } from "../../scripts/local-server";
import { CONTROL } from "../../src/scope/places";
import { freePort } from "./free-port";
import { keepCopies } from "./lagging-copies";
import { INVARIANTS } from "./sentences";

const PLACES = ["DB", "DB_1", "DB_2"];
const BOOKMARK = "X-Vouchsafe-Bookmark";

export type Headers = Record<string, string>;

/** A project, and the place that it lives in. */
export interface Shop {
  place: string;
  id: string;
  headers: Headers;
}

export interface Reply<T> {
  status: number;
  body: T;
  /** How new what it saw was, to be brought by later requests. */
  bookmark: Headers;
  /** Who answered: `near`, `primary`, or `near, then primary`, of places but the first by its name. */
  read: string;
}

/** The newest of what answers of one place carried. */
export const newestOf = (replies: readonly Reply<unknown>[]): Headers => ({
  [BOOKMARK]:
    replies
      .map(({ bookmark }) => bookmark[BOOKMARK] ?? "")
      .toSorted()
      .at(-1) ?? "",
});

/** What an answer says that was read in this way in a place. */
export const readIn = (place: string, way: string): string =>
  place === CONTROL ? way : `${way} of ${place}`;

/** Sends a request, a GET where it has no body. */
export async function send<T>(
  { url }: LocalServer,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Reply<T>> {
  const response = await fetch(url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  const timing = response.headers.get("server-timing") ?? "";
  return {
    status: response.status,
    body: json as T,
    bookmark: { [BOOKMARK]: response.headers.get(BOOKMARK) ?? "" },
    read: /read;desc="([^"]+)"/.exec(timing)?.[1] ?? "",
  };
}

/** The same where it is to succeed. */
export async function done<T>(
  server: LocalServer,
  path: string,
  headers: Headers,
  body?: unknown,
): Promise<Reply<T>> {
  const reply = await send<T>(server, path, headers, body);
  expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBeLessThan(300);
  return reply;
}

/** Does the same in each shop, in all at once; answers what came of it in their order. */
export const inEach = <T>(
  shops: readonly Shop[],
  work: (shop: Shop, at: number) => Promise<T>,
): Promise<T[]> => Promise.all(shops.map(work));

/** A folder for servers that are killed, each of which goes on with what the one before has left. */
export async function killing(name: string) {
  const state = mkdtempSync(join(tmpdir(), `vouchsafe-${name}-`));
  const worker = await bundleWorker(join(state, "worker"), "test/support/near-worker.ts");
  const copies = await keepCopies(state);
  afterAll(() => {
    copies.close();
    rmSync(state, { recursive: true, force: true });
  });

  /** A server beside its lagging copies, which ends with the test however that ends. */
  async function start(): Promise<LocalServer> {
    const server = await startServer({
      port: await freePort(),
      state,
      bundle: worker.main,
      vars: { REQUEST_LOG: "0", COPIES: copies.url },
    });
    onTestFinished(server.kill);
    return server;
  }

  /** What the places have, while no server has them. */
  function inPlaces<T>(use: (place: DatabaseSync, name: string) => T): T[] {
    return [...openPlaces(state)].map(([name, place]) => {
      try {
        return use(place, name);
      } finally {
        place.close();
      }
    });
  }

  /** A shop in each place: the first one has that of the local start, the others are busy. */
  async function openShops(server: LocalServer): Promise<Shop[]> {
    await untilOpen(server.url);
    const shops: Shop[] = [{ place: CONTROL, id: DEMO_PROJECT, headers: demoHeaders.server }];
    // Where a new one comes to live is drawn.
    for (let made = 0; shops.length < PLACES.length && made < 100; made++) {
      const sent = { name: `Shop ${made}`, busy: true };
      const project = await manage(server.url, "/management/v1/projects", sent);
      const place = String(project.place);
      const { app_id, app_token } = project.server_side_key as Record<string, string>;
      if (shops.some((shop) => shop.place === place)) continue;
      const headers = { "X-App-Id": app_id ?? "", "X-App-Token": app_token ?? "" };
      shops.push({ place, id: String(project.id), headers });
    }
    shops.sort((a, b) => a.place.localeCompare(b.place));
    expect(shops.map(({ place }) => place)).toEqual(PLACES);
    return shops;
  }

  /**
   * Judges what a server has left: the vouchers of each shop stand in its place and nowhere else,
   * the sentences hold of them, and each place was read in a copy that was behind.
   */
  function judge(shops: readonly Shop[], sentences = INVARIANTS): void {
    inPlaces((place, name) => {
      const ids = place.prepare("SELECT DISTINCT project_id AS id FROM vouchers ORDER BY 1").all();
      const own = shops.filter((shop) => shop.place === name).map(({ id }) => id);
      expect(
        ids.map(({ id }) => id),
        name,
      ).toEqual(own.sort());
      for (const id of own) {
        for (const [sentence, sql] of Object.entries(sentences)) {
          expect(place.prepare(sql).all(id), `${name}: ${sentence}`).toEqual([]);
        }
      }
    });
    expect(copies.failures).toEqual([]);
    expect(copies.behind()).toEqual(PLACES);
  }

  return { start, openShops, inPlaces, judge };
}
