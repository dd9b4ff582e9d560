import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { nearFirst } from "../../src/commit/near";
import { noCost, noTrail } from "../../src/db/client";
import { readBatch } from "../../src/db/commit";
import { nearDb } from "../../src/db/near";
import { isCrowded, waitOf } from "../../src/db/pressure";
import { sql } from "../../src/db/sql";
import { stackingRulesWith } from "../../src/model/stacking-rules";
import { forgetProject } from "../../src/scope/credentials";
import type { Scope } from "../../src/scope/scope";
import {
  anyAddress,
  BASE,
  newProject,
  type Reply,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { behind, sendPausing, without } from "../support/faults";
import type { Follower } from "../support/follower";
import { localScope } from "../support/local-scope";
import { homes, liveIn } from "../support/places";
import { redeem, redeemables, voucher } from "../support/redeeming";

// What it holds answers to names no place, as those of the first one do.
liveIn("DB");

/** What `post` sends of a validation; two codes take 100 each off. */
const ORDER = { order: { amount: 1000 } };
const NEAR = /read;desc="near"/;
const AGAIN = /read;desc="near, then primary"/;
const PRIMARY = /read;desc="primary"/;
const BOOKMARK = "x-vouchsafe-bookmark";
const STRONG = { "x-vouchsafe-consistency": "strong" };

const copy = (): Follower => {
  if (!globalThis.follower) throw new Error("this project of tests has no copy");
  return globalThis.follower;
};
let usual = 0;
beforeEach(() => {
  usual = globalThis.follower?.lag ?? 0;
  if (globalThis.follower) globalThis.follower.lag = 0;
});
afterEach(() => {
  if (globalThis.follower) globalThis.follower.lag = usual;
});

/** From now on the copy learns nothing; what was written before, it has. */
async function hold(project: TestProject): Promise<void> {
  await validate(project, "ANY");
  copy().lag = Number.POSITIVE_INFINITY;
}

const FAULTS = [
  "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
];

/** Sends a request to the service with such a database in the first place. */
async function sendOn(DB: D1Database, path: string, init: RequestInit): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(BASE + path, init), { ...env, DB }, context);
  later = waitOnExecutionContext(context);
  return response;
}
/** What the last of them left for afterwards. */
let later: Promise<void> | undefined;

const validateOn = (DB: D1Database, project: TestProject, codes: string | string[]) =>
  sendOn(DB, "/v1/validations", {
    method: "POST",
    headers: { ...project.server, "content-type": "application/json" },
    body: JSON.stringify({ redeemables: redeemables(codes), ...ORDER }),
  });

const validate = (project: TestProject, codes: string | string[], headers = {}, more = {}) =>
  project.post("/v1/validations", { redeemables: redeemables(codes), ...ORDER, ...more }, headers);
const timing = (reply: Reply): string => reply.headers.get("server-timing") ?? "";
const bookmark = (reply: Reply): string => reply.headers.get(BOOKMARK) ?? "";

