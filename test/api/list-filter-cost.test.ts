import { beforeAll, describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, type TestProject } from "../support/api";
import { crowd } from "../support/crowd";
import { publish } from "../support/publishing";
import { giftCard, redeem } from "../support/redeeming";

const MANY = 100_000;

let project: TestProject;
let customerId: string;
beforeAll(async () => {
  project = await newProject();
  await giftCard(project, "HOT", 100_000);
  const made = await redeem(project, "HOT", {
    customer: { source_id: "hot", name: "Hot" },
    order: { amount: 100 },
    metadata: { shop: "Berlin" },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  customerId = made.body.redemptions[0].customer_id;
  await giftCard(project, "GIVEN", 100);
  await publish(project, "hot", { voucher: "GIVEN", source_id: "once" });
  const voucherId = made.body.redemptions[0].voucher.id;
  // Of another customer, so that what is filtered is rare.
  await crowd(project, { voucherId, customerId: "cust_crowd" }, 0, MANY);
});

const encoded = (query: string): string => query.replace(/["[\]$ ]/g, encodeURIComponent);
const read = (path: string): Promise<Reply> => project.get(encoded(path));

/** What an index finds: the rows that are shown, and few beside them. */
const SERVED: [path: string, ref: string, count: number][] = [
  ["/v1/redemptions?filters[customer_id][conditions][$is]=CUSTOMER", "redemptions", 1],
  ["/v1/redemptions?filters[result][conditions][$is]=FAILURE", "redemptions", 0],
  ["/v1/publications?filters[source_id][conditions][$is]=once", "publications", 1],
  ["/v1/publications?filters[customer_id][conditions][$is]=CUSTOMER", "publications", 1],
  ["/v1/campaigns?filters[campaigns_id][conditions][$is]=camp_1", "campaigns", 0],
  ["/v1/segments?filters[id][conditions][$is]=seg_1", "data", 0],
  ["/v1/customers/hot/redeemables?filters[holder_role][conditions][$is]=OWNER", "data", 1],
  ["/v1/vouchers?filters[id][conditions][$is]=v_1", "vouchers", 0],
];

/** What is looked for among all: 5,000 rows, each with what is asked of it. */
const WALKED: [path: string, ref: string][] = [
  ["/v1/redemptions?campaign=Spring", "redemptions"],
  ["/v1/redemptions?order=voucher_code", "redemptions"],
  ["/v1/redemptions?filters[voucher_code][conditions][$starts_with]=X", "redemptions"],
  ["/v1/customers?name=Nobody", "customers"],
  ["/v1/customers?city=Nowhere&order=-updated_at", "customers"],
  ["/v1/vouchers?filters[metadata.x][conditions][$contains]=y&order=code", "vouchers"],
  ["/v1/vouchers?category=crowd&order=-code", "vouchers"],
];

describe("filters and orders beside 100,000 others", () => {
  it.each(SERVED)("%s reads what it shows", async (path, ref, count) => {
    const reply = await read(path.replace("CUSTOMER", customerId));
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body[ref]).toHaveLength(count);
    expect(costOf(reply).read).toBeLessThan(200);
  });

  it.each(WALKED)("%s looks at 5,000 rows and goes on", async (path, ref) => {
    const reply = await read(path);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body.has_more).toBe(true);
    expect(costOf(reply).read).toBeGreaterThan(5_000);
    expect(costOf(reply).read).toBeLessThan(60_000);
    const next = await read(`${path}&starting_after_id=${reply.body.more_starting_after}`);
    expect(next.status, JSON.stringify(next.body)).toBe(200);
    expect(Array.isArray(next.body[ref])).toBe(true);
    expect(next.body).not.toEqual(reply.body);
  });
});
