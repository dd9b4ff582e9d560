import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sweep } from "../../src/async/cron";
import { costOf, newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { homeDb, homeName } from "../support/places";
import { promotion, stack, tier } from "../support/promotions";

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
let block = 0;

// Budgets are per minute of the clock: the clock stands still, ten seconds into a minute.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON + 10_000 });
  block += 1;
});
afterEach(() => {
  vi.useRealTimers();
});

/** Addresses of one /24, of a block of its own for each test; more than 10 would meet the rate limit. */
const address = (last: number, other = 0): Record<string, string> => ({
  "cf-connecting-ip": `172.${16 + other}.${block}.${last}`,
});

const voucher = (project: TestProject, more: object = {}) =>
  project.post("/v1/vouchers", {
    code: "RIGHT",
    discount: { type: "AMOUNT", amount_off: 100 },
    ...more,
  });

const guess = (project: TestProject, code: string, headers: Record<string, string>) =>
  project.post(
    "/client/v1/validations",
    { redeemables: [{ object: "voucher", id: code }] },
    headers,
  );

async function missing(project: TestProject, count: number, other = 0): Promise<void> {
  for (let at = 0; at < count; at++) {
    const reply = await guess(project, `WRONG-${at}`, address(at, other));
    expect(reply.body.redeemables[0].result.error.key).toBe("not_found");
  }
}

const counts = async (project: TestProject) =>
  Object.fromEntries(
    (await rowsOf("misses", project.id)).map(({ bucket, count }) => [bucket, count]),
  );

function spent(reply: Reply): void {
  failure(reply, 429, "too_many_requests");
  expect(reply.headers.get("retry-after")).toBe("50");
  expect(reply.headers.get("x-rate-limit-remaining")).toBe("0");
  expect(reply.headers.get("x-rate-limit-type")).toBe("api_calls");
}

describe("a block of addresses", () => {
  it("after 20 misses in a minute is refused, also with the right code", async () => {
    const project = await newProject();
    await voucher(project);
    await missing(project, 20);
    const right = await guess(project, "RIGHT", address(200));
    spent(right);
    expect(JSON.stringify(right.body)).not.toContain("RIGHT");
    spent(await guess(project, "WRONG", address(201)));
    const redeem = { redeemables: [{ object: "voucher", id: "RIGHT" }] };
    spent(await project.post("/client/v1/redemptions", redeem, address(202)));
    spent(await project.post("/client/v1/redeem?code=RIGHT", {}, address(203)));
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect(await counts(project)).toEqual({ [`172.16.${block}.0/24`]: 20, "*": 20 });
  });

  it("with 19 misses is let in", async () => {
    const project = await newProject();
    await voucher(project);
    await missing(project, 19);
    expect((await guess(project, "RIGHT", address(200))).body.valid).toBe(true);
  });

  it("that is known to be past its budget costs no round trip", async () => {
    const project = await newProject();
    await missing(project, 20);
    spent(await guess(project, "RIGHT", address(200)));
    const again = await guess(project, "RIGHT", address(201));
    spent(again);
    expect(costOf(again).roundTrips).toBe(0);
  });

  it("past its budget may still ask for offers without a code, and take them", async () => {
    const project = await newProject();
    const sale = await promotion(project, "Sale");
    const { id } = await tier(project, sale, "Ten");
    const both = await stack(project, sale, "Both", [id]);
    await voucher(project);
    await missing(project, 20);
    spent(await guess(project, "RIGHT", address(200)));
    const offers = [
      { object: "promotion_tier", id },
      { object: "promotion_stack", id: both.id },
    ];
    for (const offer of offers) {
      const asked = { redeemables: [offer], order: { amount: 1_000 } };
      const validated = await project.post("/client/v1/validations", asked, address(201));
      expect(validated.body).toMatchObject({ valid: true });
      const redeemed = await project.post("/client/v1/redemptions", asked, address(202));
      expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
    }
    const path = "/client/v1/promotions/validation?amount=1000";
    const found = await project.get(path, address(203));
    expect(found.body).toMatchObject({ valid: true });
    const mixed = { redeemables: [offers[0], { object: "voucher", id: "RIGHT" }] };
    spent(await project.post("/client/v1/validations", mixed, address(204)));
    expect(await counts(project)).toEqual({ [`172.16.${block}.0/24`]: 20, "*": 20 });
  });

  it("is not charged to another block, nor to another project, nor to the next minute", async () => {
    const [project, other] = [await newProject(), await newProject()];
    for (const each of [project, other]) await voucher(each);
    await missing(project, 20);
    expect((await guess(project, "RIGHT", address(1, 1))).body.valid).toBe(true);
    expect((await guess(other, "RIGHT", address(200))).body.valid).toBe(true);
    spent(await guess(project, "RIGHT", address(201)));
    vi.setSystemTime(NOON + 60_000);
    expect((await guess(project, "RIGHT", address(202))).body.valid).toBe(true);
  });

  it("is charged for each code that it names and that is not there", async () => {
    const project = await newProject();
    await voucher(project);
    const redeemables = ["RIGHT", "A", "B", "C"].map((id) => ({ object: "voucher", id }));
    await project.post("/client/v1/validations", { redeemables }, address(1));
    expect(await counts(project)).toEqual({ [`172.16.${block}.0/24`]: 3, "*": 3 });
  });

  it("is charged strictly under 50 guesses at once", async () => {
    const project = await newProject();
    await voucher(project);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => guess(project, `WRONG-${at}`, address(at))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await counts(project)).toEqual({ [`172.16.${block}.0/24`]: 20, "*": 20 });
  });
});