describe("a validation near the caller", () => {
  it("is one round trip where it says yes", async () => {
    const project = await newProject();
    await voucher(project, "YES");
    const reply = await validate(project, "YES");
    expect(reply.body.valid).toBe(true);
    expect(timing(reply)).toMatch(NEAR);
    expect(timing(reply)).toContain("1 round trips");
  });

  it("is read near where a test waits between its batches, too", async () => {
    const project = await newProject();
    await voucher(project, "YES");
    const body = { redeemables: redeemables("YES"), ...ORDER };
    const reply = await sendPausing(project, { path: "/v1/validations", body }, {});
    expect(timing(reply)).toMatch(NEAR);
    expect(reply.batches).toBe(1);
  });

  it("finds on the primary what the copy does not know", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    await hold(project);
    await voucher(project, "NEW");
    const reply = await validate(project, ["OLD", "NEW"]);
    expect(reply.body.redeemables.map(({ status }: { status: string }) => status)).toEqual([
      "APPLICABLE",
      "APPLICABLE",
    ]);
    expect(timing(reply)).toMatch(AGAIN);
    expect(timing(reply)).toContain("2 round trips");
  });

  it("refuses nobody by an old no: enabled, topped up and opened meanwhile", async () => {
    const project = await newProject();
    await voucher(project, "OFF", { active: false });
    await hold(project);
    await project.post("/v1/vouchers/OFF/enable");
    expect((await validate(project, "OFF")).body.valid).toBe(true);
  });

  it("an unknown customer id or order id is asked for on the primary, too", async () => {
    const project = await newProject();
    await voucher(project, "YES");
    await hold(project);
    const { body: ada } = await project.post("/v1/customers", { source_id: "ada" });
    const reply = await validate(project, "YES", {}, { customer: { id: ada.id } });
    expect(reply.body.valid).toBe(true);
    expect(timing(reply)).toMatch(AGAIN);
    failure(
      await validate(project, "YES", {}, { customer: { id: "cust_none" } }),
      404,
      "not_found",
    );
  });

  it.each(FAULTS)("is decided on the primary where no copy can be asked: %s", async (text) => {
    const project = await newProject();
    await voucher(project, "YES");
    const reply = await validateOn(without(env.DB, "near", text), project, "YES");
    expect([reply.status, await reply.json()]).toEqual([
      200,
      expect.objectContaining({ valid: true }),
    ]);
    expect(reply.headers.get("server-timing")).toMatch(AGAIN);
  });

  it("an old yes reserves nothing: the redemption says no, and nothing changes", async () => {
    const project = await newProject();
    await voucher(project, "GONE");
    await hold(project);
    await project.post("/v1/vouchers/GONE/disable");
    const reply = await validate(project, "GONE");
    expect(reply.body.valid).toBe(true);
    expect(timing(reply)).toMatch(NEAR);
    failure(await redeem(project, "GONE", ORDER), 400, "voucher_disabled");
    const tried = await rowsOf("redemptions", project.id);
    expect(tried.map(({ result }) => result)).toEqual(["FAILURE"]);
  });

  it("tells summaries of one validation, also where it was decided twice", async () => {
    const project = await newProject();
    const { body: campaign } = await project.post("/v1/campaigns", {
      name: "Counted",
      type: "AUTO_UPDATE",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
    });
    await project.post(`/v1/campaigns/${campaign.id}/vouchers/NEW`, {});
    await project.post("/v1/vouchers/NEW/disable");
    await hold(project);
    await project.post("/v1/vouchers/NEW/enable");
    expect(timing(await validate(project, "NEW"))).toMatch(AGAIN);
    const counted = async () =>
      (await rowsOf("campaign_days", project.id)).map(
        ({ validations_succeeded, validations_failed }) => [
          validations_succeeded,
          validations_failed,
        ],
      );
    await expect.poll(counted).toEqual([[1, 0]]);
  });
});

describe("where a request may be read", () => {
  it("a bookmark of its own write brings it to who has that", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    await hold(project);
    const made = await project.post("/v1/vouchers", {
      code: "NEW",
      type: "DISCOUNT_VOUCHER",
      discount: { type: "AMOUNT", amount_off: 100 },
    });
    const reply = await validate(project, "NEW", { [BOOKMARK]: bookmark(made) });
    expect(reply.body.valid).toBe(true);
    expect(timing(reply)).toContain("1 round trips");
    expect(timing(reply)).not.toMatch(AGAIN);
    expect(bookmark(reply) >= bookmark(made)).toBe(true);
  });

  it("strong is the primary; any other consistency is refused by the header's name", async () => {
    const project = await newProject();
    await voucher(project, "YES");
    expect(timing(await validate(project, "YES", STRONG))).toMatch(PRIMARY);
    const refused = await validate(project, "YES", { "x-vouchsafe-consistency": "weak" });
    failure(refused, 400, "invalid_payload");
    expect(refused.body.details).toContain("X-Vouchsafe-Consistency");
  });

  it.each(["", "ä", "a b", "x".repeat(129), "0", "DB_1:0", "DB:"])(
    "%j is no bookmark here: the primary",
    async (text) => {
      const project = await newProject();
      await voucher(project, "YES");
      expect(timing(await validate(project, "YES", { [BOOKMARK]: text }))).toMatch(PRIMARY);
    },
  );

  it("what writes, holds or is to be repeated is the primary's", async () => {
    const project = await newProject();
    await voucher(project, "YES");
    await validate(project, "YES");
    expect(timing(await redeem(project, "YES", ORDER))).toMatch(PRIMARY);
    const session = { session: { type: "LOCK", key: "mine" } };
    expect(timing(await validate(project, "YES", {}, session))).toMatch(PRIMARY);
    const key = { "idempotency-key": "once" };
    expect(timing(await validate(project, "YES", key))).toMatch(PRIMARY);
    expect((await validate(project, "YES", key)).headers.get("idempotent-replayed")).toBe("true");
  });

  it("a link that publishes writes, and is the primary's though it brings a bookmark", async () => {
    const project = await newProject();
    await voucher(project, "GIVEN");
    const before = await project.get("/v1/vouchers/GIVEN");
    await hold(project);
    const link = "/v1/publications/create?voucher=GIVEN&customer[source_id]=ada";
    const given = await project.get(link, { [BOOKMARK]: bookmark(before) });
    expect([given.status, PRIMARY.test(timing(given))]).toEqual([200, true]);
    expect(await rowsOf("publications", project.id)).toHaveLength(1);
  });

  it("a GET is as new as the primary, unless it brings a bookmark", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    const before = await project.get("/v1/vouchers/OLD");
    await hold(project);
    await project.post("/v1/vouchers/OLD/disable");
    const plain = await project.get("/v1/vouchers/OLD");
    expect([plain.body.active, PRIMARY.test(timing(plain))]).toEqual([false, true]);
    const old = await project.get("/v1/vouchers/OLD", { [BOOKMARK]: bookmark(before) });
    expect([old.body.active, NEAR.test(timing(old))]).toEqual([true, true]);
    const own = await project.get("/v1/vouchers/OLD", { [BOOKMARK]: bookmark(plain) });
    expect(own.body.active).toBe(false);
    await voucher(project, "NEW");
    const found = await project.get("/v1/vouchers/NEW", { [BOOKMARK]: bookmark(before) });
    expect([found.status, AGAIN.test(timing(found))]).toEqual([200, true]);
  });
});

