import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { everyMinute, sweep } from "../../src/async/cron";
import { outboxJob } from "../../src/async/jobs/outbox";
import { validationsJob } from "../../src/async/jobs/validations";
import { runJobs } from "../../src/async/queue";
import { lookAtPlace } from "../../src/async/sweeps/look-at-place";
import { removeProjects } from "../../src/async/sweeps/remove-projects";
import { controlOwner } from "../../src/commit/stored-answer";
import { AUDIT_DAYS } from "../../src/db/tables/audit";
import { AuditList } from "../../src/resources/management/audit-log/schema";
import { PlaceList } from "../../src/resources/management/places/schema";
import { placeNames } from "../../src/scope/places";
import {
  BASE,
  DEPLOYMENT,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { deliver, newHook, newReceiver } from "../support/hooks";
import { dbOf, liveIn, visitOf } from "../support/places";

// "Here" is the first place, beside projects that say where they live.
liveIn("DB");

const BOOKMARK = "x-vouchsafe-bookmark";

const CARD = { type: "GIFT_VOUCHER", gift: { amount: 1_000 } };

const newCard = (project: TestProject, code: string) => project.post(`/v1/vouchers/${code}`, CARD);

const redeem = (project: TestProject, code: string, headers = {}) =>
  project.post(
    "/v1/redemptions",
    { redeemables: [{ object: "voucher", id: code, gift: { credits: 100 } }] },
    headers,
  );

const managed = (project: TestProject, path: string) =>
  `/management/v1/projects/${project.id}${path}`;

const timing = (reply: { headers: Headers }) => reply.headers.get("server-timing") ?? "";

/** Each test finds places as nobody has seen them: new projects live in the first one. */
afterEach(async () => {
  await env.DB.prepare("UPDATE places SET bytes = 0, milliseconds = 0, seen_at = NULL").run();
});

/** How many rows of a project a table of a place has. */
const count = async (db: D1Database, table: string, projectId: string) =>
  db
    .prepare(`SELECT count(*) AS n FROM ${table} WHERE project_id = ?1`)
    .bind(projectId)
    .first<number>("n");

describe("a project that lives in another place", () => {
  it("has all of its rows there and none beside the control tables", async () => {
    const project = await newProject({ place: "DB_1" });
    expect((await newCard(project, "CARD")).status).toBe(200);
    const redeemed = await redeem(project, "CARD");
    expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
    const tables = ["vouchers", "redemptions", "outbox", "tallies", "audit_log"];
    const [there, beside] = await Promise.all(
      [env.DB_1, env.DB].map((db) =>
        Promise.all(tables.map((each) => count(db, each, project.id))),
      ),
    );
    expect(there).toEqual([1, 1, expect.any(Number), 1, 1]);
    expect(beside).toEqual([0, 0, 0, 0, 0]);
    expect(await count(env.DB_2, "vouchers", project.id)).toBe(0);
  });

  it("costs a warm isolate no more than one beside the control tables, and says where it is", async () => {
    const [here, there] = [await newProject(), await newProject({ place: "DB_2" })];
    const costs = [];
    for (const project of [here, there]) {
      await newCard(project, "CARD");
      const reply = await project.post("/v1/validations", {
        redeemables: [{ object: "voucher", id: "CARD" }],
      });
      costs.push(/desc="([^"]*)"/.exec(timing(reply))?.[1]);
      expect(timing(reply).includes("of DB_2")).toBe(project === there);
    }
    expect(costs[0]).toMatch(/^1 round trips/);
    expect(costs[1]).toBe(costs[0]);
  });

  it("is opened by one more round trip where the isolate is cold", async () => {
    const [here, there] = [await newProject(), await newProject({ place: "DB_1" })];
    const trips = async (project: TestProject) =>
      /(\d+) round trips/.exec(timing(await project.get("/v1/vouchers/NONE")))?.[1];
    expect([await trips(here), await trips(there)]).toEqual(["2", "3"]);
  });

  it("503 where its database is not bound, and never another database", async () => {
    const project = await newProject({ place: "DB_9" });
    const reply = await project.get("/v1/vouchers");
    failure(reply, 503, "place_unavailable");
    expect(reply.body.details).toBe("The database DB_9 is not bound");
    const unwritten = await project.post("/v1/vouchers/CARD", CARD);
    failure(unwritten, 503, "place_unavailable");
    for (const db of [env.DB, env.DB_1, env.DB_2]) {
      expect(await count(db, "vouchers", project.id)).toBe(0);
    }
  });
});

