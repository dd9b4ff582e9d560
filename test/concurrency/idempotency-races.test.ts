import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sweep } from "../../src/async/cron";
import { PLAIN_FORM } from "../../src/commit/answer";
import { commit } from "../../src/commit/commit";
import { sql } from "../../src/db/sql";
import { ownPlaces, platformScope } from "../../src/scope/make";
import type { Actor, Claim, PlatformScope } from "../../src/scope/scope";
import { eventKinds, newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { homeName } from "../support/places";

const HOUR_MS = 3_600_000;
const under = (key: string) => ({ "idempotency-key": key });
const REDEEM = { redeemables: [{ object: "voucher", id: "P20" }] };

const percent = (project: TestProject, more: object = {}) =>
  project.post("/v1/vouchers", {
    code: "P20",
    discount: { type: "PERCENT", percent_off: 20 },
    ...more,
  });

const isReplay = ({ headers }: Reply): boolean => headers.get("idempotent-replayed") === "true";

describe.each([2, 20])("%i calls at once with one key", (count) => {
  const all = (call: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, call));

  function oneAnswer(replies: Reply[]): void {
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(replies.filter(isReplay)).toHaveLength(count - 1);
  }

  it("redeem once", async () => {
    const project = await newProject();
    await percent(project);
    oneAnswer(await all(() => project.post("/v1/redemptions", REDEEM, under("once"))));
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    const [voucher] = await rowsOf("vouchers", project.id);
    expect(voucher?.redeemed_quantity).toBe(1);
    expect(await eventKinds(project.id)).toEqual(["voucher.created", "redemption.succeeded"]);
  });

  it("redeem once where only one use is left", async () => {
    const project = await newProject();
    await percent(project, { redemption: { quantity: 1 } });
    oneAnswer(await all(() => project.post("/v1/redemptions", REDEEM, under("once"))));
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });

  it("create one voucher with a drawn code", async () => {
    const project = await newProject();
    const body = { gift: { amount: 100 } };
    oneAnswer(await all(() => project.post("/v1/vouchers", body, under("once"))));
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
  });

  it("create one voucher with its code", async () => {
    const project = await newProject();
    const body = { code: "CARD", gift: { amount: 100 } };
    oneAnswer(await all(() => project.post("/v1/vouchers", body, under("once"))));
  });

  it("validate with one answer", async () => {
    const project = await newProject();
    await percent(project);
    oneAnswer(await all(() => project.post("/v1/validations", REDEEM, under("once"))));
  });

  it("with other bodies: one does something, the others are 422", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      Array.from({ length: count }, (_, at) =>
        project.post("/v1/vouchers", { code: `G${at}`, gift: { amount: 100 } }, under("once")),
      ),
    );
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(count - 1);
    for (const reply of refused) failure(reply, 422, "idempotency_key_reused");
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });
});

function scopeFor(project: TestProject, claim: Claim): PlatformScope {
  const nothing = () => {};
  const actor: Actor = {
    family: "server",
    key_id: "k",
    app_id: "a",
    name: null,
    project_id: project.id,
    channel: null,
    permissions: null,
  };
  const made = platformScope({
    ...ownPlaces(env),
    env,
    now: Date.now(),
    request_id: "v-000000000000000000",
    base_url: "http://vouchsafe.test",
    actor,
    later: nothing,
    ring: nothing,
  });
  return { ...made, db: made.places.at(homeName()), claim };
}

const claimOf = (project: TestProject): Claim => ({
  project_id: project.id,
  family: "server",
  key: "once",
  fingerprint: "f",
  stored: false,
  form: PLAIN_FORM,
  written: null,
});

describe("a batch that fails", () => {
  it("leaves neither the effect nor its key", async () => {
    const project = await newProject();
    const claim = claimOf(project);
    const miss = (count: number | null) =>
      sql`INSERT INTO misses VALUES (${project.id}, 'b', ${count}, ${count})`;
    const answer = { status: 200, body: {} };
    const scope = scopeFor(project, claim);
    const statements = [miss(1), miss(1)];
    const refused = await commit(scope, { statements, answer });
    expect(refused.ok).toBe(false);
    expect(claim.stored).toBe(false);
    await expect(commit(scope, { statements: [miss(2), miss(null)], answer })).rejects.toThrow();
    expect(await rowsOf("misses", project.id)).toEqual([]);
    expect(await rowsOf("idempotency_keys", project.id)).toEqual([]);
    expect((await commit(scope, { statements: [miss(1)], answer })).ok).toBe(true);
    expect(await rowsOf("misses", project.id)).toHaveLength(1);
    expect(await rowsOf("idempotency_keys", project.id)).toHaveLength(1);
  });

  it("leaves no key where the code exists, and no event", async () => {
    const project = await newProject();
    await percent(project);
    const body = { code: "P20", gift: { amount: 100 } };
    failure(await project.post("/v1/vouchers", body, under("once")), 409, "duplicate_found");
    expect(await rowsOf("idempotency_keys", project.id)).toEqual([]);
    expect(await rowsOf("voucher_transactions", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
  });
});

describe("the sweep", () => {
  it("forgets keys older than 24 hours, and no others", async () => {
    const project = await newProject();
    await percent(project);
    const redeem = () => project.post("/v1/redemptions", REDEEM, under("once"));
    const first = await redeem();
    await sweep(env, Date.now() + 24 * HOUR_MS - 60_000, undefined, homeName());
    expect(isReplay(await redeem())).toBe(true);
    await sweep(env, Date.now() + 24 * HOUR_MS + 1_000, undefined, homeName());
    expect(await rowsOf("idempotency_keys", project.id)).toEqual([]);
    const again = await redeem();
    expect(isReplay(again)).toBe(false);
    expect(again.body.redemptions[0].id).not.toBe(first.body.redemptions[0].id);
  });
});
