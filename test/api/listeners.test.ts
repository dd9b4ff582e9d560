import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { deadJobId } from "../../src/async/dead-jobs";
import { MOST_STATEMENTS, mostOf, outboxJob, TURN_STATEMENTS } from "../../src/async/jobs/outbox";
import { reactionJob } from "../../src/async/jobs/reaction";
import { LISTENERS } from "../../src/async/listeners";
import { reactionBody } from "../../src/async/react";
import { readBatch, writeBatch } from "../../src/db/commit";
import { type Slot, sql } from "../../src/db/sql";
import type { Env } from "../../src/env";
import type { Listener, Together } from "../../src/events/listeners";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { withBatch } from "../support/batches";
import { DEAF_QUEUES, sendPausing, sendUnheard } from "../support/faults";
import { PATIENCE } from "../support/patience";
import { homeDb, homeName } from "../support/places";

const MINUTE_MS = 60_000;
const CARD = { gift: { amount: 100 } };

/** A project with vouchers, of whose events no queue has heard. */
async function silent(...codes: string[]): Promise<TestProject> {
  const project = await newProject();
  await sendUnheard(
    project,
    codes.map((code) => ({ path: `/v1/vouchers/${code}`, body: CARD })),
  );
  return project;
}

interface Ear extends Listener {
  heard: number[];
}

/** Remembers what it hears, and leaves one row for each event under the event's id. */
function ear(name: string, more: Partial<Listener> = {}): Ear {
  const heard: number[] = [];
  return {
    name,
    kinds: ["voucher.created"],
    statements: 1,
    heard,
    react: async (scope, { id, sequence }) => {
      heard.push(sequence);
      const made = await writeBatch(scope.db, [
        sql`INSERT INTO idempotency_keys (project_id, family, key, fingerprint, status, created_at)
          VALUES (${scope.project.id}, ${name}, ${id}, '', 200, '2999') ON CONFLICT DO NOTHING`,
      ]);
      expect(made.ok).toBe(true);
    },
    ...more,
  };
}

/** Fails at one event while `isBroken`. */
function fragile(name: string, at: number) {
  const state = { isBroken: true };
  const whole = ear(name);
  const react: Listener["react"] = async (scope, event) => {
    if (state.isBroken && event.sequence === at) throw new RangeError("secret of a customer");
    await whole.react(scope, event);
  };
  return { state, listener: { ...whole, react } };
}

const quiet: Env = { ...env, ...DEAF_QUEUES };

const takeUp = (project: TestProject, listeners: readonly Listener[], bound = quiet) =>
  outboxJob(bound, { job: "outbox", project_id: project.id }, listeners, 1);

const effects = async (project: TestProject, name: string) =>
  (await rowsOf("idempotency_keys", project.id)).filter(({ family }) => family === name).length;

const taken = async ({ id }: TestProject) => (await rowsOf("tallies", id))[0]?.events_taken;

const message = ({ id }: TestProject, listener: string, sequence: number) =>
  reactionBody({ project_id: id, listener, sequence });

/** The database where each batch runs only if, and when, `before` lets it. */
const guarded = (before: (texts: string[]) => void | Promise<void>): D1Database =>
  withBatch(
    homeDb(),
    async (all) => {
      await before(all.map((each) => TEXTS.get(each) ?? ""));
      return homeDb().batch(all);
    },
    prepared,
  );
const TEXTS = new WeakMap<D1PreparedStatement, string>();
function prepared(sql: string): D1PreparedStatement {
  const statement = homeDb().prepare(sql);
  const bind = (...params: unknown[]) => {
    const bound = homeDb()
      .prepare(sql)
      .bind(...params);
    TEXTS.set(bound, sql);
    return bound;
  };
  return Object.assign(statement, { bind });
}

const errors = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