describe("bookmarks", () => {
  /** Reads a card; the primary answers, as a local database has no replicas. */
  async function read({ server }: TestProject, replicas: string, bookmark = "") {
    const headers = { ...server, ...(bookmark && { [BOOKMARK]: bookmark }) };
    const request = new Request(`${BASE}/v1/vouchers/CARD`, { headers });
    const context = createExecutionContext();
    const reply = await app.fetch(request, { ...env, READ_REPLICAS: replicas }, context);
    await waitOnExecutionContext(context);
    expect(reply.status).toBe(200);
    return reply.headers.get(BOOKMARK);
  }

  it("name their place; one of another place means the primary", async () => {
    const [first, other] = [await newProject(), await newProject({ place: "DB_1" })];
    await Promise.all([newCard(first, "CARD"), newCard(other, "CARD")]);
    const ofFirst = (await read(first, "1")) ?? "";
    const ofOther = (await read(other, "1")) ?? "";
    expect(ofFirst).toMatch(/^DB:[0-9a-f-]+$/);
    expect(ofOther).toMatch(/^DB_1:[0-9a-f-]+$/);
    expect(await read(other, "1", ofFirst)).toMatch(/^DB_1:/);
    expect(await read(other, "1", ofOther)).toMatch(/^DB_1:/);
  });

  it("are there only where replicas follow", async () => {
    const project = await newProject({ place: "DB_1" });
    await newCard(project, "CARD");
    expect(await read(project, "")).toBeNull();
    expect(await read(project, "", "DB_1:00000001-00000000-00000000-0")).toBeNull();
  });
});

describe("control rows of a project that lives elsewhere", () => {
  it("are written in the control database, with their entry and their idempotency key", async () => {
    const project = await newProject({ place: "DB_1" });
    const headers = { "idempotency-key": "once" };
    const body = { kind: "server", name: "Till" };
    const made = await project.post(managed(project, "/api-keys"), body, headers);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const again = await project.post(managed(project, "/api-keys"), body, headers);
    expect([again.headers.get("idempotent-replayed"), again.body.id]).toEqual([
      "true",
      made.body.id,
    ]);
    const { app_id, app_token } = made.body;
    const opened = await send("GET", "/v1/vouchers", {
      "x-app-id": app_id,
      "x-app-token": app_token,
    });
    expect(opened.status).toBe(200);
    const found = [
      [env.DB, controlOwner(project.id)] as const,
      [env.DB, project.id] as const,
      [env.DB_1, project.id] as const,
    ].map(([db, owner]) => count(db, "idempotency_keys", owner));
    expect(await Promise.all(found)).toEqual([1, 0, 0]);
    const renamed = await project.put(managed(project, ""), { name: "Moved shop" });
    expect([renamed.status, renamed.body.name]).toEqual([200, "Moved shop"]);
    const token = await project.post("/v1/oauth/token", {
      grant_type: "client_credentials",
      scope: "vouchers",
    });
    expect(token.status, JSON.stringify(token.body)).toBe(200);
    const bearer = { authorization: `Bearer ${token.body.access_token}` };
    expect((await send("GET", "/v1/vouchers", bearer)).status).toBe(200);
    const user = { login: "a@shop.example", role: "admin", email: "a@shop.example" };
    const users = managed(project, "/users");
    const assigned = await project.post(users, { ...user, first_name: "A", last_name: "B" });
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
    expect((await project.get(users)).body.total).toBe(1);
  });

  it("the audit log is told as one, page by page", async () => {
    const project = await newProject({ place: "DB_2" });
    const made = [
      await project.post(managed(project, "/api-keys"), { kind: "server", name: "One" }),
      await newCard(project, "CARD"),
      await project.put(managed(project, ""), { name: "Two" }),
      await project.post(managed(project, "/metadata-schemas"), {
        related_object: "voucher",
        allow_defined_only: false,
        properties: {},
      }),
    ];
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const log = managed(project, "/audit-log");
    const seen: string[] = [];
    let after = "";
    for (let page = 0; page < 4; page++) {
      // Those that ask are told of too, behind the others.
      const reply = await project.get(`${log}?limit=1&order=id${after}`);
      const { data, has_more, more_starting_after } = parsed(AuditList, reply);
      seen.push(...data.map(({ operation }) => operation));
      expect([data.length, has_more]).toEqual([1, true]);
      after = `&starting_after_id=${more_starting_after}`;
    }
    expect(seen).toEqual([
      "POST /management/v1/projects/:projectId/api-keys",
      "POST /v1/vouchers/:code",
      "PUT /management/v1/projects/:projectId",
      "POST /management/v1/projects/:projectId/metadata-schemas",
    ]);
    const newest = parsed(
      AuditList,
      await project.get(`${log}?limit=100&filters[status][conditions][$is]=200`),
    );
    const ids = newest.data.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(AUDIT_DAYS).toBe(400);
  });
});

