import { expect } from "vitest";
import { EarningRule } from "../../src/model/loyalty/earning";
import type { Reply, TestProject } from "./api";
import { strictly } from "./strict";

type Sent = Record<string, unknown>;

/** Makes a program of cards without points, and answers its id. */
export async function program(project: TestProject, name: string, sent: Sent = {}) {
  const { status, body } = await project.post("/v1/campaigns", {
    name,
    campaign_type: "LOYALTY_PROGRAM",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    ...sent,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.id);
}

/** A rule that gives so many points for a paid order. */
export const fixed = (points: number, sent: Sent = {}) => ({
  event: "order.paid",
  loyalty: { type: "FIXED", points },
  ...sent,
});

export const addRules = (project: TestProject, name: string, rules: readonly object[]) =>
  project.post(`/v1/loyalties/${name}/earning-rules`, rules);

/** The rules that a create answers. */
export function rulesOf({ status, body }: Reply): EarningRule[] {
  expect(status, JSON.stringify(body)).toBe(200);
  return strictly(EarningRule.array(), body);
}

/** Adds one rule to a program, and answers it. */
export async function earningRule(project: TestProject, name: string, sent: object) {
  const [made] = rulesOf(await addRules(project, name, [sent]));
  if (!made) throw new Error("one rule was made");
  return made;
}
