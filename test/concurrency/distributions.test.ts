import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import type { RawRow } from "../../src/db/client";
import { readEvent } from "../../src/events/listeners";
import { eventDistributions } from "../../src/resources/distributions/listen";
import { jobScope } from "../../src/scope/job-scope";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { hearAll } from "../support/earning";
import { failure } from "../support/failure";
import { Crash, DEAF_QUEUES, dying, pausing, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";

let project: TestProject;
let coupons: string;
let schema: string;

const schemas = () => `/management/v1/projects/${project.id}/custom-event-schemas`;
const define = async (name: string): Promise<string> =>
  String((await project.post(schemas(), { name })).body.id);

beforeEach(async () => {
  project = await newProject();
  schema = await define("visit");
  coupons = await campaign(project, "Coupons");
});

const on = (name: string) => ({ name, trigger: { custom_event: { name } } });

async function distribute(name: string, event = "visit"): Promise<string> {
  const { status, body } = await project.post(`/v1/campaigns/${name}/distributions`, on(event));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

const distributions = async () => (await rowsOf("distributions", project.id)).length;
const publications = () => rowsOf("publications", project.id);

/** Sends a change, and does something else once it has read and before it writes. */
const changing = (
  request: { method?: string; path: string; body: object },
  act: () => Promise<unknown>,
) =>
  sendPausing(project, request, {
    before: async (batch) => {
      if (batch === 2) await act();
    },
  });

describe("a distribution that is added meanwhile", () => {
  const adding = (act: () => Promise<unknown>, event = "visit") =>
    changing({ path: `/v1/campaigns/${coupons}/distributions`, body: on(event) }, act);

  it("is none of a campaign that is deleted", async () => {
    failure(await adding(() => project.delete(`/v1/campaigns/${coupons}`)), 404, "not_found");
    expect(await distributions()).toBe(0);
  });

  it("is none by an event that is deleted", async () => {
    failure(await adding(() => project.delete(`${schemas()}/${schema}`)), 404, "not_found");
    expect(await distributions()).toBe(0);
  });

  it("is none beside ten of its event, of whatever campaign", async () => {
    const gifts = await campaign(project, "Gifts");
    for (let at = 0; at < 9; at++) await distribute(gifts);
    failure(await adding(() => distribute(gifts)), 400, "invalid_campaign");
    expect(await distributions()).toBe(10);
  });

  it("is none beside twenty of its campaign, by whatever event", async () => {
    for (const event of ["a", "b", "c"]) await define(event);
    for (let at = 0; at < 19; at++) await distribute(coupons, at < 10 ? "a" : "b");
    failure(await adding(() => distribute(coupons, "b")), 400, "invalid_campaign");
    expect(await distributions()).toBe(20);
  });
});

describe("a distribution that is changed or deleted meanwhile", () => {
  it("keeps both changes", async () => {
    const id = await distribute(coupons);
    const path = `/v1/campaigns/${coupons}/distributions/${id}`;
    const reply = await changing({ method: "PUT", path, body: { name: "One" } }, () =>
      project.put(path, { active: false }),
    );
    expect(reply.status).toBe(200);
    expect((await project.get(path)).body).toMatchObject({ name: "One", active: false });
  });

  it("is deleted once", async () => {
    const id = await distribute(coupons);
    const path = `/v1/campaigns/${coupons}/distributions/${id}`;
    const reply = await changing({ method: "DELETE", path, body: {} }, () => project.delete(path));
    failure(reply, 404, "not_found");
  });

  it("waits for no event that is deleted", async () => {
    await define("leave");
    const id = await distribute(coupons, "leave");
    const path = `/v1/campaigns/${coupons}/distributions/${id}`;
    const reply = await changing({ method: "PUT", path, body: on("visit") }, () =>
      project.delete(`${schemas()}/${schema}`),
    );
    failure(reply, 404, "not_found");
    expect((await project.get(path)).body.trigger).toMatchObject({
      custom_event: { name: "leave" },
    });
  });
});

describe("a process that ends", () => {
  const event = { path: "/v1/events", body: { event: "visit", customer: { source_id: "ada" } } };

  beforeEach(async () => {
    for (const called of ["A", "B", "C"]) await code(project, coupons, called);
    await distribute(coupons);
  });

  it("behind the event's commit and before the queue: the sweep gives the code, once", async () => {
    const died = sendPausing(project, event, dying("after", 2), DEAF_QUEUES);
    expect((await died).status).toBe(500);
    expect(await publications()).toEqual([]);
    const rung: unknown[] = [];
    const JOBS = {
      send: async (body: unknown) => rung.push(body),
      sendBatch: async (all: { body: unknown }[]) => rung.push(...all.map(({ body }) => body)),
    } as unknown as Queue;
    await sweep({ ...env, JOBS }, Date.now() + 60_000, undefined, homeName());
    expect(rung).toContainEqual({ job: "outbox", project_id: project.id });
    await hearAll(project);
    expect(await publications()).toMatchObject([{ result: "SUCCESS", channel: "Automation" }]);
    await expectSound(project.id);
  });

  it.each([
    ["before", 1],
    ["after", 1],
    ["before", 2],
    ["after", 2],
    ["before", 3],
    ["after", 3],
  ] as const)("%s batch %i of the reaction: hearing it again gives one code", async (when, at) => {
    await sendPausing(project, event, {}, DEAF_QUEUES);
    const told = (await rowsOf("outbox", project.id)).filter(
      ({ kind }) => kind === "customer.custom_event",
    );
    const heard = readEvent(told as RawRow[]);
    if (heard?.kind !== "customer.custom_event") throw new Error("no event");
    const react = async (crashes: boolean) => {
      const batches = { count: 0 };
      const db = pausing(homeDb(), crashes ? dying(when, at) : {}, batches);
      const scoped = { projectId: project.id, requestId: "v-1", baseUrl: "" };
      const job = await jobScope({ ...env, ...DEAF_QUEUES }, scoped);
      if (!job) throw new Error("the project is there");
      const scope = { ...job.scope, db: { ...job.scope.db, d1: db } };
      await eventDistributions.react(scope, heard);
    };
    await expect(react(true)).rejects.toThrow(Crash);
    await react(false);
    await react(false);
    expect(await publications()).toHaveLength(1);
    const given = (await rowsOf("vouchers", project.id)).filter((row) => row.publish_count === 1);
    expect(given).toHaveLength(1);
    await expectSound(project.id);
  });
});
