import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import type { RawRow } from "../../src/db/client";
import { readEvent } from "../../src/events/listeners";
import { Distribution } from "../../src/model/distribution";
import { eventDistributions } from "../../src/resources/distributions/listen";
import { DistributionList } from "../../src/resources/distributions/schema";
import { jobScope } from "../../src/scope/job-scope";
import { done } from "../support/actions";
import { eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { hearAgain, hearAll, program } from "../support/earning";
import { failure } from "../support/failure";
import { DEAF_QUEUES } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { parallel } from "../support/redeeming";
import { referralCampaign } from "../support/referrals";

type Sent = Record<string, unknown>;

const VISIT = { name: "Visitors", trigger: { custom_event: { name: "visit" } } };

let project: TestProject;
let coupons: string;

async function define(name: string): Promise<string> {
  const path = `/management/v1/projects/${project.id}/custom-event-schemas`;
  return String((await project.post(path, { name })).body.id);
}

async function distribute(name: string, sent: Sent = {}): Promise<Distribution> {
  const reply = await project.post(`/v1/campaigns/${name}/distributions`, { ...VISIT, ...sent });
  return parsed(Distribution, reply);
}

/** Tells the event of a customer; nobody has heard of it yet. */
async function tell(who: string, event = "visit") {
  const { status, body } = await project.post("/v1/events", {
    event,
    customer: { source_id: who },
  });
  expect(status, JSON.stringify(body)).toBe(200);
}

async function happens(who: string, event = "visit") {
  await tell(who, event);
  await hearAll(project);
}

/** Codes that the customer holds. */
async function held(who: string): Promise<string[]> {
  const { body } = await project.get(`/v1/customers/${who}/redeemables?limit=100&order=id`);
  return body.data.map(({ redeemable }: { redeemable: Sent }) =>
    String((redeemable.voucher as Sent).code),
  );
}

const publications = () => rowsOf("publications", project.id);

beforeEach(async () => {
  project = await newProject();
  await define("visit");
  coupons = await campaign(project, "Coupons");
});

describe("a custom event", () => {
  it("gives one code of each campaign that waits for it, and records whence", async () => {
    await code(project, coupons, "TEN");
    const gifts = await campaign(project, "Gifts");
    await code(project, gifts, "GIFT");
    await define("leave");
    const made = await distribute("Coupons");
    await distribute(gifts);
    await distribute(gifts, { trigger: { custom_event: { name: "leave" } } });
    await happens("ada");
    expect((await held("ada")).toSorted()).toEqual(["GIFT", "TEN"]);
    const told = (await rowsOf("outbox", project.id)).find(
      ({ kind }) => kind === "customer.custom_event",
    );
    expect((await publications()).find(({ campaign_id }) => campaign_id === coupons)).toMatchObject(
      { source_id: `${made.id}:${told?.id}`, channel: "Automation", result: "SUCCESS" },
    );
    await expectSound(project.id);
  });

  it("gives one code, however often and in whatever order it is heard", async () => {
    for (const called of ["A", "B", "C", "D"]) await code(project, coupons, called);
    await distribute("Coupons");
    await happens("ada");
    await hearAgain(project);
    await hearAgain(project, "backwards");
    await hearAgain(project);
    expect(await held("ada")).toHaveLength(1);
    expect(await publications()).toHaveLength(1);
    await happens("ada");
    expect(await held("ada")).toHaveLength(2);
  });

  it("gives one code where it is heard by several at once", async () => {
    for (const called of ["A", "B", "C", "D"]) await code(project, coupons, called);
    await distribute("Coupons");
    await tell("ada");
    await Promise.all([hearAgain(project), hearAgain(project), hearAgain(project)]);
    await hearAll(project);
    expect(await held("ada")).toHaveLength(1);
    expect(await publications()).toHaveLength(1);
  });

  it("gives a card of a program, and a code of referrals; who joins once gets no more", async () => {
    await program(project, "Points");
    await referralCampaign(project, "Friends", { type: "AUTO_UPDATE" });
    await distribute("Points");
    await distribute("Friends");
    await happens("ada");
    await happens("ada");
    const rows = await publications();
    expect(rows.map(({ result }) => result)).toEqual(["SUCCESS", "SUCCESS", "SUCCESS"]);
    expect(await held("ada")).toHaveLength(3);
    const members = await rowsOf("memberships", project.id);
    expect(members.map((row) => row.publications).toSorted()).toEqual([1, 2]);
  });

  it("leaves one failed publication where nothing is to give, for good; others give", async () => {
    const gifts = await campaign(project, "Gifts");
    await code(project, gifts, "GIFT");
    const { id } = await distribute("Coupons");
    await distribute("Gifts");
    await happens("ada");
    await hearAgain(project);
    expect(await held("ada")).toEqual(["GIFT"]);
    const failed = (await publications()).filter(({ result }) => result === "FAILURE");
    expect(failed).toMatchObject([
      { campaign_id: coupons, failure_code: "no_voucher_suitable_for_publication" },
    ]);
    expect(String(failed[0]?.source_id)).toContain(`${id}:`);
    await code(project, coupons, "LATE");
    await hearAgain(project);
    expect(await held("ada")).toEqual(["GIFT"]);
    const shown = await project.get("/v1/publications?result=FAILURE");
    expect(shown.body).toMatchObject({ total: 1, publications: [{ result: "FAILURE" }] });
  });

  it("gives nothing by what is inactive, deleted, or of a campaign that was deleted", async () => {
    const gifts = await campaign(project, "Gifts");
    for (const called of ["A", "B"]) await code(project, coupons, called);
    await code(project, gifts, "GIFT");
    await distribute("Coupons", { active: false });
    const { id } = await distribute("Coupons");
    await distribute("Gifts");
    expect((await project.delete(`/v1/campaigns/Coupons/distributions/${id}`)).status).toBe(204);
    expect((await project.delete(`/v1/campaigns/${gifts}`)).status).toBe(202);
    await happens("ada");
    expect(await publications()).toEqual([]);
    const left = await rowsOf("distributions", project.id);
    expect(left.map(({ campaign_id }) => campaign_id)).toEqual([coupons]);
  });

  it("gives nothing by a distribution that was made after it, however late it is heard", async () => {
    for (const called of ["A", "B"]) await code(project, coupons, called);
    await tell("ada");
    await distribute("Coupons");
    await hearAll(project);
    expect(await held("ada")).toEqual([]);
    expect(await publications()).toEqual([]);
    await happens("ada");
    expect(await held("ada")).toHaveLength(1);
    await expectSound(project.id);
  });

  it("sends no more statements than are told, for as many as it can trigger", async () => {
    await campaign(project, "Endless", { type: "AUTO_UPDATE" });
    for (let at = 0; at < 10; at++) await distribute("Endless");
    await tell("ada");
    const told = (await rowsOf("outbox", project.id)).filter(
      ({ kind }) => kind === "customer.custom_event",
    );
    const event = readEvent(told as RawRow[]);
    const bound = { ...env, ...DEAF_QUEUES };
    const job = await jobScope(bound, { projectId: project.id, requestId: "v-1", baseUrl: "" });
    if (!job || event?.kind !== "customer.custom_event") throw new Error("no event");
    const before = job.scope.db.cost.statements;
    await eventDistributions.react(job.scope, event);
    const sent = job.scope.db.cost.statements - before;
    expect(await publications()).toHaveLength(10);
    expect(sent).toBeGreaterThan(eventDistributions.statements / 2);
    expect(sent).toBeLessThanOrEqual(eventDistributions.statements);
  });

  it("gives nothing to a customer who was deleted meanwhile", async () => {
    await code(project, coupons, "TEN");
    await distribute("Coupons");
    await tell("ada");
    expect((await project.delete("/v1/customers/ada")).status).toBe(204);
    await hearAll(project);
    expect(await publications()).toEqual([]);
  });
});

describe("distributions", () => {
  it("are made, listed, read, changed and deleted, by the id or name of the campaign", async () => {
    const leave = await define("leave");
    const made = await distribute(coupons, { metadata: { a: 1 } });
    expect(made).toEqual({
      id: expect.stringMatching(/^dist_[0-9a-f]{18}$/),
      campaign_id: coupons,
      name: "Visitors",
      trigger: { custom_event: { id: expect.stringMatching(/^ms_/), name: "visit" } },
      active: true,
      metadata: { a: 1 },
      created_at: expect.any(String),
      updated_at: null,
      object: "distribution",
    });
    const path = "/v1/campaigns/Coupons/distributions";
    const place = `${path}/${made.id}`;
    expect(parsed(Distribution, await project.get(place))).toEqual(made);
    const change = { active: false, metadata: { b: 2 }, trigger: { custom_event: { id: leave } } };
    const changed = parsed(Distribution, await project.put(place, { name: "Leavers", ...change }));
    expect(changed).toEqual({
      ...made,
      name: "Leavers",
      active: false,
      metadata: { a: 1, b: 2 },
      trigger: { custom_event: { id: leave, name: "leave" } },
      updated_at: expect.any(String),
    });
    const same = { name: null, active: null, trigger: null };
    expect(parsed(Distribution, await project.put(place, same))).toEqual(changed);
    expect(parsed(Distribution, await project.put(place, { metadata: null })).metadata).toEqual({});
    const second = await distribute(coupons, { active: false });
    expect(parsed(DistributionList, await project.get(path))).toMatchObject({
      object: "list",
      data_ref: "data",
      data: [{ id: made.id }, second],
      total: 2,
    });
    expect((await project.delete(place)).status).toBe(204);
    failure(await project.get(place), 404, "not_found");
    failure(await project.delete(place), 404, "not_found");
    expect(parsed(DistributionList, await project.get(path)).total).toBe(1);
  });

  it.each<[Sent, number, string]>([
    [{ name: "" }, 400, "invalid_payload"],
    [{ name: null }, 400, "invalid_payload"],
    [{ trigger: {} }, 400, "invalid_payload"],
    [{ trigger: { custom_event: {} } }, 400, "invalid_payload"],
    [{ trigger: { custom_event: { id: "" } } }, 400, "invalid_payload"],
    [{ active: "yes" }, 400, "invalid_payload"],
    [{ metadata: [] }, 400, "invalid_payload"],
    [{ trigger: { custom_event: { id: "ms_none" } } }, 404, "not_found"],
    [{ trigger: { custom_event: { name: "none" } } }, 404, "not_found"],
  ])("are refused and nothing is kept: %j", async (sent, status, key) => {
    const path = `/v1/campaigns/${coupons}/distributions`;
    failure(await project.post(path, { ...VISIT, ...sent }), status, key);
    expect(await rowsOf("distributions", project.id)).toEqual([]);
  });

  it("are refused where the id and the name are of two events", async () => {
    const id = await define("leave");
    const path = `/v1/campaigns/${coupons}/distributions`;
    const trigger = { custom_event: { id, name: "visit" } };
    const reply = await project.post(path, { ...VISIT, trigger });
    expect(failure(reply, 400, "invalid_payload").details).toBe(
      "Property .trigger.custom_event.name must name one custom event, not two",
    );
    expect(await rowsOf("distributions", project.id)).toEqual([]);
    const both = { custom_event: { id, name: "leave" } };
    expect((await distribute(coupons, { trigger: both })).trigger).toEqual(both);
  });

  it("are of campaigns with codes alone, and protected ones keep theirs", async () => {
    await campaign(project, "Deals", { campaign_type: "PROMOTION", voucher: null });
    failure(
      await project.post("/v1/campaigns/Deals/distributions", VISIT),
      400,
      "invalid_campaign",
    );
    failure(await project.post("/v1/campaigns/none/distributions", VISIT), 404, "not_found");
    failure(await project.get("/v1/campaigns/none/distributions"), 404, "not_found");
    expect(await rowsOf("distributions", project.id)).toEqual([]);
    const { id } = await distribute("Coupons");
    const before = await rowsOf("distributions", project.id);
    await homeDb()
      .prepare("UPDATE campaigns SET protected = 1 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const path = "/v1/campaigns/Coupons/distributions";
    failure(await project.post(path, VISIT), 400, "resource_protected");
    failure(await project.put(`${path}/${id}`, { name: "New" }), 400, "resource_protected");
    failure(await project.delete(`${path}/${id}`), 400, "resource_protected");
    expect(await rowsOf("distributions", project.id)).toEqual(before);
  });

  it("404: of another campaign, and of none", async () => {
    await campaign(project, "Gifts");
    const { id } = await distribute("Coupons");
    const before = await rowsOf("distributions", project.id);
    const stray = `/v1/campaigns/Gifts/distributions/${id}`;
    failure(await project.get(stray), 404, "not_found");
    failure(await project.put(stray, { name: "Mine" }), 404, "not_found");
    failure(await project.delete(stray), 404, "not_found");
    expect(await rowsOf("distributions", project.id)).toEqual(before);
  });

  it("are at most ten of an event, also where many are added at once", async () => {
    const path = `/v1/campaigns/${coupons}/distributions`;
    for (let at = 0; at < 8; at++) await distribute(coupons);
    const replies = await parallel(5, () => project.post(path, VISIT));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400]);
    expect(await rowsOf("distributions", project.id)).toHaveLength(10);
    await define("leave");
    const { id } = await distribute(coupons, { trigger: { custom_event: { name: "leave" } } });
    failure(await project.put(`${path}/${id}`, VISIT), 400, "invalid_campaign");
    expect(parsed(Distribution, await project.get(`${path}/${id}`)).trigger).toMatchObject({
      custom_event: { name: "leave" },
    });
  });

  it("are at most twenty of a campaign", async () => {
    const triggers = ["a", "b"].map((name) => ({ trigger: { custom_event: { name } } }));
    for (const [at, name] of ["a", "b"].entries()) {
      await define(name);
      for (let count = 0; count < 10; count++) await distribute(coupons, triggers[at]);
    }
    const reply = await project.post(`/v1/campaigns/${coupons}/distributions`, VISIT);
    expect(failure(reply, 400, "invalid_campaign").details).toContain("at most 20");
    expect(await rowsOf("distributions", project.id)).toHaveLength(20);
  });
});

