import { describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { campaign, code } from "../support/campaigns";
import { promotion, TEN_OFF, tier } from "../support/promotions";
import { redeem, redeemables } from "../support/redeeming";

const ALL_DAY = { interval: "P1D", duration: "P1D" };

/** A code of a campaign that began in 2020, with what the voucher says itself. */
async function framed(sent: Record<string, unknown> = {}): Promise<[TestProject, string]> {
  const project = await newProject();
  const id = await campaign(project, "Spring", { start_date: "2020-01-01T00:00:00Z" });
  await code(project, id, "S1", sent);
  return [project, id];
}

describe("a timeframe of a voucher, counted from its campaign's start", () => {
  it("200: is open, and not any more where the start is cleared", async () => {
    const [project, id] = await framed({ validity_timeframe: ALL_DAY });
    const asked = { redeemables: redeemables("S1") };
    expect((await project.post("/v1/validations", asked)).body.valid).toBe(true);
    expect((await project.put(`/v1/campaigns/${id}`, { start_date: null })).status).toBe(200);
    const reply = await project.post("/v1/validations", asked);
    expect(reply.status).toBe(200);
    expect(reply.body.redeemables[0].result.error.key).toBe("voucher_not_active_now");
    const refused = await redeem(project, "S1");
    expect([refused.status, refused.body.key]).toEqual([400, "voucher_not_active_now"]);
    const [row] = await rowsOf("vouchers", project.id);
    expect(row?.redeemed_quantity).toBe(0);
  });

  it("200: nor does it keep others out of a wallet", async () => {
    const [project, id] = await framed({ validity_timeframe: ALL_DAY });
    await code(project, id, "S2");
    for (const voucher of ["S1", "S2"]) {
      const sent = { voucher, customer: { source_id: "ann" } };
      expect((await project.post("/v1/publications", sent)).status).toBe(200);
    }
    await project.put(`/v1/campaigns/${id}`, { start_date: null });
    const reply = await project.post("/v1/qualifications", {
      customer: { source_id: "ann" },
      scenario: "CUSTOMER_WALLET",
    });
    expect(reply.body.redeemables.data.map((each: { id: string }) => each.id)).toEqual(["S2"]);
  });
});

describe("a timeframe of a promotion tier, counted from its campaign's start", () => {
  const MORNINGS = { validity_timeframe: { interval: "P1D", duration: "PT6H" } };
  const SINCE = "2026-01-05T04:00:00.000Z";
  const body = (sent: object) => ({ name: "Tier", action: { discount: TEN_OFF }, ...sent });

  async function isOpen(project: TestProject, id: string, as_of: string): Promise<boolean> {
    const reply = await project.post("/v1/validations", {
      redeemables: [{ object: "promotion_tier", id }],
      order: { amount: 1000 },
      options: { as_of },
    });
    expect(reply.status).toBe(200);
    const { error } = reply.body.redeemables[0].result;
    expect(error?.key).toBe(reply.body.valid ? undefined : "promotion_not_active_now");
    return reply.body.valid;
  }

  it("200: made alone, with its campaign, and by an update", async () => {
    const project = await newProject();
    const campaignId = await promotion(project, "Spring", { start_date: SINCE });
    const alone = await tier(project, campaignId, "Alone", MORNINGS);
    const changed = await tier(project, campaignId, "Changed");
    const update = await project.put(`/v1/promotions/tiers/${changed.id}`, MORNINGS);
    expect([update.status, "start_date" in update.body]).toEqual([200, false]);
    const together = await project.post("/v1/campaigns", {
      name: "Summer",
      campaign_type: "PROMOTION",
      start_date: SINCE,
      promotion: { tiers: [body(MORNINGS)] },
    });
    expect(together.status, JSON.stringify(together.body)).toBe(200);
    for (const id of [alone.id, changed.id, together.body.promotion.tiers[0].id]) {
      expect(await isOpen(project, id, "2026-01-07T03:59:59.999Z")).toBe(false);
      expect(await isOpen(project, id, "2026-01-07T04:00:00.000Z")).toBe(true);
      expect(await isOpen(project, id, "2026-01-07T09:59:59.999Z")).toBe(true);
      expect(await isOpen(project, id, "2026-01-07T10:00:00.000Z")).toBe(false);
    }
  });

  it("400: not where the campaign has no start either", async () => {
    const project = await newProject();
    const campaignId = await promotion(project, "Spring");
    const made = await tier(project, campaignId, "Plain");
    const before = await rowsOf("promotion_tiers", project.id);
    const refusals = [
      await project.post(`/v1/promotions/${campaignId}/tiers`, body(MORNINGS)),
      await project.put(`/v1/promotions/tiers/${made.id}`, MORNINGS),
    ];
    for (const { status, body } of refusals) {
      expect([status, body.details]).toEqual([
        400,
        "Property .start_date is required with validity_timeframe",
      ]);
    }
    expect(await rowsOf("promotion_tiers", project.id)).toEqual(before);
  });
});

describe("PUT /v1/vouchers/{code} of a campaign's voucher", () => {
  const HOURS = { daily: [{ start_time: "10:00", expiration_time: "12:00" }] };
  const DAYS = [1, 2];

  /** A code with an end of its own, of a campaign that has days. */
  async function shop(): Promise<TestProject> {
    const project = await newProject();
    const id = await campaign(project, "Spring", {
      start_date: "2020-01-01T00:00:00Z",
      expiration_date: "2030-01-01T00:00:00Z",
      validity_day_of_week: DAYS,
    });
    await code(project, id, "S1", { expiration_date: "2031-01-01T00:00:00Z" });
    return project;
  }

  /** Updates the code, and answers what the update and everything after it say. */
  async function put(project: TestProject, sent: Record<string, unknown>) {
    const reply = await project.put("/v1/vouchers/S1", sent);
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect((await project.get("/v1/vouchers/S1")).body).toEqual(reply.body);
    const [event] = (await eventsOf(project.id)).slice(-1);
    expect(event?.data.voucher).toEqual(reply.body);
    return reply.body;
  }

  it("200: what null clears is the campaign's again, also in the answer and the event", async () => {
    const project = await shop();
    const body = await put(project, { expiration_date: null });
    expect(body.expiration_date).toBe("2030-01-01T00:00:00.000Z");
    const [row] = await rowsOf("vouchers", project.id);
    expect(row?.expiration_date).toBe(null);
  });

  it("200: also its discount, so that a change of the campaign's holds for it again", async () => {
    const project = await shop();
    const change = (path: string, amount_off: number) =>
      project.put(path, { discount: { type: "AMOUNT", amount_off } });
    expect((await change("/v1/vouchers/S1", 30)).status).toBe(200);
    expect((await put(project, { discount: null })).discount).toEqual({
      type: "AMOUNT",
      amount_off: 100,
    });
    expect((await change("/v1/campaigns/Spring", 40)).status).toBe(200);
    const { body } = await project.get("/v1/vouchers/S1");
    expect(body.discount).toEqual({ type: "AMOUNT", amount_off: 40 });
  });

  it("200: null of what it does not say itself changes nothing", async () => {
    const project = await shop();
    const before = (await project.get("/v1/vouchers/S1")).body;
    const reply = await project.put("/v1/vouchers/S1", { start_date: null });
    expect([reply.status, reply.body]).toEqual([200, before]);
    expect((await eventsOf(project.id)).map(({ kind }) => kind)).not.toContain("voucher.updated");
  });

  it("200: own hours come in place of the campaign's days, own nulls bring them back", async () => {
    const project = await shop();
    const own = await put(project, { validity_hours: HOURS });
    expect([own.validity_hours, own.validity_day_of_week]).toEqual([HOURS, null]);
    const again = await put(project, { validity_hours: null });
    expect([again.validity_hours, again.validity_day_of_week]).toEqual([undefined, DAYS]);
  });

  it("200: a timeframe comes in place of the days, under the campaign's start", async () => {
    const project = await shop();
    const own = await put(project, { start_date: null, validity_timeframe: ALL_DAY });
    expect([own.start_date, own.validity_timeframe, own.validity_day_of_week]).toEqual([
      "2020-01-01T00:00:00.000Z",
      ALL_DAY,
      null,
    ]);
  });

  it("400: hours beside days of its own, and nothing changes", async () => {
    const project = await shop();
    await put(project, { validity_day_of_week: [3] });
    const before = await rowsOf("vouchers", project.id);
    const reply = await project.put("/v1/vouchers/S1", { validity_hours: HOURS });
    expect([reply.status, reply.body.details]).toEqual([
      400,
      "Property .validity_hours cannot be combined with validity_timeframe or validity_day_of_week",
    ]);
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
  });
});
