import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { reactionJob } from "../../src/async/jobs/reaction";
import { reactionBody } from "../../src/async/react";
import { followPoints } from "../../src/resources/loyalties/tiers/follow-points";
import { segmentMembership } from "../../src/resources/segments/listen";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { addRules, earningRule, fixed, hearAgain, hearAll, program } from "../support/earning";
import { sendUnheard } from "../support/faults";
import { madeRule, segmentRule } from "../support/history";
import { expectSound } from "../support/loyalty";
import { PATIENCE } from "../support/patience";
import { redeemables, voucher } from "../support/redeeming";

let project: TestProject;
let card: string;
const customer = { source_id: "ada" };

beforeEach(async () => {
  project = await newProject();
  await program(project, "Points");
  const member = await project.post("/v1/loyalties/Points/members", { customer });
  card = member.body.code;
  await hearAll(project);
});

const balance = async (): Promise<number> =>
  (await project.get(`/v1/vouchers/${card}`)).body.loyalty_card.balance;

/** A paid order as a request. */
const paid = (source_id: string) => ({
  path: "/v1/orders",
  body: { source_id, amount: 5000, status: "PAID", customer },
});

const counts = (conditions: object) =>
  segmentRule(project, { "summary.orders.total_count": { conditions: { ...conditions } } });

const welcome = async (conditions: object) => {
  await addRules(project, "Points", [
    fixed(500, { validation_rule_id: await counts(conditions), source: { banner: "Welcome" } }),
  ]);
};

describe("points for a first order", () => {
  it.each([
    ["$is [1]", { $is: [1] }],
    ["$less_than [2]", { $less_than: [2] }],
  ])("%s: two orders at once, heard when both are there, earn once", async (_, conditions) => {
    await welcome(conditions);
    await sendUnheard(project, [paid("one"), paid("two")]);
    await hearAll(project);
    expect(await balance()).toBe(500);
    await hearAgain(project);
    await hearAgain(project, "backwards");
    expect(await balance()).toBe(500);
    await expectSound(project);
  });

  it("in parallel with listeners at work, too", async () => {
    await welcome({ $is: [1] });
    await Promise.all(
      ["one", "two", "three"].map((name) => project.post("/v1/orders", paid(name).body)),
    );
    await hearAll(project);
    expect(await balance()).toBe(500);
  });

  it("none so far is met by nobody: the order counts by then", async () => {
    await welcome({ $less_than: [1] });
    await sendUnheard(project, [paid("one")]);
    await hearAll(project);
    expect(await balance()).toBe(0);
  });

  it("orders that redemptions pay are judged alike", async () => {
    await welcome({ $is: [1] });
    await voucher(project, "ANY");
    const redeeming = (source_id: string) => ({
      path: "/v1/redemptions",
      body: { redeemables: redeemables("ANY"), customer, order: { source_id, amount: 5000 } },
    });
    await sendUnheard(project, [redeeming("one"), redeeming("two")]);
    await hearAll(project);
    expect(await balance()).toBe(500);
  });

  it("an amount spent is what was spent by then", async () => {
    const rule = await segmentRule(project, {
      "summary.orders.total_amount": { conditions: { $less_than_or_equal: [10_000] } },
    });
    await addRules(project, "Points", [fixed(7, { validation_rule_id: rule })]);
    await sendUnheard(project, [paid("one"), paid("two"), paid("three")]);
    await hearAll(project);
    expect(await balance()).toBe(14);
  });
});

describe("an event of a caller", () => {
  const visit = { path: "/v1/events", body: { event: "visit", customer } };
  const level = (value: string) => ({
    method: "PUT",
    path: "/v1/customers/ada",
    body: { metadata: { level: value } },
  });

  beforeEach(async () => {
    const path = `/management/v1/projects/${project.id}/custom-event-schemas`;
    expect((await project.post(path, { name: "visit" })).status).toBe(200);
  });

  it("earns by what was known of the customer then, whatever changed since", async () => {
    const rule = await madeRule(project, "customer.metadata", { $is: ["new"] }, "level");
    await earningRule(project, "Points", {
      event: "visit",
      custom_event: { name: "visit" },
      loyalty: { type: "FIXED", points: 3 },
      validation_rule_id: rule,
    });
    await sendUnheard(project, [level("new"), visit, level("old"), visit]);
    await hearAll(project);
    expect(await balance()).toBe(3);
  });

  it("earns by the orders of then, and distributes by them", async () => {
    const none = await counts({ $is: [0] });
    const one = await counts({ $is: [1] });
    await campaign(project, "Early");
    await campaign(project, "Late");
    for (const name of ["Early", "Late"]) {
      const { body } = await project.get(`/v1/campaigns/${name}`);
      await code(project, body.id, `${name}-1`);
      const made = await project.post(`/v1/campaigns/${name}/distributions`, {
        name,
        trigger: { custom_event: { name: "visit" } },
      });
      const path = `/v1/validation-rules/${name === "Early" ? none : one}/assignments`;
      expect((await project.post(path, { distribution: made.body.id })).status).toBe(200);
    }
    await sendUnheard(project, [visit, paid("one")]);
    await hearAll(project);
    const vouchers = await rowsOf("vouchers", project.id);
    const held = vouchers.filter(({ holder_id, type }) => holder_id && type === "DISCOUNT_VOUCHER");
    expect(held.map(({ code: name }) => name)).toEqual(["Early-1"]);
  });
});