describe("listeners", () => {
  it("hear the events of their kinds in their order, once, and one number moves for all", async () => {
    const project = await silent("A", "B");
    await sendPausing(project, { path: "/v1/customers", body: {} }, {}, DEAF_QUEUES);
    await sendPausing(project, { path: "/v1/vouchers/C", body: CARD }, {}, DEAF_QUEUES);
    const kinds = (await rowsOf("outbox", project.id)).map(({ kind }) => kind);
    const [one, two] = [ear("one"), ear("two", { kinds: ["customer.created"] })];
    await takeUp(project, [one, two]);
    await takeUp(project, [one, two]);
    const numbers = (kind: string) => kinds.flatMap((each, at) => (each === kind ? [at + 1] : []));
    expect(one.heard).toEqual(numbers("voucher.created"));
    expect(two.heard).toEqual(numbers("customer.created"));
    expect(await taken(project)).toBe(kinds.length);
    expect(await rowsOf("listener_cursors", project.id)).toEqual([]);
  });

  it("are not read twice by a message that comes after another has taken all up", async () => {
    const project = await silent("A", "B");
    const one = ear("one");
    await takeUp(project, [one]);
    let batches = 0;
    const counting = guarded(() => {
      batches += 1;
    });
    await takeUp(project, [one], { ...quiet, [homeName()]: counting });
    expect(batches).toBe(1);
    expect(one.heard).toEqual([1, 2]);
    expect(await taken(project)).toBe(2);
  });

  it("cost one written row for all events that none of them wants", async () => {
    const project = await silent("A", "B");
    let written = 0;
    const DB = withBatch(homeDb(), async <T>(all: D1PreparedStatement[]) => {
      const results = await homeDb().batch<T>(all);
      for (const { meta } of results) written += meta.rows_written;
      return results;
    });
    await takeUp(project, [ear("one", { kinds: ["campaign.deleted"] })], {
      ...quiet,
      [homeName()]: DB,
    });
    expect(written).toBe(1);
  });

  it("hear again what was cut off before the cursors moved, and do it once", async () => {
    const project = await silent("A", "B");
    const one = ear("one");
    const DB = guarded((texts) => {
      if (texts.some((text) => text.includes("SET events_taken"))) throw new Error("cut off");
    });
    await expect(takeUp(project, [one], { ...quiet, [homeName()]: DB })).rejects.toThrow("cut off");
    expect(await taken(project)).toBe(0);
    await takeUp(project, [one]);
    expect(one.heard).toEqual([1, 2, 1, 2]);
    expect(await effects(project, "one")).toBe(2);
    expect(await taken(project)).toBe((await rowsOf("outbox", project.id)).length);
  });

  it("two turns at once do it once", async () => {
    const project = await silent("A", "B", "C");
    const one = ear("one");
    await Promise.all([takeUp(project, [one]), takeUp(project, [one])]);
    expect(await effects(project, "one")).toBe(3);
  });

  it("a turn that ends behind a later one moves nothing back", async () => {
    const project = await silent("A", "B");
    const asking = Array.from({ length: TURN_STATEMENTS }, () => sql`SELECT 1`);
    const slow = ear("slow");
    const busy: Listener = {
      ...slow,
      react: async (scope, event) => {
        await readBatch(scope.db, asking);
        await slow.react(scope, event);
      },
    };
    const open = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const DB = guarded(async (texts) => {
      if (!texts.some((text) => text.includes("SET events_taken"))) return;
      waiting.resolve();
      await open.promise;
    });
    const both = [busy, ear("one")];
    const early = takeUp(project, [ear("one")], { ...quiet, [homeName()]: DB });
    await waiting.promise;
    const earlyBoth = takeUp(project, both, { ...quiet, [homeName()]: DB });
    await vi.waitUntil(() => slow.heard.length > 0, PATIENCE);
    await sendPausing(project, { path: "/v1/vouchers/C", body: CARD }, {}, DEAF_QUEUES);
    await takeUp(project, both);
    const cursors = [{ listener: "one", taken: 3 }];
    expect(await rowsOf("listener_cursors", project.id)).toMatchObject(cursors);
    await takeUp(project, [ear("one")]);
    expect(await taken(project)).toBe(3);
    open.resolve();
    await Promise.all([early, earlyBoth]);
    expect(await taken(project)).toBe(3);
    expect(await rowsOf("listener_cursors", project.id)).toMatchObject(cursors);
  });

  it("a new one begins at the present", async () => {
    const project = await silent("A", "B");
    await takeUp(project, [ear("one")]);
    await sendPausing(project, { path: "/v1/vouchers/C", body: CARD }, {}, DEAF_QUEUES);
    const late = ear("late");
    await takeUp(project, [ear("one"), late]);
    expect(late.heard).toEqual([3]);
  });

  it("one that is slow keeps no other back, and goes on where it was", async () => {
    const project = await silent("A", "B", "C");
    const asking = Array.from({ length: TURN_STATEMENTS / 3 }, () => sql`SELECT 1`);
    const slow = ear("slow", { statements: asking.length });
    const { react } = slow;
    const busy: Listener = {
      ...slow,
      react: async (scope, event) => {
        await readBatch(scope.db, asking);
        await react(scope, event);
      },
    };
    const one = ear("one");
    const heardOf: unknown[] = [];
    const queue = {
      sendBatch: async (all: { body: unknown }[]) => heardOf.push(...all.map(({ body }) => body)),
    } as unknown as Queue;
    await takeUp(project, [busy, one], { ...quiet, JOBS: queue });
    expect(heardOf).toEqual([{ job: "outbox", project_id: project.id }]);
    expect(slow.heard).toEqual([1]);
    expect(one.heard).toEqual([1, 2, 3]);
    expect(await taken(project)).toBe(1);
    expect(await rowsOf("listener_cursors", project.id)).toMatchObject([
      { listener: "one", taken: 3 },
    ]);
    await takeUp(project, [busy, one]);
    await takeUp(project, [busy, one]);
    expect(slow.heard).toEqual([1, 2, 3]);
    expect(one.heard).toEqual([1, 2, 3]);
    expect(await taken(project)).toBe(3);
  });

  it("one message takes several turns, and leaves the rest to another", async () => {
    const project = await silent("A", "B", "C");
    const asking = Array.from({ length: TURN_STATEMENTS }, () => sql`SELECT 1`);
    const slow = ear("slow", { statements: TURN_STATEMENTS });
    const { react } = slow;
    const busy: Listener = {
      ...slow,
      react: async (scope, event) => {
        await readBatch(scope.db, asking);
        await react(scope, event);
      },
    };
    const message = { job: "outbox", project_id: project.id };
    await outboxJob(quiet, message, [busy], 2);
    expect(slow.heard).toEqual([1, 2]);
    await outboxJob(quiet, message, [busy]);
    expect(slow.heard).toEqual([1, 2, 3]);
    expect(await taken(project)).toBe(3);
  });

  it("pass over what cannot concern them, having asked in the statement that reads", async () => {
    const project = await silent("A", "B", "C", "D");
    const one = ear("one");
    const batches: string[][] = [];
    const DB = guarded((texts) => {
      batches.push(texts);
    });
    const hasFour = (id: Slot) =>
      sql`EXISTS (SELECT 1 AS wanted FROM outbox WHERE project_id = ${id} AND sequence = 4)`;
    const hasNine = (id: Slot) =>
      sql`EXISTS (SELECT 1 AS wanted FROM outbox WHERE project_id = ${id} AND sequence = 9)`;
    const keeps = ({ sequence }: { sequence: number }) => sequence === 2;
    const two = ear("two");
    const bound = { ...quiet, [homeName()]: DB };
    await takeUp(
      project,
      [
        { ...one, sift: { ask: hasFour, keeps } },
        { ...two, sift: { ask: hasNine } },
      ],
      bound,
    );
    expect([one.heard, two.heard]).toEqual([[2], []]);
    expect(await taken(project)).toBe(4);
    const asking = batches.filter(([text]) => text?.includes("AS wanted"));
    expect(asking.map((texts) => texts.length)).toEqual([1, 1]);
  });

  it("hear some kinds whatever the project has", async () => {
    const project = await silent("A");
    const nothing = () => sql`(SELECT 0)`;
    const always: readonly "voucher.created"[] = ["voucher.created"];
    const [one, two] = [ear("one"), ear("two")];
    await takeUp(project, [
      { ...one, sift: { ask: nothing } },
      { ...two, sift: { ask: nothing, always } },
    ]);
    expect([one.heard, two.heard]).toEqual([[], [1]]);
  });

  it("take up events that a reaction caused and nobody waits for, with those that caused it", async () => {
    const project = await silent("A");
    const cause = ear("cause", {
      react: async () => {
        const path = "/v1/vouchers/A/disable";
        await sendUnheard(project, [{ path }, { path: "/v1/vouchers/A/enable" }]);
      },
    });
    await takeUp(project, [cause]);
    expect(await taken(project)).toBe(3);
  });

  it("leave the first of them that somebody waits for, and tell the queue of it", async () => {
    const project = await silent("A");
    const more = ["B", "C"].map((code) => ({ path: `/v1/vouchers/${code}`, body: CARD }));
    const cause = ear("cause", {
      react: async (_, { sequence }) => {
        if (sequence === 1) await sendUnheard(project, more);
      },
    });
    const sent: unknown[] = [];
    const JOBS = {
      ...DEAF_QUEUES.JOBS,
      sendBatch: async (all: { body: unknown }[]) => sent.push(...all.map(({ body }) => body)),
    } as unknown as Queue;
    await takeUp(project, [cause], { ...quiet, JOBS });
    expect(await taken(project)).toBe(1);
    expect(sent).toEqual([{ job: "outbox", project_id: project.id }]);
  });

  it("of a project without rules or segments react to no redemption", async () => {
    const project = await silent("A");
    const cost = async (count: number) => {
      const order = { amount: 100 };
      const body = { customer: { source_id: "ada" }, order, gift: { credits: 1 } };
      await sendUnheard(project, Array(count).fill({ path: "/v1/vouchers/A/redemption", body }));
      let batches = 0;
      const DB = guarded(() => {
        batches += 1;
      });
      await takeUp(project, LISTENERS, { ...quiet, [homeName()]: DB });
      return batches;
    };
    await cost(1);
    expect([await cost(1), await cost(5)]).toEqual([2, 2]);
  });

  it("those of the table need no more statements in a turn than an invocation has", () => {
    expect(mostOf(LISTENERS)).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(new Set(LISTENERS.map(({ name }) => name)).size).toBe(LISTENERS.length);
  });
});

