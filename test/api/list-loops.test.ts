import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { operations } from "../../src/api/operations";
import type { Reply } from "../support/api";
import { filled } from "../support/one-of-each";
import { SEVERAL, type Several, severalOfEach } from "../support/several-of-each";

/*
 * Clients go through a list in a loop: while `has_more`, the next page, or what stands behind the
 * cursor. Each list of the service is walked so, and gives each of its entries once.
 */

const fieldsOf = (schema: unknown): string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];

const LISTS = operations
  .filter(({ method, answer }) => method === "GET" && fieldsOf(answer).includes("has_more"))
  .map(({ path, query }) => ({ path, takes: fieldsOf(query) }));

/** What a path is walked with, where its parameters name something else than elsewhere. */
const OTHERWISE: Record<string, Record<string, string>> = {
  "/v1/promotions/:campaignId/stacks": { campaignId: "promotionId" },
  "/v1/referrals/:campaignId/members/:memberId/holders": {
    campaignId: "referralId",
    memberId: "referralCode",
  },
  "/v1/referrals/members/:memberId/holders": { memberId: "referralCode" },
};

/** Lists that never have more than one entry. */
const ALONE = ["/v1/vouchers/:code/publications"];

/** Lists of the deployment, which other tests fill too. */
const SHARED = ["/management/v1/projects", "/management/v1/backups", "/management/v1/audit-log"];

const own = LISTS.filter(({ path }) => !SHARED.includes(path));
const paged = own.filter(({ takes }) => takes.includes("page"));
const cursored = own.filter(
  ({ takes }) => takes.includes("starting_after_id") && !takes.includes("page"),
);

let shop: Several;
beforeAll(async () => {
  shop = await severalOfEach();
});

function targetOf(path: string): string {
  const names = Object.entries(OTHERWISE[path] ?? {}).map(([name, by]) => [
    name,
    shop.params[by] ?? "",
  ]);
  return filled(path, { ...shop.params, ...Object.fromEntries(names) });
}

const entriesOf = ({ body }: Reply): unknown[] => body[body.data_ref];

async function ask(target: string): Promise<Reply> {
  const reply = await shop.project.get(target);
  expect(reply.status, `${target}: ${JSON.stringify(reply.body)}`).toBe(200);
  expect(reply.body, target).toHaveProperty("has_more", expect.any(Boolean));
  return reply;
}

async function walk(next: (pages: number, last: Reply | null) => string) {
  const found: unknown[] = [];
  let last: Reply | null = null;
  for (let pages = 1; pages <= 200; pages++) {
    last = await ask(next(pages, last));
    found.push(...entriesOf(last));
    if (!last.body.has_more) return { found, pages };
  }
  throw new Error("the loop does not end");
}

describe("lists by page", () => {
  it("are all walked", () => {
    expect(paged.length).toBeGreaterThan(38);
  });

  it.each(paged)("$path gives each entry once to a loop by has_more", async ({ path }) => {
    const target = targetOf(path);
    const whole = entriesOf(await ask(`${target}?limit=100`));
    expect(whole.length).toBeGreaterThanOrEqual(ALONE.includes(path) ? 1 : SEVERAL);
    const { found, pages } = await walk((page) => `${target}?limit=2&page=${page}`);
    expect(found).toEqual(whole);
    expect(pages).toBe(Math.ceil(whole.length / 2));
    const last = await ask(`${target}?limit=${whole.length}`);
    expect(last.body.has_more).toBe(false);
    expect((await ask(`${target}?limit=2&page=99`)).body.has_more).toBe(false);
  });
});

describe("lists by cursor", () => {
  it.each(cursored)("$path gives each entry once to a loop by has_more", async ({ path }) => {
    const target = targetOf(path);
    const by = (limit: number) => (_: number, last: Reply | null) => {
      const after = last ? `&starting_after_id=${last.body.more_starting_after}` : "";
      return `${target}?limit=${limit}${after}`;
    };
    const { found: whole } = await walk(by(100));
    expect(whole.length).toBeGreaterThanOrEqual(SEVERAL);
    const { found, pages } = await walk(by(2));
    // The audit log may have come to tell of more, the newest first.
    expect(found.slice(found.length - whole.length)).toEqual(whole);
    expect(pages).toBe(Math.ceil(found.length / 2));
  });
});
