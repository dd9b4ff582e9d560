import { describe, expect, it } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { resultOf, sendCsv, sendRaw } from "../support/imports";

/*
 * In New York 31 December 2026 lasts from 05:00 UTC on that day to 05:00 UTC on the next; on
 * 8 March 2026 the clocks change, so that it ends at 04:00 UTC on the 9th.
 */
const START = "2026-12-31T05:00:00.000Z";
const END = "2027-01-01T04:59:59.999Z";
const DAY = { start_date: "2026-12-31", expiration_date: "2026-12-31" };
const EDGES = { start_date: START, expiration_date: END };

const tenPercent = { discount: { type: "PERCENT", percent_off: 10 } };
const shop = () => newProject({ timezone: "America/New_York" });

async function made(project: TestProject, path: string, body: object) {
  const reply = await project.post(path, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
}

describe("a date without a time is a day of the project's calendar", () => {
  it("of a voucher, made and changed: it holds through its last day", async () => {
    const project = await shop();
    expect(await made(project, "/v1/vouchers/EOY", { ...tenPercent, ...DAY })).toMatchObject(EDGES);
    const verdictAt = async (as_of: string) => {
      const redeemables = [{ object: "voucher", id: "EOY" }];
      const body = { redeemables, order: { amount: 1000 }, options: { as_of } };
      const reply = await project.post("/v1/validations", body);
      return reply.body.valid || reply.body.redeemables[0].result.error.key;
    };
    expect(await verdictAt("2026-12-31T04:59:59Z")).toBe("voucher_not_active");
    expect(await verdictAt("2026-12-31T05:00:00Z")).toBe(true);
    expect(await verdictAt("2027-01-01T04:59:59Z")).toBe(true);
    expect(await verdictAt("2027-01-01T05:00:00Z")).toBe("voucher_expired");
    const changed = await project.put("/v1/vouchers/EOY", {
      start_date: "2026-03-08",
      expiration_date: "2026-03-08",
    });
    expect(changed.body).toMatchObject({
      start_date: "2026-03-08T05:00:00.000Z",
      expiration_date: "2026-03-09T03:59:59.999Z",
    });
  });

  it("of a campaign and of its tiers", async () => {
    const project = await shop();
    const campaign = await made(project, "/v1/campaigns", {
      name: "Year's end",
      campaign_type: "PROMOTION",
      ...DAY,
      promotion: { tiers: [{ name: "T", action: { discount: tenPercent.discount }, ...DAY }] },
    });
    expect(campaign).toMatchObject({ ...EDGES, promotion: { tiers: [EDGES] } });
    const [{ id }] = campaign.promotion.tiers;
    const tier = await project.put(`/v1/promotions/tiers/${id}`, { expiration_date: "2027-01-01" });
    expect(tier.body).toMatchObject({
      start_date: START,
      expiration_date: "2027-01-02T04:59:59.999Z",
    });
  });

  it("of an earning rule", async () => {
    const project = await shop();
    const { id } = await made(project, "/v1/loyalties", {
      name: "Club",
      type: "STATIC",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    const rule = {
      event: "order.paid",
      loyalty: { type: "FIXED", points: 1 },
      source: { banner: "b" },
    };
    const [earning] = await made(project, `/v1/loyalties/${id}/earning-rules`, [
      { ...rule, ...DAY },
    ] as unknown as object);
    expect(earning).toMatchObject(EDGES);
  });

  it("of files, of CSV and of JSON", async () => {
    const project = await shop();
    const csv = `Code,Value,Start Date,Expiration Date\nFILE,1.00,2026-12-31,2026-12-31\nLOCAL,1.00,2026-12-31 08:00,2026-12-31 23:59:59`;
    const sent = await sendCsv(project, "/v1/vouchers/importCSV", csv);
    expect(await resultOf(project, sent)).toMatchObject({ created: 2, failed: [] });
    const rows = JSON.stringify([{ code: "ARRAY", ...tenPercent, ...DAY }]);
    const array = await sendRaw(project, "/v1/vouchers/import", rows, "application/json");
    expect(await resultOf(project, array)).toMatchObject({ created: 1, failed: [] });
    const get = async (code: string) => (await project.get(`/v1/vouchers/${code}`)).body;
    expect(await get("FILE")).toMatchObject(EDGES);
    expect(await get("ARRAY")).toMatchObject(EDGES);
    expect(await get("LOCAL")).toMatchObject({
      start_date: "2026-12-31T13:00:00.000Z",
      expiration_date: "2027-01-01T04:59:59.000Z",
    });
  });

  it("refuses a day that does not exist, and writes nothing", async () => {
    const project = await shop();
    const body = { ...tenPercent, expiration_date: "2026-02-30" };
    failure(await project.post("/v1/vouchers/NEVER", body), 400, "invalid_payload");
    failure(await project.get("/v1/vouchers/NEVER"), 404, "not_found");
  });
});