/** Hears up to three events at once; together it fails where one of them is `at`. */
function choir(name: string, of: "request" | "project", at = 0) {
  const { state, listener } = fragile(name, at);
  const calls: { numbers: number[]; request: string }[] = [];
  const together: Together = {
    of,
    most: 3,
    statements: 3,
    react: async (scope, events) => {
      const numbers = events.map(({ sequence }) => sequence);
      calls.push({ numbers, request: scope.request_id });
      if (state.isBroken && numbers.includes(at)) throw new RangeError("secret of a customer");
      for (const event of events) await listener.react(scope, event);
    },
  };
  const all: Listener & Pick<Ear, "heard"> = { ...listener, together };
  return { listener: all, calls };
}

/** Lets events be of the requests of these names, in their order. */
async function ofRequests({ id }: TestProject, ...names: string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    await homeDb()
      .prepare("UPDATE outbox SET group_id = ?3 WHERE project_id = ?1 AND sequence = ?2")
      .bind(id, at + 1, name)
      .run();
  }
}

describe("a listener that hears several events at once", () => {
  it("hears those of one request together, in a scope of that request", async () => {
    const project = await silent("A", "B", "C", "D", "E", "F", "G");
    await ofRequests(project, "r1", "r1", "r2", "r1", "r1", "r1", "r1");
    const { listener, calls } = choir("choir", "request");
    await takeUp(project, [listener]);
    expect(calls).toEqual([
      { numbers: [1, 2], request: "r1" },
      { numbers: [4, 5, 6], request: "r1" },
    ]);
    expect(listener.heard).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(await effects(project, "choir")).toBe(7);
    expect(await taken(project)).toBe(7);
  });

  it("hears those of the whole project together where it says so", async () => {
    const project = await silent("A", "B", "C", "D");
    await ofRequests(project, "r1", "r2", "r3", "r4");
    const { listener, calls } = choir("choir", "project");
    await takeUp(project, [listener]);
    expect(calls).toEqual([{ numbers: [1, 2, 3], request: "r1" }]);
    expect(listener.heard).toEqual([1, 2, 3, 4]);
  });

  it("takes those one by one that it leaves of several, and all others together", async () => {
    const project = await silent("A", "B", "C", "D", "E");
    const { listener, calls } = choir("choir", "project");
    const { together } = listener;
    if (!together) throw new Error("a choir sings together");
    const picky: Listener = {
      ...listener,
      together: {
        ...together,
        react: async (scope, events) => {
          await together.react(
            scope,
            events.filter(({ sequence }) => sequence % 2 === 0),
          );
          return events.filter(({ sequence }) => sequence % 2 === 1);
        },
      },
    };
    await takeUp(project, [picky]);
    expect(calls.map(({ numbers }) => numbers)).toEqual([[2], [4]]);
    expect(listener.heard).toEqual([2, 1, 3, 4, 5]);
    expect(await effects(project, "choir")).toBe(5);
    expect(await taken(project)).toBe(5);
  });

  it("is where it was before the first that it left when its turn ends", async () => {
    const project = await silent("A", "B", "C");
    const asking = Array.from({ length: TURN_STATEMENTS }, () => sql`SELECT 1`);
    const { react, heard, ...whole } = ear("picky");
    const picky: Listener = {
      ...whole,
      react: async (scope, event) => {
        await readBatch(scope.db, asking);
        await react(scope, event);
      },
      together: { of: "project", most: 9, statements: 1, react: async (_, [, ...left]) => left },
    };
    await takeUp(project, [picky]);
    expect([heard, await taken(project)]).toEqual([[2], 2]);
    await takeUp(project, [picky]);
    expect([heard, await taken(project)]).toEqual([[2, 3], 3]);
  });

  it("takes those one by one that it fails at together, and only the guilty one is parked", async () => {
    const log = errors();
    const project = await silent("A", "B", "C", "D", "E");
    const { listener, calls } = choir("choir", "project", 2);
    await takeUp(project, [listener, ear("one")]);
    const said = log.mock.calls.map(([line]) => JSON.parse(String(line)));
    log.mockRestore();
    const of = { listener: "choir", project: project.id, id: expect.any(String) };
    expect(said).toEqual([
      { level: "error", ...of, length: 3, cause: "RangeError" },
      { level: "error", ...of, length: 1, cause: "RangeError" },
    ]);
    expect(calls.map(({ numbers }) => numbers)).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(listener.heard).toEqual([1, 3, 4, 5]);
    const body = message(project, "choir", 2);
    expect(await rowsOf("dead_jobs", project.id)).toMatchObject([
      { id: deadJobId(body), attempts: 1, cause: "RangeError" },
    ]);
    expect(await effects(project, "choir")).toBe(4);
    expect(await taken(project)).toBe(5);
  });

  it("does not try them together again in the next turn of the message", async () => {
    const log = errors();
    const project = await silent("A", "B", "C", "D");
    const { listener, calls } = choir("choir", "project", 3);
    const slow = { ...listener, statements: TURN_STATEMENTS };
    await outboxJob(quiet, { job: "outbox", project_id: project.id }, [slow]);
    log.mockRestore();
    expect(calls.map(({ numbers }) => numbers)).toEqual([[1, 2, 3]]);
    expect(listener.heard).toEqual([1, 2, 4]);
    expect(await rowsOf("dead_jobs", project.id)).toHaveLength(1);
    expect(await taken(project)).toBe(4);
  });

  it("was cut off in the middle hears them again, and does it once", async () => {
    const project = await silent("A", "B", "C");
    const { listener } = choir("choir", "project");
    let writes = 0;
    const DB = guarded((texts) => {
      if (texts.some((text) => text.includes("INSERT INTO idempotency_keys"))) writes += 1;
      // A worker that is gone sends nothing more.
      if (writes > 1) throw new Error("cut off");
    });
    const log = errors();
    await expect(takeUp(project, [listener], { ...quiet, [homeName()]: DB })).rejects.toThrow(
      "cut off",
    );
    log.mockRestore();
    expect(await effects(project, "choir")).toBe(1);
    expect(await taken(project)).toBe(0);
    await Promise.all([takeUp(project, [listener]), takeUp(project, [listener])]);
    expect(await effects(project, "choir")).toBe(3);
    expect(await taken(project)).toBe(3);
    expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
  });

  it("ends its turn before a part that its share does not reach for", async () => {
    const project = await silent("A", "B", "C", "D", "E", "F");
    const { listener, calls } = choir("choir", "project");
    const { together } = listener;
    if (!together) throw new Error("a choir sings together");
    const asking = Array.from({ length: TURN_STATEMENTS - 10 }, () => sql`SELECT 1`);
    const busy: Listener = {
      ...listener,
      together: {
        ...together,
        statements: asking.length,
        react: async (scope, events) => {
          await readBatch(scope.db, asking);
          await together.react(scope, events);
        },
      },
    };
    await takeUp(project, [busy]);
    expect(calls.map(({ numbers }) => numbers)).toEqual([[1, 2, 3]]);
    expect(await taken(project)).toBe(3);
    await takeUp(project, [busy]);
    expect(await taken(project)).toBe(6);
  });

  it("a message sends no more than an invocation may, however many events wait", async () => {
    const log = errors();
    const codes = Array.from({ length: 30 }, (_, at) => `C${at}`);
    const project = await silent(...codes);
    const asking = Array.from({ length: 59 }, () => sql`SELECT 1`);
    const busy = (name: string): Listener => {
      const { react, ...more } = ear(name, { statements: 60 });
      return {
        ...more,
        react: async (scope, event) => {
          await readBatch(scope.db, asking);
          await react(scope, event);
        },
      };
    };
    const those = ["a", "b", "c", "d"].map(busy);
    let statements = 0;
    const counting = guarded((texts) => {
      statements += texts.length;
    });
    const message = { job: "outbox", project_id: project.id };
    await outboxJob({ ...quiet, [homeName()]: counting }, message, those);
    log.mockRestore();
    expect(statements).toBeGreaterThan(MOST_STATEMENTS / 2);
    expect(statements).toBeLessThanOrEqual(MOST_STATEMENTS);
    expect(await taken(project)).toBeLessThan(30);
  });
});