describe("a qualification near the caller", () => {
  const qualify = (project: TestProject, options = {}) =>
    project.post("/v1/qualifications", { ...ORDER, scenario: "ALL", options });
  const ids = ({ body }: Reply) => body.redeemables.data.map(({ id }: { id: string }) => id);

  it("is one round trip where it finds something; nothing is asked for again", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    const yes = await qualify(project);
    expect([ids(yes), NEAR.test(timing(yes))]).toEqual([["OLD"], true]);
    const other = await newProject();
    await hold(other);
    await voucher(other, "FIRST");
    const found = await qualify(other);
    expect([ids(found), AGAIN.test(timing(found))]).toEqual([["FIRST"], true]);
  });

  it("whatever its filters name is asked for again where the copy lacks it", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    await hold(project);
    await voucher(project, "NEW");
    const filters = { junction: "and", code: { conditions: { $in: ["OLD", "NEW"] } } };
    const found = await qualify(project, { filters });
    expect(ids(found).toSorted()).toEqual(["NEW", "OLD"]);
    expect(timing(found)).toMatch(AGAIN);
  });
});

describe("a shopper's look-ups", () => {
  const look = (project: TestProject, code: string, address: string) =>
    project.post(
      "/client/v1/validations",
      { redeemables: redeemables(code), ...ORDER },
      { "cf-connecting-ip": address },
    );
  const charged = async (project: TestProject) =>
    (await rowsOf("misses", project.id)).map(({ count }) => count);

  it("are charged once, on the primary, and only where they miss there too", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    await hold(project);
    await voucher(project, "NEW");
    const address = anyAddress();
    const old = await look(project, "OLD", address);
    expect([old.body.valid, NEAR.test(timing(old))]).toEqual([true, true]);
    expect((await look(project, "NEW", address)).body.valid).toBe(true);
    expect(await charged(project)).toEqual([]);
    expect((await look(project, "NONE", address)).body.valid).toBe(false);
    expect(await charged(project)).toEqual([1, 1]);
  });

  it("find nothing once the budget is spent, although the copy knows of no miss", async () => {
    const project = await newProject();
    await voucher(project, "OLD");
    await hold(project);
    // One block of addresses, each below its own rate.
    const block = anyAddress().replace(/\d+$/, "");
    for (let at = 0; at < 20; at++) {
      expect((await look(project, `NONE${at}`, `${block}${at}`)).status).toBe(200);
    }
    failure(await look(project, "OLD", `${block}99`), 429, "too_many_requests");
    expect((await look(project, "OLD", anyAddress())).body.valid).toBe(true);
  });
});