describe("jobs of a project that lives elsewhere", () => {
  it("hear its events, tell its webhooks, and count its validations there", async () => {
    const project = await newProject({ place: "DB_1" });
    const receiver = newReceiver();
    await newHook(project, { target_url: receiver.url });
    await newCard(project, "CARD");
    await outboxJob(env, { job: "outbox", project_id: project.id });
    const [tallies] = await rowsOf("tallies", project.id);
    expect(tallies?.events_taken).toBe(tallies?.event_sequence);
    expect(tallies?.event_sequence).toBeGreaterThan(0);
    await deliver(project);
    expect((await receiver.received()).length).toBe(1);
    const moves = [{ campaign_id: null, counters: { validations_succeeded: 3 } }];
    const message = {
      job: "validations",
      project_id: project.id,
      day: "2026-11-23",
      id: "m",
      moves,
    };
    await validationsJob(env, message);
    expect(await rowsOf("project_days", project.id)).toMatchObject([{ validations_succeeded: 3 }]);
  });

  it("do nothing once it is gone", async () => {
    const gone = { job: "outbox", project_id: "proj_gone" };
    await outboxJob(env, gone);
    expect(await count(env.DB, "tallies", "proj_gone")).toBe(0);
  });
});

/** An old idempotency key of a project, which a sweep forgets. */
const oldKey = (db: D1Database, projectId: string) =>
  db
    .prepare(
      `INSERT INTO idempotency_keys (project_id, family, key, fingerprint, status, created_at)
       VALUES (?1, 'server', 'old', '', 200, '2020-01-01T00:00:00.000Z')`,
    )
    .bind(projectId)
    .run();