describe("a reaction that fails", () => {
  it("that never ends is parked too, and later events are heard", async () => {
    const project = await silent("A", "B");
    const log = errors();
    const whole = ear("patient");
    const stuck: Listener = {
      ...whole,
      react: (scope, event) =>
        event.sequence === 1 ? new Promise(() => {}) : whole.react(scope, event),
    };
    await takeUp(project, [stuck]);
    // What takes so long has used the turn up: the next one goes on.
    await takeUp(project, [stuck]);
    log.mockRestore();
    expect(whole.heard).toEqual([2]);
    expect(await rowsOf("dead_jobs", project.id)).toMatchObject([{ attempts: 1 }]);
    expect(await taken(project)).toBe(2);
  });

  it("is parked and listed, and keeps neither later events nor other listeners back", async () => {
    const log = errors();
    const project = await silent("A", "B", "C");
    const { listener } = fragile("bad", 2);
    const one = ear("one");
    await takeUp(project, [listener, one]);
    expect(listener.heard).toEqual([1, 3]);
    expect(one.heard).toEqual([1, 2, 3]);
    expect(await taken(project)).toBe(3);
    const list = await project.get(`/management/v1/projects/${project.id}/dead-jobs`);
    const body = message(project, "bad", 2);
    expect(list.body).toMatchObject({
      total: 1,
      dead_jobs: [{ id: deadJobId(body), body, attempts: 1, cause: "RangeError" }],
    });
    expect(Date.parse(list.body.dead_jobs[0].due_at) - Date.now()).toBeGreaterThan(MINUTE_MS / 2);
    expect(JSON.stringify([list.body, log.mock.calls])).not.toContain("secret");
    log.mockRestore();
  });

  it("is sent again when it is due, waits twice as long each time, and goes with its success", async () => {
    const log = errors();
    const project = await silent("A", "B");
    const { state, listener } = fragile("bad", 1);
    await takeUp(project, [listener]);
    const sent: unknown[] = [];
    const queue = {
      sendBatch: async (all: { body: unknown }[]) => sent.push(...all.map(({ body }) => body)),
    } as unknown as Queue;
    const swept = { ...env, JOBS: queue, LONG_JOBS: queue };
    const body = message(project, "bad", 1);
    await sweep(swept, Date.now(), undefined, homeName());
    expect(sent).not.toContainEqual(body);
    await sweep(swept, Date.now() + MINUTE_MS + 1_000, undefined, homeName());
    expect(sent).toContainEqual(body);
    await reactionJob(quiet, body, [listener]);
    const [parked] = await rowsOf("dead_jobs", project.id);
    expect(parked).toMatchObject({ attempts: 2 });
    const wait = Date.parse(String(parked?.due_at)) - Date.now();
    expect(wait).toBeGreaterThan(1.9 * MINUTE_MS);
    expect(wait).toBeLessThanOrEqual(2 * MINUTE_MS);
    state.isBroken = false;
    await reactionJob(quiet, body, [listener]);
    expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
    expect(listener.heard).toEqual([2, 1]);
    await reactionJob(quiet, body, [listener]);
    expect(await effects(project, "bad")).toBe(2);
    log.mockRestore();
  });

  it("waits for a hand after twenty times, and is sent again by it", async () => {
    const log = errors();
    const project = await silent("A");
    const { listener } = fragile("bad", 1);
    await takeUp(project, [listener]);
    await homeDb()
      .prepare("UPDATE dead_jobs SET attempts = 19 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const body = message(project, "bad", 1);
    await reactionJob(quiet, body, [listener]);
    expect(await rowsOf("dead_jobs", project.id)).toMatchObject([{ attempts: 20, due_at: null }]);
    const path = `/management/v1/projects/${project.id}/dead-jobs/${deadJobId(body)}/retry`;
    const replies = await Promise.all(
      [1, 2, 3].map(() =>
        sendPausing(project, { path, headers: project.management }, {}, DEAF_QUEUES),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    const [row] = await rowsOf("dead_jobs", project.id);
    expect(Date.parse(String(row?.due_at))).toBeLessThanOrEqual(Date.now());
    log.mockRestore();
  });

  it("of a listener that is no longer known fails as a job", async () => {
    const project = await silent("A");
    await expect(reactionJob(quiet, message(project, "gone", 1), [])).rejects.toThrow("known");
  });
});

describe("what sessions hold of a voucher that is deleted", () => {
  const hold = (project: TestProject, code: string, key: string) =>
    project.post("/v1/validations", {
      redeemables: [{ object: "voucher", id: code, gift: { credits: 10 } }],
      order: { amount: 500 },
      session: { type: "LOCK", key },
    });

  it.each(["", "?force=true"])("is let go: DELETE%s", async (query) => {
    const project = await newProject();
    for (const code of ["GONE", "KEPT"]) {
      await project.post(`/v1/vouchers/${code}`, { gift: { amount: 100 } });
      for (const key of ["a", "b"])
        expect((await hold(project, code, code + key)).status).toBe(200);
    }
    expect(await rowsOf("session_holds", project.id)).toHaveLength(4);
    expect((await project.delete(`/v1/vouchers/GONE${query}`)).status).toBe(204);
    await vi.waitUntil(
      async () => (await rowsOf("session_holds", project.id)).length === 2,
      PATIENCE,
    );
    const vouchers = await rowsOf("vouchers", project.id);
    const held = Object.fromEntries(vouchers.map((row) => [row.code, row.held_amount]));
    expect(held).toEqual(query === "" ? { GONE: 0, KEPT: 20 } : { KEPT: 20 });
  });

  it("is let go once, whether its turn is cut off or two turns hear of it at once", async () => {
    const project = await newProject();
    for (const code of ["GONE", "KEPT"]) {
      await project.post(`/v1/vouchers/${code}`, { gift: { amount: 100 } });
      expect((await hold(project, code, code)).status).toBe(200);
    }
    const path = "/v1/vouchers/GONE";
    const gone = await sendPausing(project, { method: "DELETE", path }, {}, DEAF_QUEUES);
    expect(gone.status).toBe(204);
    const last = (await rowsOf("outbox", project.id)).length;
    const DB = guarded((texts) => {
      if (texts.some((text) => text.includes("SET events_taken"))) throw new Error("cut off");
    });
    await expect(takeUp(project, LISTENERS, { ...quiet, [homeName()]: DB })).rejects.toThrow(
      "cut off",
    );
    await Promise.all([takeUp(project, LISTENERS), takeUp(project, LISTENERS)]);
    expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
    expect(await taken(project)).toBe(last);
    const vouchers = await rowsOf("vouchers", project.id);
    const held = Object.fromEntries(vouchers.map((row) => [row.code, row.held_amount]));
    expect(held).toEqual({ GONE: 0, KEPT: 10 });
  });
});
