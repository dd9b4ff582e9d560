import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { costOf, DEPLOYMENT, newProject, type Reply, send, type TestProject } from "../support/api";
import { failure } from "../support/failure";

const UNKNOWN_FOR_MS = 5_000;
const WINDOW_MS = 10_000;
/** What wrangler.toml binds: failures of an address block in ten seconds. */
const FAILURES = 30;
/** Shuts a block even where a window ends on the way: the failure that is one too many is a 401. */
const ENOUGH = 2 * (FAILURES + 1);

const stranger = (name: string) => ({ "x-app-id": name, "x-app-token": "none" });
const ask = (headers: Record<string, string>) => send("GET", "/v1/vouchers?limit=1", headers);

let clock = Date.now();
let block = 0;
/** An address of a block of its own, with a last number. */
const address = (last: number) => ({ "cf-connecting-ip": `100.64.${block}.${last}` });

beforeEach(() => {
  // Behind the window that an earlier test has shut.
  clock += 60_000;
  block += 1;
  vi.useFakeTimers({ toFake: ["Date"], now: clock });
});
afterEach(() => vi.useRealTimers());

describe("a key that does not exist", () => {
  it("401: is looked up once in five seconds, then again", async () => {
    const headers = stranger(`nobody-${clock}`);
    const asked = [await ask(headers), await ask(headers)];
    vi.setSystemTime(clock + UNKNOWN_FOR_MS - 1);
    asked.push(await ask(headers));
    vi.setSystemTime(clock + UNKNOWN_FOR_MS);
    asked.push(await ask(headers));
    for (const reply of asked) failure(reply, 401, "unauthorized");
    expect(asked.map((reply) => costOf(reply).roundTrips)).toEqual([1, 0, 0, 1]);
  });

  it("200: works at once where it is made here, also after somebody asked for it", async () => {
    const project = await newProject();
    await ask(stranger(`nobody-${clock}`));
    const made = await project.post(`/management/v1/projects/${project.id}/api-keys`, {
      kind: "server",
    });
    const { app_id, app_token } = made.body;
    const reply = await ask({ "x-app-id": app_id, "x-app-token": app_token });
    expect(reply.status).toBe(200);
    const again = await ask(stranger(`nobody-${clock}`));
    expect(costOf(again).roundTrips).toBe(1);
  });
});

describe("an address block that fails to authenticate", () => {
  /** Fails until it is refused. */
  async function shutOut(
    headers = (at: number): Record<string, string> => stranger(`${clock}-${at}`),
  ) {
    const replies: Reply[] = [];
    for (let at = 0; at < ENOUGH; at++) {
      const reply = await ask({ ...headers(at), ...address(at) });
      replies.push(reply);
      if (reply.status === 429) break;
    }
    return replies;
  }

  it("429: after 30 failures nothing is looked up for the rest of ten seconds", async () => {
    const replies = await shutOut();
    const refused = replies.pop();
    expect(replies.length).toBeGreaterThanOrEqual(FAILURES);
    for (const reply of replies) failure(reply, 401, "unauthorized");
    if (!refused) throw new Error("the block is refused at last");
    failure(refused, 429, "too_many_requests");
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(costOf(refused).roundTrips).toBe(0);
    const management = { "x-management-id": "nobody", "x-management-token": "none", ...address(1) };
    failure(await send("GET", "/management/v1/projects", management), 429, "too_many_requests");
    vi.setSystemTime(clock + WINDOW_MS);
    failure(await ask({ ...stranger(`later-${clock}`), ...address(1) }), 401, "unauthorized");
  });

  it("200: a good key that was here before stays open, also when it has to be read anew", async () => {
    const project: TestProject = await newProject({ place: "DB" });
    expect((await ask(project.server)).status).toBe(200);
    await send("GET", `/management/v1/projects/${project.id}`, DEPLOYMENT);
    vi.setSystemTime(clock + 120_000);
    expect((await shutOut()).at(-1)?.status).toBe(429);
    const reply = await ask({ ...project.server, ...address(1) });
    expect([reply.status, costOf(reply).roundTrips]).toEqual([200, 2]);
    const pair = await send("GET", `/management/v1/projects/${project.id}`, {
      ...DEPLOYMENT,
      ...address(1),
    });
    expect(pair.status).toBe(200);
  });

  it("200: other blocks are not concerned; wrong tokens of a known key count too", async () => {
    const project = await newProject();
    expect((await ask(project.server)).status).toBe(200);
    const wrong = { ...project.server, "x-app-token": "none" };
    const statuses: number[] = [];
    for (let at = 0; at < ENOUGH; at++) {
      statuses.push((await ask({ ...wrong, ...address(at) })).status);
    }
    // Once the block is shut, nothing is compared with the key that is known.
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await ask({ ...project.server, ...address(1) })).status).toBe(200);
    failure(await ask({ ...stranger(`nobody-${clock}`), ...address(1) }), 429, "too_many_requests");
    block += 1;
    failure(await ask({ ...stranger(`nobody-${clock}`), ...address(1) }), 401, "unauthorized");
  });
});