describe("a project", () => {
  it("after 2,000 misses in a minute is refused to every block", async () => {
    const project = await newProject();
    await voucher(project);
    await homeDb()
      .prepare("INSERT INTO misses VALUES (?1, '*', ?2, 2000)")
      .bind(project.id, Math.floor(NOON / 60_000))
      .run();
    spent(await guess(project, "RIGHT", address(1)));
    spent(await guess(project, "RIGHT", address(1, 1)));
    const server = await project.post("/v1/validations", {
      redeemables: [{ object: "voucher", id: "RIGHT" }],
    });
    expect(server.body.valid).toBe(true);
  });

  it("with 1,999 misses lets one more in", async () => {
    const project = await newProject();
    await homeDb()
      .prepare("INSERT INTO misses VALUES (?1, '*', ?2, 1999)")
      .bind(project.id, Math.floor(NOON / 60_000))
      .run();
    expect((await guess(project, "WRONG", address(1))).status).toBe(200);
    spent(await guess(project, "WRONG", address(2)));
  });
});

describe("who is not charged", () => {
  it("a caller who finds what it names; it pays no round trip more than a back end", async () => {
    const project = await newProject();
    await voucher(project);
    await guess(project, "RIGHT", address(1));
    const reply = await guess(project, "RIGHT", address(1));
    expect(reply.body.valid).toBe(true);
    expect(costOf(reply).roundTrips).toBe(1);
    expect(costOf(reply).written).toBe(0);
    expect(await counts(project)).toEqual({});
  });

  it("a back end, however often it misses", async () => {
    const project = await newProject();
    for (let at = 0; at < 25; at++) {
      const redeemables = [{ object: "voucher", id: `WRONG-${at}` }];
      expect((await project.post("/v1/validations", { redeemables })).status).toBe(200);
    }
    expect(await counts(project)).toEqual({});
  });

  it("an expired code is no miss: shoppers need its reason", async () => {
    const project = await newProject();
    await voucher(project, { expiration_date: "2020-01-01T00:00:00Z" });
    const reply = await guess(project, "RIGHT", address(1));
    expect(reply.body.redeemables[0].result.error.key).toBe("voucher_expired");
    expect(await counts(project)).toEqual({});
  });
});

describe("unknown, foreign and disabled codes", () => {
  const anonymous = (reply: Reply, code: string) => {
    const text = JSON.stringify({ status: reply.status, body: reply.body });
    const ids = [reply.body.request_id, reply.headers.get("x-request-id"), reply.body.id];
    return [code, ...ids].reduce(
      (left: string, id) => (id ? left.replaceAll(id, "*") : left),
      text,
    );
  };

  it("look the same in status, body and charge", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await voucher(other, { code: "FOREIGN" });
    await voucher(project, { code: "DISABLED", active: false });
    const calls: [string, (code: string, headers: Record<string, string>) => Promise<Reply>][] = [
      ["validation", (code, headers) => guess(project, code, headers)],
      [
        "redemption",
        (code, headers) =>
          project.post(
            "/client/v1/redemptions",
            { redeemables: [{ object: "voucher", id: code }] },
            headers,
          ),
      ],
      ["redeem", (code, headers) => project.post(`/client/v1/redeem?code=${code}`, {}, headers)],
    ];
    for (const [name, call] of calls) {
      const replies = [];
      for (const code of ["UNKNOWN", "FOREIGN", "DISABLED"]) {
        replies.push(anonymous(await call(code, address(replies.length)), code));
      }
      expect(new Set(replies).size, name).toBe(1);
      expect(replies[0], name).toContain("not_found");
    }
    expect(await counts(project)).toEqual({ [`172.16.${block}.0/24`]: 9, "*": 9 });
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });
});

describe("the sweep", () => {
  it("forgets the budgets of minutes gone by, not those that count", async () => {
    const project = await newProject();
    await missing(project, 1);
    await sweep(env, NOON + 60_000, undefined, homeName());
    expect(Object.keys(await counts(project))).toHaveLength(2);
    await sweep(env, NOON + 300_000, undefined, homeName());
    expect(await counts(project)).toEqual({});
  });
});
