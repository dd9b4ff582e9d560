import { afterEach, describe, expect, it, vi } from "vitest";
import { noteChange, TTL_MS } from "../../src/scope/look-up";
import { DEPLOYMENT, type Headers, newProject, send, type TestProject } from "../support/api";
import { failure } from "../support/failure";

/*
 * How long a wrong token takes must not tell how much of it is right. What the database finds or a
 * comparison meets is a hash, of which one wrong character leaves nothing right; and it is compared
 * by the platform's own function, which takes as long whatever it finds.
 */

const compare = vi.spyOn(crypto.subtle, "timingSafeEqual");
afterEach(() => {
  compare.mockClear();
  vi.useRealTimers();
});

const other = (character: string): string => (character === "x" ? "y" : "x");

/** A token of the same length, of which so many characters at its beginning are right. */
const rightFor = (token: string, right: number): string =>
  token.slice(0, right) + [...token.slice(right)].map(other).join("");

const textOf = (bytes: unknown): string =>
  bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : String(bytes);

/** How many characters at their beginning two texts have in common. */
const common = (left: string, right: string): number => {
  const at = [...left].findIndex((character, place) => character !== right[place]);
  return at < 0 ? left.length : at;
};

const HASH = /^[0-9a-f]{64}$/;

const pairs = (): string[][] => compare.mock.calls.map((given) => given.map(textOf));

const withToken = (headers: Headers, token: string): Headers => {
  const [id = "", name = ""] = Object.keys(headers);
  return { [id]: headers[id] ?? "", [name]: token };
};

const KEYS: [string, string, (project: TestProject) => Headers][] = [
  ["a back end's key", "/v1/vouchers", ({ server }) => server],
  ["a browser's key", "/client/v1/validate?code=X", ({ client }) => client],
  ["a management key", "/management/v1/projects", ({ management }) => management],
  ["the deployment's pair", "/management/v1/projects", () => DEPLOYMENT],
];

/** What an isolate reads of keys may depend on whether it has changed settings within a minute. */
const SINCE_CHANGE: [string, () => void][] = [
  ["an isolate that changed settings just now", noteChange],
  [
    "an isolate that has changed nothing for a minute",
    () => vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + TTL_MS + 1 }),
  ],
];

describe.each(SINCE_CHANGE)("in %s, a wrong token is compared once, as its whole hash", (_, as) => {
  it.each(KEYS)("of %s", async (_, path, headersOf) => {
    const headers = headersOf(await newProject());
    as();
    const token = Object.values(headers)[1] ?? "";
    const costs = new Set<string>();
    for (const right of [0, Math.floor(token.length / 2), token.length - 1]) {
      compare.mockClear();
      const wrong = rightFor(token, right);
      expect([wrong.length, common(wrong, token)]).toEqual([token.length, right]);
      const reply = await send("GET", path, withToken(headers, wrong));
      failure(reply, 401, "unauthorized");
      const [[left = "", hash = ""] = [], ...more] = pairs();
      expect(more).toEqual([]);
      expect(left).toMatch(HASH);
      expect(hash).toMatch(HASH);
      // One pair of hashes in four billion has eight digits in common.
      expect(common(left, hash)).toBeLessThan(8);
      if (right > 0) costs.add(String(reply.headers.get("server-timing")?.split(";")[0]));
    }
    expect(costs.size).toBe(1);
    compare.mockClear();
    expect((await send("GET", path, headers)).status).not.toBe(401);
    const [[left, hash] = []] = pairs();
    expect(left).toBe(hash);
  });

  it("of a bearer is looked up by its hash, and compared with nothing", async () => {
    const project = await newProject();
    as();
    const reply = await project.post("/v1/oauth/token", {
      grant_type: "client_credentials",
      scope: "api",
    });
    const token: string = reply.body.access_token;
    compare.mockClear();
    for (const right of [0, Math.floor(token.length / 2), token.length - 1]) {
      const authorization = `Bearer ${rightFor(token, right)}`;
      failure(await send("GET", "/v1/vouchers", { authorization }), 401, "unauthorized");
    }
    expect((await send("GET", "/v1/vouchers", { authorization: `Bearer ${token}` })).status).toBe(
      200,
    );
    expect(pairs()).toEqual([]);
  });
});