describe("keys near the caller", () => {
  it("a key that the copy does not know, opens at once", async () => {
    const known = await newProject();
    await voucher(known, "ANY");
    await hold(known);
    const project = await newProject();
    expect((await project.get("/v1/vouchers")).status).toBe(200);
  });

  it("one that is wrong on the primary too is refused", async () => {
    const project = await newProject();
    await hold(project);
    const wrong = { "x-app-token": "x".repeat(43) };
    failure(await project.get("/v1/vouchers", wrong), 401, "unauthorized");
  });

  it.each(FAULTS)("one that no copy can be asked for is asked on the primary: %s", async (text) => {
    const project = await newProject();
    const DB = without(env.DB, "near", text);
    const reply = await sendOn(DB, "/v1/vouchers", { headers: project.server });
    expect(reply.status).toBe(200);
  });

  it("a project that the copy has in a place that is gone is asked for on the primary", async () => {
    const known = await newProject();
    await voucher(known, "ANY");
    const project = await newProject({ place: "DB_9" });
    await hold(known);
    await env.DB.prepare("UPDATE projects SET place = 'DB' WHERE id = ?1").bind(project.id).run();
    homes.set(project.id, "DB");
    expect((await project.get("/v1/vouchers")).status).toBe(200);
  });

  it("one that is blocked on the primary alone opens for as long as settings may be old", async () => {
    const project = await newProject();
    await hold(project);
    await env.DB.prepare("UPDATE api_keys SET blocked_at = ?2 WHERE project_id = ?1")
      .bind(project.id, "2026-01-01T00:00:00.000Z")
      .run();
    expect((await validate(project, "ANY")).status).toBe(200);
  });
});

describe("what a copy has answered", () => {
  it("tells nothing of how long the primary lets wait", async () => {
    const place = "DB_902";
    const db = nearDb({ d1: env.DB, cost: noCost(), trail: noTrail(place), place });
    for (let at = 0; at < 3; at++) await readBatch(db, [sql`SELECT 1`]);
    expect(isCrowded({ place })).toBe(false);
  });

  it("nor does what one fails with", async () => {
    const place = "DB_903";
    const d1 = without(env.DB, "near", FAULTS[0] ?? "");
    const db = nearDb({ d1, cost: noCost(), trail: noTrail(place), place });
    for (let at = 0; at < 3; at++) {
      await expect(readBatch(db, [sql`SELECT 1`])).rejects.toThrow("turned a batch away");
    }
    expect(waitOf({ place })).toBeLessThan(100);
  });
});

