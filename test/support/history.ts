import { expect } from "vitest";
import type { Reply, TestProject } from "./api";
import { DEAF_QUEUES, type Pauses, sendPausing } from "./faults";
import { countsOf, parallel, redeemables, voucher } from "./redeeming";

type Filter = Record<string, { conditions: Record<string, unknown> }>;

/** A rule that customers of a segment with this filter meet; answers its id. */
export async function segmentRule(project: TestProject, filter: Filter): Promise<string> {
  const segment = await project.post("/v1/segments", {
    name: JSON.stringify(filter),
    type: "passive",
    filter,
  });
  expect(segment.status, JSON.stringify(segment.body)).toBe(200);
  return madeRule(project, "customer.segment", { $is: [segment.body.id] });
}

/** A rule of one condition; answers its id. */
export async function madeRule(
  project: TestProject,
  name: string,
  conditions: object,
  property?: string,
): Promise<string> {
  const rules = { "1": { name, conditions, ...(property && { property }) } };
  const { status, body } = await project.post("/v1/validation-rules", { name, rules });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

const counted = (field: string, conditions: object): Filter => ({
  [`summary.${field}`]: { conditions: { ...conditions } },
});

const segmented = (filter: Filter) => (project: TestProject) => segmentRule(project, filter);

/** One limit on a customer's history: its rule, what was bought before, and how many get through. */
export interface Limit {
  rule: (project: TestProject) => Promise<string>;
  /** Paid orders of 10.00 before. */
  before: number;
  /** So many of twenty orders of 10.00 at once, each with 1.00 off. */
  succeed: number;
}

export const LIMITS: Record<string, Limit> = {
  "first order": {
    rule: segmented(counted("orders.total_count", { $less_than: [1] })),
    before: 0,
    succeed: 1,
  },
  // 9.00 and 18.00 are below; 27.00 is not.
  "spending under 20.00": {
    rule: segmented(counted("orders.total_amount", { $less_than: [2000] })),
    before: 0,
    succeed: 3,
  },
  "never redeemed": {
    rule: segmented(counted("redemptions.total_succeeded", { $less_than: [1] })),
    before: 0,
    succeed: 1,
  },
  "second order": {
    rule: segmented(counted("orders.total_count", { $is: [1] })),
    before: 1,
    succeed: 1,
  },
  "at most 3 orders a month": {
    rule: (project) =>
      madeRule(project, "redemption.count.per_customer.monthly", { $less_than_or_equal: [3] }),
    before: 0,
    succeed: 3,
  },
};

const refusalsOf = (replies: readonly Reply[]): string[] =>
  Object.keys(countsOf(replies)).filter((name) => name !== "200");

/** Lets requests go on only once so many of them have read what they decide by. */
function barrier(count: number): Pauses {
  const { promise, resolve } = Promise.withResolvers<void>();
  let loaded = 0;
  return {
    after: async () => {
      loaded += 1;
      if (loaded === count) resolve();
      await promise;
    },
  };
}

/** So many orders come at once. */
const AT_ONCE = 20;

/**
 * Twenty orders of one new customer at once with a code under the limit, all decided before any of
 * them is written; holds how many got through and that all others were told the same. Answers how
 * many were decided anew.
 */
export async function burst(project: TestProject, limit: Limit, name: string): Promise<number> {
  const customer = { source_id: name };
  for (let at = 0; at < limit.before; at++) {
    const order = { source_id: `${name}-before-${at}`, amount: 1000, status: "PAID", customer };
    expect((await project.post("/v1/orders", order)).status).toBe(200);
  }
  const pauses = barrier(AT_ONCE);
  const replies = await parallel(AT_ONCE, (at) => {
    const order = { source_id: `${name}-${at}`, amount: 1000 };
    const body = { redeemables: redeemables("LIMITED"), customer, order };
    return sendPausing(project, { path: "/v1/redemptions", body }, pauses, DEAF_QUEUES);
  });
  const expected = limit.succeed;
  expect(countsOf(replies)["200"], `${name}: ${JSON.stringify(countsOf(replies))}`).toBe(expected);
  expect(refusalsOf(replies)).toHaveLength(1);
  expect(refusalsOf(replies)[0]).toMatch(/^400 (customer|redemption)_rules_violated$/);
  const { body } = await project.get(`/v1/customers/${name}`);
  expect(body.summary.orders.total_count).toBe(limit.before + expected);
  expect(body.summary.redemptions.total_succeeded).toBe(expected);
  return replies.filter(({ batches }) => batches > 2).length;
}

/** A project with a code of 1.00 off under the limit. */
export async function limited(project: TestProject, limit: Limit): Promise<TestProject> {
  await voucher(project, "LIMITED", { validation_rules: [await limit.rule(project)] });
  // The first request of a key asks who it is, which would be one batch more.
  const body = { redeemables: redeemables("LIMITED") };
  await sendPausing(project, { path: "/v1/validations", body }, {}, DEAF_QUEUES);
  return project;
}
