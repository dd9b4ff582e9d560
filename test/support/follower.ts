/**
 * A copy of the database that stays behind, as read replicas do: whatever is written to the
 * primary is written to the copy too, in the same order, but only `lag` writes later. What a
 * session reads near the caller is read from the copy, unless its bookmark is newer; whatever
 * writes goes to the primary, as on the platform.
 */

/** How D1's binding names the bookmark, both ways. */
const BOOKMARK = "x-cf-d1-session-commit-token";
const WRITES = /^\s*(INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b/i;
/** No bookmark is older. */
const OLDEST = "";

interface Written {
  bookmark: string;
  url: string;
  body: string;
}

/** What a statement answers, as far as a replica answers otherwise. */
interface Told {
  meta?: { served_by_primary?: boolean };
}

interface Sent {
  sql: string;
}

/** The part of the binding that its sessions send through. */
interface Sender {
  fetcher: Fetcher;
  alwaysPrimarySession: { fetcher: Fetcher };
}

/** The cast holds for the version of the runtime that the lockfile names. */
const senderOf = (binding: D1Database) => binding as unknown as Sender;

const writes = (body: string): boolean => {
  const sent: Sent | Sent[] = JSON.parse(body);
  return [sent].flat().some(({ sql }) => WRITES.test(sql));
};

/**
 * What other requests do is looked for by a timer. To wait for their promises would look to the
 * runtime as if this request hung, where all of its own are done.
 */
const aMoment = () => scheduler.wait(2);

/** What tests do with a copy. */
export interface Follower {
  /** So many writes are missing in the copy when it is read. */
  lag: number;
}

/** Keeps the copy behind the primary, and reads from it what may be read near the caller. */
export function follow(primary: D1Database, copy: D1Database, lag: number): Follower {
  const real = senderOf(primary).fetcher;
  const copied = senderOf(copy).fetcher;
  const log: Written[] = [];
  const underWay = new Set<Promise<unknown>>();
  const follower = { lag };
  let seen = OLDEST;
  let applied = OLDEST;
  let isCatchingUp = false;

  const post = (to: Fetcher, url: string, body: string, from: string) =>
    to.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", [BOOKMARK]: from },
      body,
    });

  async function onPrimary(url: string, body: string): Promise<Response> {
    const response = await post(real, url, body, "first-primary");
    const bookmark = response.headers.get(BOOKMARK) ?? OLDEST;
    if (response.ok && writes(body)) log.push({ bookmark, url, body });
    if (bookmark > seen) seen = bookmark;
    return response;
  }

  function tracked(url: string, body: string): Promise<Response> {
    const done = onPrimary(url, body);
    underWay.add(done);
    const end = () => underWay.delete(done);
    done.then(end, end);
    return done;
  }

  /** Later writes have later bookmarks than any that was seen; earlier ones are waited for. */
  async function catchUp(): Promise<void> {
    const until = seen;
    const earlier = [...underWay];
    while (earlier.some((write) => underWay.has(write))) await aMoment();
    log.sort((a, b) => (a.bookmark < b.bookmark ? -1 : 1));
    while (log.length > follower.lag && log[0] && log[0].bookmark <= until) {
      const [next] = log.splice(0, 1);
      if (!next) return;
      const response = await post(copied, next.url, next.body, "first-primary");
      if (!response.ok) throw new Error(`the copy refused: ${await response.text()}`);
      await response.body?.cancel();
      applied = next.bookmark;
    }
    // Nothing that the primary had by then is missing.
    if ((!log[0] || log[0].bookmark > until) && until > applied) applied = until;
  }

  async function onCopy(url: string, body: string): Promise<Response> {
    const response = await post(copied, url, body, "first-primary");
    const headers = new Headers(response.headers);
    headers.set(BOOKMARK, applied === OLDEST ? seen : applied);
    const results: Told | Told[] = await response.json();
    for (const { meta } of [results].flat()) if (meta) meta.served_by_primary = false;
    return new Response(JSON.stringify(results), { status: response.status, headers });
  }

  async function near(url: string, body: string, from: string): Promise<Response> {
    while (isCatchingUp) await aMoment();
    isCatchingUp = true;
    await catchUp().finally(() => {
      isCatchingUp = false;
    });
    if (from !== "first-unconstrained" && from > applied) return tracked(url, body);
    return onCopy(url, body);
  }

  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const [url, body] = [String(input), String(init?.body)];
    const from = new Headers(init?.headers).get(BOOKMARK) ?? "first-primary";
    const isNear = from !== "first-primary" && !writes(body);
    return isNear ? near(url, body, from) : tracked(url, body);
  };
  const both = { fetch } as Fetcher;
  senderOf(primary).fetcher = both;
  senderOf(primary).alwaysPrimarySession.fetcher = both;
  return follower;
}

/** Copies of several databases as one: all stay as far behind. */
export const together = (all: readonly Follower[]): Follower => ({
  get lag() {
    return all[0]?.lag ?? 0;
  },
  set lag(lag) {
    for (const each of all) each.lag = lag;
  },
});