describe("a segment that was entered and left before anybody heard of it", () => {
  const told = async (): Promise<string[]> =>
    (await eventsOf(project.id)).flatMap(({ kind }) => {
      const [, change] = /^customer\.segment\.(entered|left)$/.exec(kind) ?? [];
      return change ? [change] : [];
    });

  const first = async () => {
    const { body } = await project.post("/v1/segments", {
      name: "First",
      type: "auto-update",
      filter: { "summary.orders.total_count": { conditions: { $is: [1] } } },
    });
    await earningRule(project, "Points", {
      event: "customer.segment.entered",
      segment: { id: body.id },
      loyalty: { type: "FIXED", points: 50 },
      validation_rule_id: await counts({ $is: [1] }),
    });
  };

  it("is told with both, and earns by how the customer entered it", async () => {
    await first();
    await sendUnheard(project, [paid("one"), paid("two")]);
    await hearAll(project);
    expect(await told()).toEqual(["entered", "left"]);
    expect(await balance()).toBe(50);
    const events = await eventsOf(project.id);
    const entered = events.find(({ kind }) => kind === "customer.segment.entered");
    expect(entered?.data.customer.summary.orders.total_count).toBe(1);
    await hearAgain(project);
    await hearAgain(project, "backwards");
    expect(await told()).toEqual(["entered", "left"]);
    expect(await balance()).toBe(50);
    await expectSound(project);
  });

  it("is told in its order where an event is tried again after later ones", async () => {
    await first();
    await sendUnheard(project, [paid("one"), paid("two")]);
    const sequences = (await rowsOf("outbox", project.id))
      .filter(({ kind }) => kind === "customer.order.paid")
      .map(({ sequence }) => Number(sequence));
    const hear = (sequence: number | undefined) =>
      reactionJob(
        env,
        reactionBody({
          project_id: project.id,
          listener: segmentMembership.name,
          sequence: sequence ?? 0,
        }),
      );
    await hear(sequences[1]);
    expect(await told()).toEqual([]);
    await hear(sequences[0]);
    expect(await told()).toEqual(["entered"]);
    await hearAll(project);
    expect(await told()).toEqual(["entered", "left"]);
  });
});

describe("a tier that was entered after the order", () => {
  it("does not multiply its points", async () => {
    const rule = await earningRule(project, "Points", fixed(500));
    const tiers = await project.post("/v1/loyalties/Points/tiers", [
      {
        name: "Gold",
        points: { from: 100 },
        config: { points: { expiration_date: null } },
        earning_rules: { [rule.id]: { type: "MULTIPLY", multiplier: 2 } },
      },
    ]);
    expect(tiers.status, JSON.stringify(tiers.body)).toBe(200);
    await sendUnheard(project, [
      paid("one"),
      { path: `/v1/loyalties/members/${card}/balance`, body: { points: 100 } },
    ]);
    const moved = (await rowsOf("outbox", project.id)).findLast(
      ({ kind }) => kind === "voucher.loyalty_card.transaction.created",
    );
    await reactionJob(
      env,
      reactionBody({
        project_id: project.id,
        listener: followPoints.name,
        sequence: Number(moved?.sequence),
      }),
    );
    const [row] = await rowsOf("loyalty_members", project.id);
    expect(row?.tier_id).toBe(tiers.body[0].id);
    await hearAll(project);
    expect(await balance()).toBe(600);
    await sendUnheard(project, [paid("two")]);
    await hearAll(project);
    expect(await balance()).toBe(1600);
  });
});

describe("what is stored with an event", () => {
  it("is numbers, of bounded size, and once for each customer of a commit", async () => {
    const metadata = { note: "x".repeat(5000) };
    const person = { ...customer, name: "Ada", email: "ada@example.com", metadata };
    await sendUnheard(project, [
      { path: "/v1/orders", body: { ...paid("one").body, customer: person } },
    ]);
    const rows = (await rowsOf("outbox", project.id)).filter(({ as_left }) => as_left !== null);
    const of = (kind: string) => rows.find((row) => row.kind === kind)?.as_left;
    expect(of("customer.updated")).toBe("{}");
    const stored = String(of("customer.order.paid"));
    expect(stored.length).toBeLessThan(500);
    expect(stored).not.toMatch(/Ada|example|xxx/);
    expect(Object.keys(JSON.parse(stored))).toHaveLength(1);
  });

  it("is stored alike of a commit of many events", async () => {
    const people = Array.from({ length: 30 }, (_, at) => ({
      source_id: `many-${at}`,
      metadata: { at },
    }));
    const reply = await project.post("/v1/customers/bulk/async", people);
    expect(reply.status, JSON.stringify(reply.body)).toBe(202);
    const made = () =>
      rowsOf("outbox", project.id).then((rows) =>
        rows.filter(({ kind, as_left }) => kind === "customer.created" && as_left !== "{}"),
      );
    await expect.poll(async () => (await made()).length, PATIENCE).toBe(30);
    for (const { as_left, customer_id } of await made()) {
      expect(Object.keys(JSON.parse(String(as_left)))).toEqual([customer_id]);
    }
  });

  it("goes when the customer is forgotten", async () => {
    await sendUnheard(project, [paid("one")]);
    await hearAll(project);
    const { status } = await project.post("/v1/customers/ada/permanent-deletion");
    expect(status).toBe(200);
    await hearAll(project);
    const { body } = await project.get("/v1/async-actions?limit=100");
    expect(body.async_actions.length).toBeGreaterThan(0);
    const rows = await rowsOf("outbox", project.id);
    const paidRow = rows.find(({ kind }) => kind === "customer.order.paid");
    expect(paidRow?.as_left).toBeNull();
  });
});
