import { beforeEach, describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { earningRule, hearAgain, hearAll, program } from "../support/earning";
import { expectSound } from "../support/loyalty";

let project: TestProject;
let silver: string;
let gold: string;
let card: string;

beforeEach(async () => {
  project = await newProject();
  await program(project, "Points");
  const tiers = await project.post("/v1/loyalties/Points/tiers", [
    { name: "Silver", points: { from: 100, to: 499 } },
    { name: "Gold", points: { from: 500 } },
  ]);
  expect(tiers.status, JSON.stringify(tiers.body)).toBe(200);
  [silver, gold] = tiers.body.map(({ id }: { id: string }) => id);
  const member = await project.post("/v1/loyalties/Points/members", {
    customer: { source_id: "ada" },
  });
  card = member.body.code;
});

const on = (change: string, id: string, points: number) =>
  earningRule(project, "Points", {
    event: `customer.loyalty.tier.${change}`,
    loyalty_tier: { id },
    loyalty: { type: "FIXED", points },
  });

const add = async (points: number) => {
  const reply = await project.post(`/v1/loyalties/members/${card}/balance`, { points });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await hearAll(project);
};

const balance = async () =>
  (await project.get(`/v1/vouchers/${card}`)).body.loyalty_card.balance as number;

describe("a rule of another program", () => {
  it("earns by the tier that it names, on the customer's card of its own program", async () => {
    await program(project, "Other");
    const { body: other } = await project.post("/v1/loyalties/Other/members", {
      customer: { source_id: "ada" },
    });
    const rule = (id: string, points: number) =>
      earningRule(project, "Other", {
        event: "customer.loyalty.tier.joined",
        loyalty_tier: { id },
        loyalty: { type: "FIXED", points },
      });
    await rule(silver, 7);
    await rule(gold, 1_000);
    // Of any tier of its own program.
    await rule("__ANY__", 100);
    await add(100);
    const left = async (code: string) =>
      (await project.get(`/v1/vouchers/${code}`)).body.loyalty_card.balance;
    expect(await left(other.code)).toBe(7);
    expect(await balance()).toBe(100);
    await expectSound(project);
  });

  it("cannot name a tier of a program that is gone, or of another project", async () => {
    const elsewhere = await newProject();
    await program(elsewhere, "Other");
    const send = () =>
      elsewhere.post("/v1/loyalties/Other/earning-rules", [
        {
          event: "customer.loyalty.tier.joined",
          loyalty_tier: { id: silver },
          loyalty: { type: "FIXED", points: 7 },
        },
      ]);
    expect((await send()).body.resource_type).toBe("loyalty_tier");
    expect(await rowsOf("earning_rules", elsewhere.id)).toEqual([]);
  });
});

describe("a change of a member's tier", () => {
  it("earns by rules of that tier and of any, and names it in the ledger", async () => {
    const any = await on("joined", "__ANY__", 10);
    await on("joined", silver, 5);
    await on("joined", gold, 1_000);
    await on("upgraded", gold, 20);
    await add(100);
    expect(await balance()).toBe(115);
    const entries = await rowsOf("voucher_transactions", project.id);
    const details = entries.map((row) => JSON.parse(String(row.details)));
    const found = details.find(({ earning_rule }) => earning_rule?.id === any.id);
    expect(found).toMatchObject({
      loyalty_tier: { id: silver, name: "Silver" },
      event: { type: "customer.loyalty.tier.joined" },
    });
    expect(found).not.toHaveProperty("order");
    await add(400);
    expect(await balance()).toBe(535);
    await eventsOf(project.id);
    await expectSound(project);
  });

  it("earns once for each change, however often it is heard", async () => {
    await on("joined", "__ANY__", 10);
    await on("left", "__ANY__", 3);
    await add(100);
    await add(-100);
    expect(await balance()).toBe(13);
    await hearAgain(project);
    await hearAgain(project, "backwards");
    expect(await balance()).toBe(13);
    await add(90);
    expect(await balance()).toBe(113);
    await expectSound(project);
  });

  it("earns nothing in another program", async () => {
    await program(project, "Other");
    await project.post("/v1/loyalties/Other/members", { customer: { source_id: "ada" } });
    await earningRule(project, "Other", {
      event: "customer.loyalty.tier.joined",
      loyalty_tier: { id: "__ANY__" },
      loyalty: { type: "FIXED", points: 10 },
    });
    await add(100);
    expect(await rowsOf("loyalty_awards", project.id)).toEqual([]);
  });
});