describe("sweeps", () => {
  it("go over each place, by a message for each but the first", async () => {
    expect(placeNames(env)).toEqual(["DB", "DB_1", "DB_2"]);
    const project = await newProject({ place: "DB_2" });
    await oldKey(env.DB_2, project.id);
    const sent: { body: { job: string; place: string } }[] = [];
    const sendBatch = async (all: Iterable<(typeof sent)[number]>) => void sent.push(...all);
    const JOBS = { sendBatch } as unknown as Queue;
    await everyMinute({ ...env, JOBS }, Date.now());
    const sweeps = sent.map(({ body }) => body).filter(({ job }) => job === "sweep");
    expect(sweeps.map(({ place }) => place)).toEqual(["DB_1", "DB_2"]);
    expect(await count(env.DB_2, "idempotency_keys", project.id)).toBe(1);
    const acknowledged: string[] = [];
    const messages = sweeps.map((body) => ({
      id: body.place,
      body,
      attempts: 1,
      ack: () => acknowledged.push(body.place),
    }));
    const batch = { queue: "vouchsafe-jobs", messages } as unknown as MessageBatch;
    await runJobs(batch, env);
    expect(acknowledged).toEqual(["DB_1", "DB_2"]);
    expect(await count(env.DB_2, "idempotency_keys", project.id)).toBe(0);
    const runs = await env.DB_2.prepare("SELECT name FROM sweep_runs").all();
    expect(runs.results.length).toBeGreaterThan(10);
    expect(runs.results.map(({ name }) => name)).not.toContain("forget-oauth_tokens");
  });

  it("a place that does not answer keeps no other from being swept, and health says so", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const project = await newProject({ place: "DB_2" });
    await oldKey(env.DB_2, project.id);
    const broken = { ...env, DB_1: { prepare: () => null, batch: null } as unknown as D1Database };
    const message = (place: string) => ({
      id: place,
      body: { job: "sweep", place },
      attempts: 1,
      ack() {},
    });
    const messages = ["DB_1", "DB_2"].map(message);
    await runJobs({ queue: "vouchsafe-jobs", messages } as unknown as MessageBatch, broken);
    expect(await count(env.DB_2, "idempotency_keys", project.id)).toBe(0);
    vi.restoreAllMocks();
    const { body } = await send("GET", "/management/v1/health", DEPLOYMENT);
    expect(body.places.map(({ name }: { name: string }) => name)).toEqual(["DB", "DB_1", "DB_2"]);
  });

  it("take away what a deleted project had in its place, and its people", async () => {
    const project = await newProject({ place: "DB_1" });
    await newCard(project, "CARD");
    await project.post(managed(project, "/users"), {
      login: "b@shop.example",
      email: "b@shop.example",
      role: "admin",
      first_name: "A",
      last_name: "B",
    });
    expect((await send("DELETE", managed(project, ""), DEPLOYMENT)).status).toBe(204);
    const later = Date.now() + 6 * 60_000;
    await sweep(env, later, [removeProjects]);
    expect(await count(env.DB_1, "vouchers", project.id)).toBe(1);
    for (let round = 0; round < 5; round++) await removeProjects.run(visitOf("DB_1", later));
    expect(await count(env.DB_1, "vouchers", project.id)).toBe(0);
    expect(await count(env.DB_1, "outbox", project.id)).toBe(0);
    expect(await count(env.DB, "users", project.id)).toBe(0);
    expect(await rowsOf("removed_projects", project.id)).toEqual([]);
    expect(await count(dbOf(project.id), "audit_log", project.id)).toBeGreaterThan(0);
  });
});

async function places() {
  const reply = await send("GET", "/management/v1/places", DEPLOYMENT);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(PlaceList, reply).data;
}

const fill = (names: readonly string[]) =>
  env.DB.prepare(
    "UPDATE places SET bytes = 8000000000 WHERE name IN (SELECT value FROM json_each(?1))",
  )
    .bind(JSON.stringify(names))
    .run();

const create = () =>
  send("POST", "/management/v1/projects", DEPLOYMENT, { name: "Shop", currency: "EUR" });