describe("a rule of a distribution", () => {
  let made: Distribution;
  let rule: string;

  const assignments = (id = rule) => project.get(`/v1/validation-rules/${id}/assignments`);

  async function newRule(rules: Sent): Promise<string> {
    const reply = await project.post("/v1/validation-rules", { name: "Who", rules });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    return String(reply.body.id);
  }

  const assign = (to: Sent, id = rule) =>
    project.post(`/v1/validation-rules/${id}/assignments`, to);

  beforeEach(async () => {
    for (const called of ["A", "B", "C"]) await code(project, coupons, called);
    made = await distribute("Coupons");
    rule = await newRule({
      "1": { name: "customer.metadata", property: "vip", conditions: { $is: [true] } },
      logic: "1",
    });
    expect((await assign({ distribution: made.id })).body).toMatchObject({
      rule_id: rule,
      related_object_id: made.id,
      related_object_type: "distribution",
    });
  });

  it("says who is given a code: nobody else is, and nothing is recorded of them", async () => {
    await project.post("/v1/customers", { source_id: "ada", metadata: { vip: true } });
    await project.post("/v1/customers", { source_id: "ben", metadata: { vip: false } });
    await happens("ada");
    await happens("ben");
    await happens("new");
    expect(await held("ada")).toHaveLength(1);
    expect(await held("ben")).toEqual([]);
    expect(await publications()).toHaveLength(1);
    await expectSound(project.id);
  });

  it("looks at segments and at what the event tells, and keeps no other distribution back", async () => {
    const other = await distribute("Coupons", { name: "Other" });
    const { id } = (
      await project.post("/v1/segments", {
        name: "Buyers",
        filter: { "metadata.buyer": { conditions: { $is: [true] } } },
      })
    ).body;
    const ofSegment = await newRule({
      "1": { name: "customer.segment", conditions: { $is: [id] } },
      "2": { name: "custom_event.metadata", property: "pages", conditions: { $more_than: [2] } },
      logic: "1 and 2",
    });
    await assign({ related_object_id: other.id, related_object_type: "distribution" }, ofSegment);
    await project.post("/v1/customers", { source_id: "ada", metadata: { buyer: true } });
    const visit = (pages: number) =>
      project.post("/v1/events", {
        event: "visit",
        customer: { source_id: "ada" },
        metadata: { pages },
      });
    await visit(1);
    await hearAll(project);
    expect(await publications()).toEqual([]);
    await visit(3);
    await hearAll(project);
    const [given, ...more] = await publications();
    expect(String(given?.source_id)).toContain(other.id);
    expect(more).toEqual([]);
  });

  it("gives again once it is taken back, and a distribution has one at most", async () => {
    const second = await newRule({});
    expect(await assign({ distribution: made.id }, second)).toMatchObject({
      status: 400,
      body: { key: "invalid_campaign" },
    });
    expect((await assign({ distribution: "dist_0" })).status).toBe(404);
    const { id } = (await assignments()).body.data[0];
    await project.delete(`/v1/validation-rules/${rule}/assignments/${id}`);
    await happens("ben");
    expect(await held("ben")).toHaveLength(1);
    await expectSound(project.id);
  });

  it.each([
    ["it", () => `/v1/campaigns/${coupons}/distributions/${made.id}`],
    ["its campaign", () => `/v1/campaigns/${coupons}?force=true`],
  ])("goes with %s, and is told so", async (_, path) => {
    const reply = await project.delete(path());
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    expect((await assignments()).body).toMatchObject({ data: [], total: 0 });
    expect((await project.get(`/v1/validation-rules/${rule}`)).body.assignments_count).toBe(0);
    const gone = (await eventsOf(project.id)).filter(
      ({ kind }) => kind === "business_validation_rule.assignment.deleted",
    );
    expect(gone).toMatchObject([{ entity_id: rule }]);
    await expectSound(project.id);
  });

  it("comes back with its campaign from the bin", async () => {
    await done(project, await project.delete(`/v1/campaigns/${coupons}`));
    const [entry] = (await project.get("/v1/trash-bin")).body.data;
    const back = await project.post(`/v1/trash-bin/${entry.id}/restore`);
    const { async_action_id } = back.body;
    await done(project, { ...back, body: { async_action_id } });
    expect((await assignments()).body.data).toMatchObject([{ related_object_id: made.id }]);
    await expectSound(project.id);
  });
});
