import { describe, expect, it } from "vitest";
import { DEPLOYMENT, newProject, type TestProject } from "../support/api";
import { idle, isShaped } from "../support/client-schema";
import { made } from "../support/deciding";
import { earningRule, fixed, program } from "../support/earning";
import { finished } from "../support/exporting";
import { begun, ended, exports, exportsDone } from "../support/forms/background";
import { events, metadata, projects, stacking, webhooks } from "../support/forms/management";
import type { Known } from "../support/forms/row";
import { rules } from "../support/forms/rules";
import { ended as actionEnded } from "../support/imports";
import { OPERATIONS } from "../support/operations";
import { PROJECT } from "../support/shapes/project-exceptions";
import { type Answered, strictClient } from "../support/strict-client";

const MANAGEMENT = [projects, metadata, events, webhooks, stacking];

/** The same project, as whoever runs the deployment manages it. */
const managed = (project: TestProject): TestProject => {
  const as = (path: string) => (path.startsWith("/management/") ? DEPLOYMENT : undefined);
  return {
    ...project,
    get: (path) => project.get(path, as(path)),
    post: (path, body) => project.post(path, body, as(path)),
    put: (path, body) => project.put(path, body, as(path)),
    delete: (path) => project.delete(path, as(path)),
  };
};

/** One of everything that a rule can be assigned to. */
async function assignable(project: TestProject): Promise<Known> {
  const idOf = async (path: string, body: object) => {
    const answer = await made(project, path, body);
    return String((answer[0] ?? answer).id);
  };
  const discount = { type: "AMOUNT", amount_off: 10 };
  const campaign = await idOf("/v1/campaigns", { name: "Coupons", voucher: { discount } });
  const promotion = await idOf("/v1/campaigns", { name: "Sale", campaign_type: "PROMOTION" });
  const points = await program(project, "Points");
  const reward = await idOf("/v1/rewards", { parameters: { coin: { exchange_ratio: 1 } } });
  const schemas = `/management/v1/projects/${project.id}/custom-event-schemas`;
  await made(project, schemas, { name: "visit" });
  const trigger = { custom_event: { name: "visit" } };
  return {
    campaign,
    voucher: await idOf("/v1/vouchers", { code: "TEN", discount }),
    promotion_tier: await idOf(`/v1/promotions/${promotion}/tiers`, { name: "First" }),
    earning_rule: (await earningRule(project, points, fixed(1))).id,
    reward_assignment: await idOf(`/v1/rewards/${reward}/assignments`, { campaign: points }),
    distribution: await idOf(`/v1/campaigns/${campaign}/distributions`, { name: "All", trigger }),
  };
}

const FAMILIES =
  /^\w+ \/(v1\/(exports|async-actions|metadata-schemas|validation-rules|validation-rules-assignments|.*\/(import(CSV)?|async)$)|v1\/orders\/export|management\/v1\/projects(\/:projectId)?(\/(metadata-schemas|custom-event-schemas|webhooks|stacking-rules)\b|$))/;

/** What both forms were answered, for the last test. */
const answered: Answered[] = [];

describe("a strict client of the reference", () => {
  it.each(["least", "most"] as const)("reads administration with the %s there is", async (form) => {
    const project = managed(await newProject());
    const idOf = async (name: string) =>
      String((await made(project, "/v1/categories", { name })).id);
    const known = { projectId: project.id, categoryId: await idOf("A"), other: await idOf("B") };
    const client = strictClient(project, known, form);
    for (const rows of MANAGEMENT) await client.walk(rows);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it.each(["least", "most"] as const)("reads rules with the %s there is", async (form) => {
    const project = await newProject();
    const client = strictClient(project, await assignable(project), form);
    await client.walk(rules);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it.each(["least", "most"] as const)("reads exports with the %s there is", async (form) => {
    const project = await newProject();
    const known: Known = {};
    const client = strictClient(project, known, form);
    await client.walk(exports);
    await finished(project, known.exportId ?? "");
    await client.walk(exportsDone);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it.each(["least", "most"] as const)(
    "reads work in the background with the %s there is",
    async (form) => {
      const project = await newProject();
      const properties = { color: { type: "string", optional: true } };
      for (const related_object of ["voucher", "customer", "product"]) {
        const body = { related_object, properties };
        await made(project, `/management/v1/projects/${project.id}/metadata-schemas`, body);
      }
      const gifts = { name: "Gifts", voucher: { gift: { amount: 1 } }, vouchers_count: 2 };
      const known: Known = { campaignId: (await made(project, "/v1/campaigns", gifts)).id };
      const client = strictClient(project, known, form);
      for (const row of begun) {
        await client.ask(row);
        for (const name of Object.keys(row.keep ?? {}))
          await actionEnded(project, known[name] ?? "");
      }
      await client.walk(ended);
      expect(client.refused()).toEqual([]);
      answered.push(...client.answered);
    },
  );

  it("asks every operation of rules, of work in the background and of administration", () => {
    const rows = [...MANAGEMENT, rules, exports, exportsDone, begun, ended].flat();
    const asked = new Set(rows.map(({ operation }) => operation));
    const mounted = OPERATIONS.filter((each) => FAMILIES.test(each) && isShaped(each));
    expect(mounted.filter((each) => !asked.has(each))).toEqual([]);
    expect([...asked].filter((each) => !OPERATIONS.includes(each))).toEqual([]);
  });

  it("would fail without any one of the exceptions", () => {
    expect(idle(PROJECT, answered)).toEqual([]);
  });
});
