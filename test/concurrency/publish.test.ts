import { describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { campaign, codes, codesOf, publish } from "../support/publishing";
import { countsOf, parallel, voucher } from "../support/redeeming";

const given = (replies: readonly Reply[]): string[] =>
  replies.filter(({ status }) => status === 200).flatMap(codesOf);

describe("the last codes of a campaign", () => {
  it("50 at once for 10 codes made at once: 10 get one, no code twice", async () => {
    const project = await newProject();
    const id = await campaign(project, "Last");
    await codes(project, id, { prefix: "LAST", to: 10 });
    const replies = await parallel(50, (at) => publish(project, `c-${at}`, { campaign: "Last" }));
    expect(countsOf(replies)).toEqual({ "200": 10, "400 no_voucher_suitable_for_publication": 40 });
    expect(new Set(given(replies)).size).toBe(10);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(10);
    expect(await rowsOf("customers", project.id)).toHaveLength(10);
    await expectSound(project.id);
  });

  it("50 at once for 10 codes made one after the other: likewise", async () => {
    const project = await newProject();
    await campaign(project, "Last");
    for (let at = 0; at < 10; at++) {
      await voucher(project, `ONE-${at}`, { campaign: "Last", discount: null });
    }
    const replies = await parallel(50, (at) => publish(project, `c-${at}`, { campaign: "Last" }));
    expect(countsOf(replies)).toEqual({ "200": 10, "400 no_voucher_suitable_for_publication": 40 });
    expect(new Set(given(replies)).size).toBe(10);
    await expectSound(project.id);
  });

  it("50 at once to one customer: its failures are on record", async () => {
    const project = await newProject();
    const id = await campaign(project, "Last");
    await codes(project, id, { prefix: "LAST", to: 10 });
    await known(project, "jane");
    const replies = await parallel(50, () => publish(project, "jane", { campaign: "Last" }));
    expect(countsOf(replies)).toEqual({ "200": 10, "400 no_voucher_suitable_for_publication": 40 });
    expect(await rowsOf("publications", project.id)).toHaveLength(50);
    expect(await rowsOf("memberships", project.id)).toMatchObject([{ publications: 10 }]);
    await expectSound(project.id);
  });

  it("two callers of three codes each for the last five: one gets them all, the other none", async () => {
    const project = await newProject();
    const id = await campaign(project, "Last");
    await codes(project, id, { prefix: "LAST", to: 5 });
    const replies = await parallel(2, (at) =>
      publish(project, `c-${at}`, { campaign: { name: "Last", count: 3 } }),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, "400 no_voucher_suitable_for_publication": 1 });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(3);
    await expectSound(project.id);
  });

  it("20 at once of one named voucher: one gets it", async () => {
    const project = await newProject();
    await voucher(project, "ONLY");
    const replies = await parallel(20, (at) => publish(project, `c-${at}`, { voucher: "ONLY" }));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 voucher_already_published": 19 });
    await expectSound(project.id);
  });

  it("an AUTO_UPDATE campaign gives 20 callers 20 codes", async () => {
    const project = await newProject();
    const id = await campaign(project, "Endless", { type: "AUTO_UPDATE" });
    await codes(project, id, { prefix: "OLD", to: 3 });
    const replies = await parallel(20, (at) =>
      publish(project, `c-${at}`, { campaign: "Endless" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
    expect(new Set(given(replies)).size).toBe(20);
    const [row] = await rowsOf("campaigns", project.id);
    expect(row?.vouchers_count).toBe((await rowsOf("vouchers", project.id)).length);
    await expectSound(project.id);
  });

  it("a code that is deleted or disabled meanwhile is not given", async () => {
    const project = await newProject();
    const id = await campaign(project, "Last");
    await codes(project, id, { prefix: "LAST", to: 6 });
    const replies = await parallel(18, (at) =>
      at % 3 === 0
        ? publish(project, `c-${at}`, { campaign: "Last" })
        : at % 3 === 1
          ? project.delete(`/v1/vouchers/LAST-${(at - 1) / 3 + 1}`)
          : project.post(`/v1/vouchers/LAST-${(at - 2) / 3 + 1}/disable`),
    );
    for (const { status } of replies) expect(status).toBeLessThan(500);
    await expectSound(project.id);
  });
});

/** Customers that are known before, so that making them parts no race. */
const known = (project: TestProject, ...names: string[]) =>
  Promise.all(names.map((source_id) => project.post("/v1/customers", { source_id })));

describe("a campaign that is joined once", () => {
  it("two calls of one customer: one code", async () => {
    const project = await newProject();
    const id = await campaign(project, "Once", { join_once: 1 });
    await codes(project, id, { prefix: "ONCE", to: 10 });
    await known(project, "jane");
    const replies = await parallel(2, () => publish(project, "jane", { campaign: "Once" }));
    expect(countsOf(replies)).toEqual({ "200": 1, "400 voucher_cannot_be_published": 1 });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("20 calls of two customers: one code each", async () => {
    const project = await newProject();
    const id = await campaign(project, "Once", { join_once: 1, type: "AUTO_UPDATE" });
    await codes(project, id, { prefix: "ONCE", to: 30 });
    await known(project, "jane", "john");
    const replies = await parallel(20, (at) =>
      publish(project, at % 2 === 0 ? "jane" : "john", { campaign: "Once" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 2, "400 voucher_cannot_be_published": 18 });
    expect(new Set(given(replies)).size).toBe(2);
    await expectSound(project.id);
  });

  it("20 calls that ask for the same code again: one code, told 20 times", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    await codes(project, id, { prefix: "MANY", to: 10 });
    await known(project, "jane");
    const sent = { campaign: "Many", customer: { source_id: "jane" } };
    const replies = await parallel(20, () => project.post("/v1/publications?join_once=true", sent));
    expect(countsOf(replies)).toEqual({ "200": 20 });
    expect(new Set(given(replies)).size).toBe(1);
    expect(await rowsOf("publications", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });
});

describe("a source id", () => {
  it("20 calls with one: one publication, one answer", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    await codes(project, id, { prefix: "MANY", to: 10 });
    await known(project, "jane");
    const replies = await parallel(20, () =>
      publish(project, "jane", { campaign: "Many", source_id: "order-1" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
    for (const { body } of replies) expect(body).toEqual(replies[0]?.body);
    expect(await rowsOf("publications", project.id)).toHaveLength(1);
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("two customers with one: one gets a code, the other is refused", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    await codes(project, id, { prefix: "MANY", to: 10 });
    const replies = await parallel(2, (at) =>
      publish(project, `c-${at}`, { campaign: "Many", source_id: "order-1" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 1, "400 duplicate_source_id": 1 });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });

  it("an idempotency key: one publication, one answer", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    await codes(project, id, { prefix: "MANY", to: 10 });
    const sent = { campaign: "Many", customer: { source_id: "jane" } };
    const replies = await parallel(20, () =>
      project.post("/v1/publications", sent, { "idempotency-key": "one" }),
    );
    expect(countsOf(replies)).toEqual({ "200": 20 });
    expect(new Set(given(replies)).size).toBe(1);
    expect(await rowsOf("publications", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });
});

describe("what changes between reading and writing", () => {
  /** A publication in the midst of which something else happens. */
  async function interrupted(
    columns: Record<string, string | number | null>,
    happen: (project: TestProject, campaignId: string) => Promise<unknown>,
  ) {
    const project = await newProject();
    const id = await campaign(project, "Spring", columns);
    await codes(project, id, { prefix: "SPRING", to: 1 });
    await project.post("/v1/customers", { source_id: "jane" });
    let isDone = false;
    const body = { campaign: "Spring", customer: { source_id: "jane" } };
    const reply = await sendPausing(
      project,
      { path: "/v1/publications", body },
      {
        before: async (batch) => {
          if (batch < 2 || isDone) return;
          isDone = true;
          await happen(project, id);
        },
      },
    );
    await expectSound(project.id);
    return { project, reply };
  }

  const setting = (column: string) => (project: TestProject, id: string) =>
    homeDb()
      .prepare(
        `UPDATE campaigns SET ${column}, updated_at = '2026-01-02T00:00:00.000Z' WHERE project_id = ?1 AND id = ?2`,
      )
      .bind(project.id, id)
      .run();

  it.each(["active = 0", "expiration_date = '2020-01-01T00:00:00.000Z'"])(
    "a campaign that is set to %s gives nothing",
    async (column) => {
      const { project, reply } = await interrupted({}, setting(column));
      expect(reply.body.key).toBe("no_voucher_suitable_for_publication");
      expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
    },
  );

  it("a campaign that is deleted gives nothing, and makes nothing", async () => {
    const gone = async (project: TestProject, id: string) => {
      await setting("deleted_at = '2026-01-02T00:00:00.000Z'")(project, id);
      await homeDb()
        .prepare("UPDATE tallies SET campaigns = campaigns - 1 WHERE project_id = ?1")
        .bind(project.id)
        .run();
    };
    const { project, reply } = await interrupted({ type: "AUTO_UPDATE" }, gone);
    expect(reply.status).toBe(404);
    expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });

  it("a customer that is deleted comes back as a new one, and holds what it gets", async () => {
    const { project, reply } = await interrupted({}, (at) => at.delete("/v1/customers/jane"));
    expect(reply.status).toBe(200);
    expect(await rowsOf("customers", project.id)).toMatchObject([{ id: reply.body.customer_id }]);
  });

  it("a code that is changed is given as it is then", async () => {
    const { reply } = await interrupted({}, (at) =>
      at.put("/v1/vouchers/SPRING-1", { additional_info: "changed" }),
    );
    expect(reply.body.voucher).toMatchObject({ code: "SPRING-1", additional_info: "changed" });
  });
});

describe("what a publication costs", () => {
  /** Behind every point that a call may start from, which spares it the way round. */
  const ids = "v_0TIME000zzzzz";

  /** A campaign of that many codes with so many left, published from as often before. */
  async function costWith(total: number, free: number) {
    const project = await newProject();
    const id = await campaign(project, "Big");
    await codes(project, id, { prefix: "GONE", to: total - free, given: 1, ids });
    await codes(project, id, { prefix: "FREE", to: 1, ids });
    await publish(project, "jane", { campaign: "Big" });
    await codes(project, id, { prefix: "LEFT", to: free, ids });
    const reply = await publish(project, "jane", { campaign: "Big" });
    expect(codesOf(reply)).toHaveLength(1);
    return costOf(reply);
  }

  it("is the same with 1,000 and with 20,000 codes, with 60, 10 and 1 of them left", async () => {
    const few = await costWith(1000, 10);
    expect(few.roundTrips).toBe(2);
    for (const left of [60, 10, 1]) {
      const { read, ...many } = await costWith(20_000, left);
      expect(many).toEqual({ roundTrips: 2, written: few.written });
      // A row's neighbor costs one read in each of three indexes, one of them for the moment of the
      // offer; the last row has none.
      expect(Math.abs(read - few.read)).toBeLessThanOrEqual(3);
    }
  });

  it("20 codes take no more round trips than one, and as many rows for each", async () => {
    const project = await newProject();
    const id = await campaign(project, "Big");
    await codes(project, id, { prefix: "BIG", to: 200, ids });
    await publish(project, "jane", { campaign: "Big" });
    const one = costOf(await publish(project, "jane", { campaign: "Big" }));
    const all = costOf(await publish(project, "jane", { campaign: { name: "Big", count: 20 } }));
    expect(all.roundTrips).toBe(2);
    // Many events are sent as one list, of which each entry counts as read.
    expect(all.read).toBeLessThan(20 * (one.read + 3));
    expect(all.written).toBeLessThan(20 * one.written);
  });
});

describe("codes that lapsed before anybody got them", () => {
  const end = "2020-01-01T00:00:00.000Z";
  /** Behind every point that a call may start from, made before and after others. */
  const [early, between, late] = ["v_0TIME000zzzzz", "v_0TIME001zzzzz", "v_0TIME002zzzzz"];

  /** A campaign with 200 older codes that lapsed, before whatever else is put into it. */
  async function partners(columns: Record<string, string | number | null> = {}) {
    const project = await newProject();
    const id = await campaign(project, "Partners", columns);
    await codes(project, id, { prefix: "OLD", to: 200, ids: early, end });
    await project.post("/v1/customers", { source_id: "jane" });
    return { project, id, give: (sent = {}) => publish(project, "jane", sent) };
  }

  const one = { campaign: "Partners" };

  it("hide no newer one, which is found without a further round trip or a walk", async () => {
    const { project, id, give } = await partners();
    await codes(project, id, { prefix: "LAPSED", to: 19_800, ids: between, end });
    await codes(project, id, { prefix: "NEW", to: 25, ids: late });
    expect(codesOf(await give(one))[0]).toMatch(/^NEW-/);
    const reply = await give(one);
    expect(codesOf(reply)[0]).toMatch(/^NEW-/);
    const { roundTrips, read } = costOf(reply);
    expect(roundTrips).toBe(2);
    // Fifty of each side are read where they are looked at, counted and left out.
    expect(read).toBeLessThan(400);
    const many = codesOf(await give({ campaign: { name: "Partners", count: 20 } }));
    expect(new Set(many).size).toBe(20);
    await expectSound(project.id);
  });

  it("hide none that stands between 200 and 15,000 of them", async () => {
    const { project, id, give } = await partners();
    await codes(project, id, { prefix: "GOOD", to: 2, ids: between });
    await codes(project, id, { prefix: "LAPSED", to: 15_000, ids: late, end });
    const given = [...codesOf(await give(one)), ...codesOf(await give(one))];
    expect(given.sort()).toEqual(["GOOD-1", "GOOD-2"]);
    expect((await give(one)).body.key).toBe("no_voucher_suitable_for_publication");
    await expectSound(project.id);
  });

  it("hide no newer ones where some older ones are valid, and none of these comes twice", async () => {
    const { project, id, give } = await partners();
    await codes(project, id, { prefix: "FIRST", to: 5, ids: "v_0TIME000zzzzy" });
    await codes(project, id, { prefix: "NEW", to: 14, ids: late });
    const tooMany = await give({ campaign: { name: "Partners", count: 20 } });
    expect(tooMany.body.key).toBe("no_voucher_suitable_for_publication");
    const all = codesOf(await give({ campaign: { name: "Partners", count: 19 } }));
    expect(new Set(all).size).toBe(19);
    await expectSound(project.id);
  });

  it("hide one behind 20,000 of them, of which no more are read", async () => {
    const { project, id, give } = await partners();
    await codes(project, id, { prefix: "GOOD", to: 1, ids: between });
    await codes(project, id, { prefix: "LAPSED", to: 20_000, ids: late, end });
    const reply = await give(one);
    expect(reply.body.key).toBe("no_voucher_suitable_for_publication");
    expect(costOf(reply).read).toBeLessThan(20_500);
    expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
  });

  it.each<[string, Record<string, string | number>]>([
    ["makes a new one", { type: "AUTO_UPDATE" }],
    ["is disabled", { active: 0 }],
    ["has ended", { expiration_date: end }],
  ])("are not looked through where the campaign %s", async (_, columns) => {
    const { project, id, give } = await partners(columns);
    await codes(project, id, { prefix: "LAPSED", to: 1000, ids: late, end });
    await give(one);
    expect(costOf(await give(one)).read).toBeLessThan(200);
  });

  it("30 at once for 40 newer ones: each gets one, no code twice", async () => {
    const { project, id } = await partners();
    await codes(project, id, { prefix: "NEW", to: 40, ids: late });
    const replies = await parallel(30, (at) => publish(project, `c-${at}`, one));
    expect(countsOf(replies)).toEqual({ "200": 30 });
    expect(new Set(given(replies)).size).toBe(30);
    await expectSound(project.id);
  });
});
