import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { actionJob } from "../../src/async/jobs/action";
import { reactionJob } from "../../src/async/jobs/reaction";
import { cursorListOf } from "../../src/http/page";
import { Activity } from "../../src/resources/events/schema";
import { Replay } from "../../src/resources/webhooks/deliveries/schema";
import { BASE, costOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { aged, archiveTo, endingAt, feedOf, filesOf, inOutbox } from "../support/archiving";
import { tracesOf } from "../support/everywhere";
import { Crash, DEAF_QUEUES, sendPausing } from "../support/faults";
import { deliver, deliveriesOf, hooksOf, newHook, newReceiver, verified } from "../support/hooks";
import { program } from "../support/loyalty";
import { homeDb } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

// No turn ends by the clock, and no key is looked up again since it is remembered no longer.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const List = cursorListOf(Activity);
const quiet = { ...env, ...DEAF_QUEUES };

/** All of an activity, page after page, and how many pages it took. */
async function pages(project: TestProject, path: string, query: string) {
  const items: Activity[] = [];
  let [cursor, count]: [string | null, number] = ["", 0];
  while (cursor !== null) {
    const after = cursor === "" ? "" : `&starting_after_id=${cursor}`;
    const reply = await project.get(`${path}?${query}${after}`);
    const page = parsed(List, reply);
    expect(costOf(reply).roundTrips).toBeLessThanOrEqual(2);
    items.push(...page.data);
    count += 1;
    const next: string | null = page.has_more ? (page.more_starting_after ?? "") : null;
    expect(next, "a page that is not the last has a cursor").not.toBe("");
    cursor = next;
  }
  return { items, count };
}

const itemsOf = async (project: TestProject, path: string, query: string) =>
  (await pages(project, path, query)).items;

const JANE = "/v1/customers/jane/activity";

/** Names that stand nowhere else. */
const named = (project: TestProject) => [`Zebra ${project.id}`, `Yak ${project.id}`] as const;

/** Jane does something every other time; what she orders stands in her activity too. */
async function busy(): Promise<TestProject> {
  const project = await newProject();
  const [zebra, yak] = named(project);
  await project.post("/v1/customers", { source_id: "jane", name: zebra });
  await voucher(project, "A", { redemption: { quantity: 3 } });
  for (let at = 1; at <= 4; at++) {
    const customer = { source_id: "jane" };
    const order = { source_id: `o${at}`, items: [{ product_id: "p", quantity: 1, price: 900 }] };
    await redeem(project, "A", { customer, order });
    await project.post("/v1/customers", { source_id: `other${at}` });
  }
  await project.put("/v1/customers/jane", { name: yak });
  await aged(project);
  return project;
}

const QUERIES = [
  "limit=100",
  "limit=1",
  "limit=3",
  "type=customer.redemption.succeeded&limit=2",
  "category=ACTION&limit=4",
  "type=customer.redemption.failed",
  "type=customer.deleted",
  "start_date=2026-01-06&limit=2",
  "end_date=2026-01-12&limit=2",
  "start_date=2026-01-06&end_date=2026-01-12",
].flatMap((query) => [`${query}&order=created_at`, `${query}&order=-created_at`]);

describe("a customer's activity", () => {
  it("goes on in the archive as if nothing had left", async () => {
    const project = await busy();
    const before = new Map<string, Activity[]>();
    for (const query of QUERIES) before.set(query, await itemsOf(project, JANE, query));
    expect(before.get("limit=100&order=created_at")?.length).toBeGreaterThan(8);
    const [first, last] = [await inOutbox(project), await feedOf(project)];
    expect(first.at(-1)).toBe(last.length);
    for (const end of [2, 6, 7, first.length]) {
      await archiveTo(project, end);
      for (const query of QUERIES) {
        expect(await itemsOf(project, JANE, query), `${query} up to ${end}`).toEqual(
          before.get(query),
        );
      }
    }
    expect(await inOutbox(project)).toEqual([]);
  });

  it("goes on after a cursor from before it left", async () => {
    const project = await busy();
    const all = await itemsOf(project, JANE, "limit=100");
    await archiveTo(project, 5);
    await archiveTo(project, 9);
    for (const [at, { id }] of all.entries()) {
      const rest = await itemsOf(project, JANE, `limit=100&starting_after_id=${id}`);
      expect(rest).toEqual(all.slice(at + 1));
    }
  });

  it("opens few files, and one round trip more, however many there are", async () => {
    const project = await busy();
    const { length } = await inOutbox(project);
    for (let end = 1; end <= length; end++) await archiveTo(project, end);
    expect((await filesOf(project)).size).toBe(length);
    const opened: string[] = [];
    const files = new Proxy(env.EXPORTS, {
      get: (target, name) => (key: string) => {
        opened.push(`${String(name)} ${key}`);
        return target.get(key);
      },
    });
    const context = createExecutionContext();
    const asked = new Request(`${BASE}${JANE}?limit=100`, { headers: project.server });
    const reply = await app.fetch(asked, { ...env, EXPORTS: files }, context);
    await waitOnExecutionContext(context);
    expect(opened).toHaveLength(4);
    expect(List.parse(await reply.json()).has_more).toBe(true);
  });
});

describe("a card's activity", () => {
  it("goes on in the archive as if nothing had left", async () => {
    const { project, cards } = await program(["ada", "bob"]);
    const path = `/v1/loyalties/members/${cards.ada}/activity`;
    for (const points of [10, 20, 30]) {
      await project.post(`/v1/loyalties/members/${cards.ada}/balance`, { points });
      await project.put("/v1/customers/ada", { name: `Ada ${points}` });
    }
    await aged(project);
    const queries = ["limit=100", "limit=1", "limit=2&order=created_at"];
    const before = new Map<string, Activity[]>();
    for (const query of queries) before.set(query, await itemsOf(project, path, query));
    expect(before.get("limit=100")?.length).toBeGreaterThanOrEqual(4);
    const { length } = await inOutbox(project);
    for (const end of [Math.floor(length / 2), length - 2, length]) {
      await archiveTo(project, end);
      for (const query of queries) {
        expect(await itemsOf(project, path, query), query).toEqual(before.get(query));
      }
    }
  });
});

describe("a webhook", () => {
  it("is told of archived events by a replay, of one and of a range", async () => {
    const project = await newProject();
    const receiver = newReceiver();
    const hook = await newHook(project, { target_url: receiver.url });
    for (const code of ["A", "B", "C", "D", "E"]) {
      const path = `/v1/vouchers/${code}`;
      await sendPausing(project, { path, body: { gift: { amount: 1 } } }, {}, DEAF_QUEUES);
    }
    await deliver(project, quiet);
    const [told] = await receiver.received();
    await aged(project);
    await archiveTo(project, 2);
    await archiveTo(project, 4);
    const log = `${hooksOf(project)}/${hook.id}/deliveries`;
    const ask = (path: string, body: object) =>
      sendPausing(project, { path, body, headers: project.management }, {}, DEAF_QUEUES);
    const range = { from_sequence: 2, to_sequence: 99 };
    expect(parsed(Replay, await ask(`${log}/replay`, range))).toMatchObject({
      replayed: 4,
      next_sequence: null,
      has_more: false,
    });
    await deliver(project, quiet);
    const again = (await receiver.received()).slice(5);
    const events = again.map((each) => verified(project.webhookSecret, each));
    expect(events.map(({ sequence }) => sequence).sort()).toEqual([2, 3, 4, 5]);
    expect(events.find(({ sequence }) => sequence === 3)?.data.voucher.code).toBe("C");
    const id = told?.headers["webhook-id"];
    expect((await ask(`${log}/${id}/replay`, {})).status).toBe(200);
    await deliver(project, quiet);
    const last = (await receiver.received()).at(-1);
    if (!last || !told) throw new Error("a message came");
    const [one, other] = [told, last].map((each) => verified(project.webhookSecret, each));
    expect(other.data).toEqual(one.data);
    expect((await deliveriesOf(project)).every(({ status }) => status === "SUCCEEDED")).toBe(true);
  });

  it("replays a range that stands in many files part by part", async () => {
    const project = await newProject();
    const hook = await newHook(project, { target_url: newReceiver().url });
    for (let at = 1; at <= 7; at++) {
      const path = `/v1/vouchers/V${at}`;
      await sendPausing(project, { path, body: { gift: { amount: 1 } } }, {}, DEAF_QUEUES);
    }
    await deliver(project, quiet);
    await aged(project);
    for (let end = 1; end <= 6; end++) await archiveTo(project, end);
    const path = `${hooksOf(project)}/${hook.id}/deliveries/replay`;
    const replay = async (from_sequence: number) => {
      const body = { from_sequence, to_sequence: 7 };
      const sent = { path, body, headers: project.management };
      return parsed(Replay, await sendPausing(project, sent, {}, DEAF_QUEUES));
    };
    expect(await replay(1)).toMatchObject({ replayed: 4, next_sequence: 5, has_more: true });
    expect(await replay(5)).toMatchObject({ replayed: 3, next_sequence: null, has_more: false });
    expect((await deliveriesOf(project)).map(({ replays }) => replays)).toEqual(Array(7).fill(1));
  });
});

describe("a reaction that had failed", () => {
  it("is tried again though its event has left meanwhile", async () => {
    const project = await busy();
    await archiveTo(project, 3);
    const heard: unknown[] = [];
    const listener = {
      name: "late",
      kinds: ["customer.created" as const],
      statements: 0,
      react: async (_: unknown, event: { sequence: number; data: unknown }) => {
        heard.push(event);
      },
    };
    const body = { job: "reaction", project_id: project.id, listener: "late", sequence: 1 };
    await homeDb()
      .prepare(
        `INSERT INTO dead_jobs (project_id, id, queue, body, attempts, cause, died_at, due_at)
       VALUES (?1, 'dj_1', 'vouchsafe-jobs', ?2, 1, 'Error', '2026-01-01T00:00:00.000Z', NULL)`,
      )
      .bind(project.id, JSON.stringify(body))
      .run();
    await reactionJob(quiet, body, [listener]);
    expect(heard).toMatchObject([
      { sequence: 1, kind: "customer.created", data: { customer: { source_id: "jane" } } },
    ]);
  });
});

describe("a permanent deletion", () => {
  const remove = (project: TestProject) =>
    sendPausing(project, { path: "/v1/customers/jane/permanent-deletion" }, {}, DEAF_QUEUES);

  it("takes the customer out of the archive too, and nothing else", async () => {
    const project = await busy();
    for (const end of [2, 5, 9]) await archiveTo(project, end);
    const before = await feedOf(project);
    const { length } = before;
    const reply = await remove(project);
    const open = (await rowsOf("async_actions", project.id)).find(
      ({ status }) => status === "IN_PROGRESS",
    );
    if (open) await actionJob(quiet, { project_id: project.id, action_id: open.id });
    const [done] = await rowsOf("async_actions", project.id);
    expect(done).toMatchObject({ status: "DONE" });
    // Events that the shop has sent itself, of which there are none.
    expect(JSON.parse(String(done?.result)).events).toBe(0);
    expect(reply.status).toBe(200);
    const text = [...(await filesOf(project)).values()].join("");
    expect(text).not.toContain("Zebra");
    expect(text).not.toContain('"source_id":"jane"');
    expect(text).toContain("other1");
    expect(await tracesOf(named(project))).toEqual([]);
    const after = await feedOf(project);
    expect(after.map(({ id, sequence, type }) => [id, sequence, type]).slice(0, length)).toEqual(
      before.map(({ id, sequence, type }) => [id, sequence, type]),
    );
  });

  it("goes on without a file that is gone from the bucket, and says so once", async () => {
    const project = await busy();
    for (const end of [2, 5, 9]) await archiveTo(project, end);
    const [name = ""] = (await filesOf(project)).keys();
    const gone = `events/${project.id}/${name}`;
    await env.EXPORTS.delete(gone);
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect((await remove(project)).status).toBe(200);
    const [open] = await rowsOf("async_actions", project.id);
    await actionJob(quiet, { project_id: project.id, action_id: open?.id });
    const lines = log.mock.calls.flat();
    log.mockRestore();
    expect(lines).toEqual([JSON.stringify({ level: "error", job: "permanent-deletion", gone })]);
    expect(await rowsOf("async_actions", project.id)).toMatchObject([{ status: "DONE" }]);
    const files = await filesOf(project);
    expect([...files.keys()]).not.toContain(name);
    expect(files.size).toBe(2);
    expect([...files.values()].join("")).not.toContain("Zebra");
    expect(await tracesOf(named(project))).toEqual([]);
  });

  it("goes on where it was cut off between a file and the step that wrote it", async () => {
    const project = await busy();
    for (const end of [2, 5, 9]) await archiveTo(project, end);
    const count = (await feedOf(project)).length;
    // Each file is read twice, the second time to be written anew; the process ends right after.
    const { bindings } = endingAt("after", 6);
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const request = { path: "/v1/customers/jane/permanent-deletion" };
    const files = { ...DEAF_QUEUES, EXPORTS: bindings.EXPORTS };
    expect((await sendPausing(project, request, {}, files)).status).toBe(500);
    log.mockRestore();
    const [open] = await rowsOf("async_actions", project.id);
    expect(open).toMatchObject({ status: "IN_PROGRESS" });
    await actionJob(quiet, { project_id: project.id, action_id: open?.id });
    expect(await rowsOf("async_actions", project.id)).toMatchObject([{ status: "DONE" }]);
    const text = [...(await filesOf(project)).values()].join("");
    expect(text).not.toContain("Zebra");
    expect(text).toContain("other1");
    expect(await tracesOf(named(project))).toEqual([]);
    // What happened to her is still counted, and that she was deleted.
    expect(await feedOf(project)).toHaveLength(count + 1);
  });

  it("is exact though an archive is written at the same time", async () => {
    const project = await busy();
    const ending = endingAt("after", 4);
    // The file stands with her name in it, and is not sealed.
    await expect(archiveTo(project, 5, ending.bindings)).rejects.toThrow(Crash);
    expect([...(await filesOf(project)).values()].join("")).toContain("Zebra");
    let isDeleted = false;
    const slow = new Proxy(env.EXPORTS, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]) => {
          const done = await value.apply(target, given);
          // Whoever writes the file has read the events by now.
          if (name === "put" && !isDeleted) {
            isDeleted = true;
            await remove(project);
          }
          return done;
        };
      },
    });
    await archiveTo(project, 5, { DB: homeDb(), EXPORTS: slow });
    expect(isDeleted).toBe(true);
    expect(await inOutbox(project)).not.toContain(5);
    const text = [...(await filesOf(project)).values()].join("");
    expect(text).toContain("other1");
    expect(text).not.toContain("Zebra");
    expect(await tracesOf(named(project))).toEqual([]);
  });
});