describe("GET /management/v1/places", () => {
  it("200: what a sweep has seen of each, and how many projects live there", async () => {
    await newProject();
    const before = await places();
    // Those that are bound come first.
    const bound = before.slice(0, 3);
    expect(bound.map(({ name, closed_because }) => [name, closed_because])).toEqual([
      ["DB", null],
      ["DB_1", "unseen"],
      ["DB_2", "unseen"],
    ]);
    const found = before.find(({ name }) => name === "DB_1");
    expect(found).toMatchObject({
      size_bytes: null,
      milliseconds: null,
      takes_new_projects: false,
    });
    await newProject({ place: "DB_1" });
    await lookAtPlace.run(visitOf("DB_1"));
    const [, seen] = await places();
    expect(seen).toMatchObject({ name: "DB_1", takes_new_projects: true, closed_because: null });
    expect(seen?.size_bytes).toBeGreaterThan(100_000);
    expect(seen?.projects).toBe((found?.projects ?? 0) + 1);
  });

  it("200: what its projects have, and the events that they took a minute", async () => {
    const before = await newProject({ place: "DB_1" });
    const start = Date.parse("2031-05-01T12:00:00.000Z");
    const lookAt = async (minute: number) => {
      await lookAtPlace.run(visitOf("DB_1", start + minute * 60_000));
      const found = (await places()).find(({ name }) => name === "DB_1");
      return [found?.rows, found?.events_per_minute];
    };
    // Whatever it has from before.
    await env.DB.prepare("UPDATE places SET counted_at = NULL").run();
    const [rows, load] = await lookAt(0);
    expect(load).toBe(0);
    const has = (tallies: string) =>
      env.DB_1.prepare(`UPDATE tallies SET ${tallies} WHERE project_id = ?1`).bind(before.id).run();
    await newCard(before, "CARD");
    const [own] = await rowsOf("tallies", before.id);
    expect([own?.vouchers, own?.event_sequence]).toEqual([1, 1]);
    // 450 events in 20 minutes, of which 300 have left.
    await has("event_sequence = 450, events_archived = 300, redemptions = 20, campaigns = 9");
    expect(await lookAt(20)).toEqual([(rows ?? 0) + 171, 22.5]);
    // It is not counted again for ten minutes.
    await has("event_sequence = 470");
    expect(await lookAt(29)).toEqual([(rows ?? 0) + 171, 22.5]);
    expect(await lookAt(30)).toEqual([(rows ?? 0) + 191, 2]);
    // A project that goes takes its events along.
    await has("event_sequence = 0, events_archived = 0, redemptions = 0, vouchers = 0");
    expect(await lookAt(40)).toEqual([rows, 0]);
    await env.DB_1.prepare("DELETE FROM tallies WHERE project_id = ?1").bind(before.id).run();
  });

  it("403 for a project's own key", async () => {
    const project = await newProject();
    failure(
      await send("GET", "/management/v1/places", project.management),
      403,
      "missing_required_permission",
    );
  });
});

describe("a new project", () => {
  it("lives in a place that is open, and is counted there", async () => {
    await newProject();
    await lookAtPlace.run(visitOf("DB_2"));
    await fill(["DB"]);
    const before = (await places()).find(({ name }) => name === "DB_2")?.projects ?? 0;
    const reply = await create();
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { id, server_side_key: key } = reply.body;
    expect(
      await env.DB.prepare("SELECT place FROM projects WHERE id = ?1").bind(id).first("place"),
    ).toBe("DB_2");
    expect([await count(env.DB_2, "tallies", id), await count(env.DB, "tallies", id)]).toEqual([
      1, 0,
    ]);
    const headers = { "x-app-id": key.app_id, "x-app-token": key.app_token };
    expect((await send("POST", "/v1/vouchers/CARD", headers, CARD)).status).toBe(200);
    expect(await count(env.DB_2, "vouchers", id)).toBe(1);
    expect((await places()).find(({ name }) => name === "DB_2")?.projects).toBe(before + 1);
    expect((await send("DELETE", `/management/v1/projects/${id}`, DEPLOYMENT)).status).toBe(204);
    expect((await places()).find(({ name }) => name === "DB_2")?.projects).toBe(before);
  });

  it("503 where no place takes any; nothing is made", async () => {
    await newProject();
    await lookAtPlace.run(visitOf("DB_1"));
    await fill(["DB", "DB_1"]);
    const projects = () => env.DB.prepare("SELECT count(*) AS n FROM projects").first<number>("n");
    const tallies = () => env.DB_1.prepare("SELECT count(*) AS n FROM tallies").first<number>("n");
    const before = [await projects(), await tallies()];
    const reply = await create();
    failure(reply, 503, "no_place_open");
    expect(reply.body.details).toMatch(/DB is full, DB_1 is full, DB_2 is unseen/);
    expect(reply.headers.get("retry-after")).toBe("60");
    expect([await projects(), await tallies()]).toEqual(before);
  });
});