describe("settings near the caller", () => {
  let ahead = 0;
  /** All that this isolate remembers is over, and that it has changed settings itself. */
  function cold(ms = 120_000): void {
    ahead += ms;
    vi.useRealTimers();
    vi.setSystemTime(Date.now() + ahead);
  }
  beforeEach(() => cold());
  afterEach(() => void vi.useRealTimers());

  const set = (project: TestProject, assignments: string) =>
    env.DB.prepare(`UPDATE projects SET ${assignments} WHERE id = ?1`).bind(project.id).run();
  const limit = (project: TestProject, most: number) =>
    env.DB.prepare(
      `INSERT INTO stacking_rules (project_id, id, rules, created_at) VALUES (?1, 'r', ?2, '')
       ON CONFLICT (project_id) DO UPDATE SET rules = excluded.rules`,
    )
      .bind(project.id, JSON.stringify({ applicable_redeemables_limit: most }))
      .run();
  const limitIn = ({ body }: { body: Reply["body"] }) =>
    body.stacking_rules.applicable_redeemables_limit;
  const statuses = ({ body }: Reply) =>
    body.redeemables.map(({ status }: { status: string }) => status);

  /** A project with two codes, of which one applied at a time; the copy knows of no other rule. */
  async function limited(settings = {}): Promise<TestProject> {
    const project = await newProject(settings);
    await voucher(project, "ONE");
    await voucher(project, "TWO");
    await limit(project, 1);
    await hold(project);
    await limit(project, 5);
    cold();
    return project;
  }
  const BOTH = ["ONE", "TWO"];

  it("an origin that is trusted by now is let in at once, one that is not is not", async () => {
    const project = await limited({ client_trusted_domains: '["https://old.example"]' });
    await set(project, `client_trusted_domains = '["https://shop.example"]'`);
    const look = (headers: Record<string, string>) =>
      project.post(
        "/client/v1/validations",
        { redeemables: redeemables("ONE"), ...ORDER },
        { "cf-connecting-ip": anyAddress(), ...headers },
      );
    expect((await look({ origin: "https://shop.example" })).body.valid).toBe(true);
    failure(await look({ origin: "https://old.example" }), 403, "forbidden");
  });

  it("so it is of a token", async () => {
    const project = await newProject({ client_trusted_domains: '["https://old.example"]' });
    await voucher(project, "ONE");
    const asked = { grant_type: "client_credentials", scope: "client_validations" };
    const { body } = await project.post("/v1/oauth/token", asked);
    await hold(project);
    await set(project, `client_trusted_domains = '["https://shop.example"]'`);
    cold();
    const look = (origin: string) =>
      send(
        "POST",
        "/client/v1/validations",
        { origin, "cf-connecting-ip": anyAddress(), authorization: `Bearer ${body.access_token}` },
        { redeemables: redeemables("ONE"), ...ORDER },
      );
    expect((await look("https://shop.example")).body.valid).toBe(true);
    failure(await look("https://old.example"), 403, "forbidden");
  });

  it("a no is decided by those of the primary", async () => {
    const project = await limited();
    const reply = await validate(project, BOTH);
    expect(statuses(reply)).toEqual(["APPLICABLE", "APPLICABLE"]);
    expect(limitIn(reply)).toBe(5);
    expect(timing(reply)).toMatch(AGAIN);
  });

  it.each([
    ["strong", STRONG, {}],
    ["under an idempotency key", { "idempotency-key": "once" }, {}],
    ["with a session", {}, { session: { type: "LOCK", key: "mine" } }],
  ])("so is all that the primary is asked at once: %s", async (_, headers, more) => {
    const project = await limited();
    const reply = await validate(project, BOTH, headers, more);
    expect(statuses(reply)).toEqual(["APPLICABLE", "APPLICABLE"]);
    expect(timing(reply)).toMatch(PRIMARY);
  });

  it("a redemption is not refused by what was the rule", async () => {
    const project = await limited();
    const reply = await redeem(project, BOTH, ORDER);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(3);
  });

  it("nor is a shopper who may redeem by now", async () => {
    const project = await limited({ client_redeem_enabled: 0 });
    await set(project, "client_redeem_enabled = 1");
    const sent = { redeemables: redeemables("ONE"), ...ORDER };
    expect((await project.post("/client/v1/redemptions", sent)).status).toBe(200);
  });

  it("nor told nothing of what the project lists by now", async () => {
    const project = await limited();
    await set(project, "client_list_vouchers_enabled = 1");
    const reply = await project.post("/client/v1/qualifications", { ...ORDER, scenario: "ALL" });
    const found = reply.body.redeemables.data.map(({ id }: { id: string }) => id);
    expect([found.toSorted(), AGAIN.test(timing(reply))]).toEqual([["ONE", "TWO"], true]);
  });

  it("nor told of what it lists no longer, where the primary is asked", async () => {
    const project = await limited({ client_list_vouchers_enabled: 1 });
    await set(project, "client_list_vouchers_enabled = 0");
    const sent = { ...ORDER, scenario: "ALL" };
    const strong = await project.post("/client/v1/qualifications", sent, STRONG);
    expect(strong.body.redeemables.data).toEqual([]);
    cold();
    const filters = { code: { conditions: { $is: ["ONE"] } } };
    const named = { ...sent, options: { filters } };
    const { body } = await project.post("/client/v1/qualifications", named);
    expect(body.redeemables.data).toEqual([]);
  });

  it("nor are notes told, or kept back, by what they were allowed to see", async () => {
    const project = await newProject({ client_visible_metadata: '["old"]' });
    await voucher(project, "NOTED", { metadata: { old: 1, by_now: 2 } });
    await hold(project);
    await set(project, `client_visible_metadata = '["by_now"]'`);
    const ask = async (path: string, more: object) => {
      cold();
      const options = { expand: ["redeemable"] };
      const sent = { ...ORDER, options, ...more };
      return (await project.post(`/client/v1/${path}`, sent, STRONG)).body.redeemables;
    };
    const [validated] = await ask("validations", { redeemables: redeemables("NOTED") });
    expect(validated.metadata).toEqual({ by_now: 2 });
    await set(project, "client_list_vouchers_enabled = 1");
    const { data } = await ask("qualifications", { scenario: "ALL" });
    expect(data).toMatchObject([{ id: "NOTED", metadata: { by_now: 2 } }]);
  });

  it("a permission that a key was given by now opens at once", async () => {
    const project = await limited();
    const permit = (...names: string[]) =>
      env.DB.prepare("UPDATE api_keys SET permissions = ?2 WHERE project_id = ?1")
        .bind(project.id, JSON.stringify(names))
        .run();
    copy().lag = 0;
    await permit("vouchers");
    await hold(await newProject());
    await permit("validations");
    expect((await validate(project, "ONE")).status).toBe(200);
    failure(await project.get("/v1/vouchers"), 403, "missing_required_permission");
  });

  it("a key that is blocked by now writes nothing", async () => {
    const project = await limited();
    await env.DB.prepare("UPDATE api_keys SET blocked_at = '2026-01-01' WHERE project_id = ?1")
      .bind(project.id)
      .run();
    failure(await redeem(project, "ONE", ORDER), 401, "unauthorized");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("after one request that saw old ones, the isolate knows what the primary says", async () => {
    const project = await limited();
    const first = await validate(project, "ONE");
    expect([limitIn(first), NEAR.test(timing(first))]).toEqual([1, true]);
    expect(timing(first)).toContain("2 round trips");
    await expect.poll(async () => limitIn(await validate(project, "ONE"))).toBe(5);
    const known = await validate(project, "ONE");
    expect(timing(known)).toMatch(NEAR);
    expect(timing(known)).toContain("1 round trips");
  });

  it("a key that the primary no longer has is unknown after that", async () => {
    const project = await limited();
    await env.DB.prepare("DELETE FROM api_keys WHERE project_id = ?1").bind(project.id).run();
    expect((await validate(project, "ONE")).status).toBe(200);
    await expect.poll(async () => (await validate(project, "ONE")).status).toBe(401);
  });

  it("a no of the primary itself does not stand either, where it was decided by a copy's", async () => {
    const db = { d1: env.DB, cost: noCost(), trail: noTrail("DB") };
    const scope = localScope(env.DB, { db, near: "first-unconstrained" });
    const byPrimary = { ...scope, stacking: stackingRulesWith({ redeemables_limit: 7 }) };
    const asked: number[] = [];
    const ask = async ({ stacking }: Scope) => asked.push(stacking.redeemables_limit);
    const stands = () => false;
    await nearFirst({ ...scope, renewed: async () => byPrimary }, ask, { stands });
    expect(asked).toEqual([30, 7]);
    await nearFirst(scope, ask, { stands });
    expect(asked).toEqual([30, 7, 30]);
  });

  it("where the primary cannot say it, the request goes on, and it is asked soon again", async () => {
    const project = await limited();
    const DB = without(env.DB, "primary", FAULTS[0] ?? "");
    const first = await validateOn(DB, project, "ONE");
    expect([first.status, limitIn({ body: await first.json() })]).toEqual([200, 1]);
    await later;
    expect(limitIn(await validate(project, "ONE"))).toBe(1);
    cold(5_000);
    await validate(project, "ONE");
    await expect.poll(async () => limitIn(await validate(project, "ONE"))).toBe(5);
  });

  it("what was read before this isolate changed something is not remembered", async () => {
    const project = await limited();
    const { promise, resolve } = Promise.withResolvers<void>();
    await validateOn(
      behind(env.DB, "primary", () => promise),
      project,
      "ONE",
    );
    await limit(project, 7);
    forgetProject(project.id);
    resolve();
    await later;
    expect(limitIn(await validate(project, "ONE"))).toBe(7);
    cold();
  });

  describe("of a project that lives elsewhere by now", () => {
    /** The copy has it where it was; what it has is in its new place. */
    async function moved(settings = {}): Promise<TestProject> {
      const project = await newProject(settings);
      await hold(await newProject());
      await set(project, "place = 'DB_1', is_moving = 0");
      homes.set(project.id, "DB_1");
      await voucher(project, "THERE");
      cold();
      return project;
    }

    it("it is found there, and what is written is written there", async () => {
      const project = await moved();
      expect((await project.get("/v1/vouchers/THERE")).status).toBe(200);
      expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
    });

    it("the primary alone says where one is that the copy has on its way", async () => {
      const project = await moved({ is_moving: 1 });
      expect((await validate(project, "THERE")).body.valid).toBe(true);
    });

    it("a validation that began in the old place comes again", async () => {
      const project = await moved();
      const refused = await validate(project, "THERE");
      failure(refused, 503, "project_moving");
      expect(refused.headers.get("retry-after")).toBe("1");
      expect((await validate(project, "THERE")).body.valid).toBe(true);
      cold();
    });
  });
});
