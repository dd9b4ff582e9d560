import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Validation } from "../../src/resources/validations/schema";
import { newProject, parsed, type TestProject } from "../support/api";

const discount = { type: "AMOUNT", amount_off: 500 } as const;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

async function verdictAt(project: TestProject, code: string, instant: string) {
  vi.setSystemTime(new Date(instant));
  const redeemables = [{ object: "voucher", id: code }];
  const reply = await project.post("/v1/validations", { redeemables });
  const [refused] = parsed(Validation, reply).inapplicable_redeemables ?? [];
  return refused?.result.error.key ?? "open";
}

/** Made on 1 January: most windows below lie ahead of it. */
async function shop(window: object, timezone = "Europe/Berlin") {
  vi.setSystemTime(new Date("2026-01-01T12:00:00Z"));
  const project = await newProject({ timezone });
  const made = await project.post("/v1/vouchers/W", { discount, ...window });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return project;
}

const NOW = "voucher_not_active_now";

describe("a voucher with a time window, in the time zone of its project", () => {
  it.each([
    ["2026-06-30T21:59:59.999Z", "voucher_not_active"],
    ["2026-06-30T22:00:00.000Z", "open"],
    ["2026-07-31T21:59:59.999Z", "open"],
    ["2026-07-31T22:00:00.000Z", "voucher_expired"],
  ])("between its two dates: %s is %s", async (instant, verdict) => {
    const project = await shop({
      start_date: "2026-07-01T00:00:00+02:00",
      expiration_date: "2026-08-01T00:00:00+02:00",
    });
    expect(await verdictAt(project, "W", instant)).toBe(verdict);
  });

  // 2026-03-27 is a Friday; Berlin is at UTC+1 until Sunday 2026-03-29 02:00, at UTC+2 after.
  it.each([
    ["2026-03-27T22:59:59Z", NOW],
    ["2026-03-27T23:00:00Z", "open"],
    ["2026-03-29T21:59:59Z", "open"],
    ["2026-03-29T22:00:00Z", NOW],
  ])("on days of the week: %s is %s", async (instant, verdict) => {
    const project = await shop({ validity_day_of_week: [6, 0] });
    expect(await verdictAt(project, "W", instant)).toBe(verdict);
  });

  it("the same moment is another day elsewhere", async () => {
    const project = await shop({ validity_day_of_week: [6] }, "Pacific/Auckland");
    expect(await verdictAt(project, "W", "2026-03-27T12:00:00Z")).toBe("open");
    const utc = await shop({ validity_day_of_week: [6] }, "UTC");
    expect(await verdictAt(utc, "W", "2026-03-27T12:00:00Z")).toBe(NOW);
  });

  it.each([
    ["2026-01-16T15:59:59Z", NOW],
    ["2026-01-16T16:00:00Z", "open"],
    ["2026-01-16T17:59:59Z", "open"],
    ["2026-01-16T18:00:00Z", NOW],
    ["2026-07-17T14:59:59Z", NOW],
    ["2026-07-17T15:00:00Z", "open"],
    ["2026-07-16T15:30:00Z", NOW],
  ])("Friday's happy hours 17:00 to 19:00: %s is %s", async (instant, verdict) => {
    const daily = [{ start_time: "17:00", expiration_time: "19:00", days_of_week: [5] }];
    const project = await shop({ validity_hours: { daily } });
    expect(await verdictAt(project, "W", instant)).toBe(verdict);
  });

  it.each([
    ["2026-01-16T20:59:59Z", NOW],
    ["2026-01-16T21:00:00Z", "open"],
    ["2026-01-17T00:59:59Z", "open"],
    ["2026-01-17T01:00:00Z", NOW],
  ])("hours over midnight belong to the evening: %s is %s", async (instant, verdict) => {
    const daily = [{ start_time: "22:00", expiration_time: "02:00", days_of_week: [5] }];
    const project = await shop({ validity_hours: { daily } });
    expect(await verdictAt(project, "W", instant)).toBe(verdict);
  });

  it.each([
    ["2026-02-01T08:59:59Z", "voucher_not_active"],
    ["2026-02-01T09:00:00Z", "open"],
    ["2026-02-01T10:59:59Z", "open"],
    ["2026-02-01T11:00:00Z", NOW],
    ["2026-02-02T08:59:59Z", NOW],
    ["2026-02-02T09:00:00Z", "open"],
    ["2026-04-01T08:00:00Z", "open"],
    ["2026-04-01T10:00:00Z", NOW],
  ])("two hours every day from the start: %s is %s", async (instant, verdict) => {
    const project = await shop({
      start_date: "2026-02-01T10:00:00+01:00",
      validity_timeframe: { interval: "P1D", duration: "PT2H" },
    });
    expect(await verdictAt(project, "W", instant)).toBe(verdict);
  });

  it("a redemption keeps to the same windows", async () => {
    const project = await shop({ validity_day_of_week: [6] });
    vi.setSystemTime(new Date("2026-03-27T22:59:59Z"));
    const friday = await project.post("/v1/vouchers/W/redemption", {});
    expect([friday.status, friday.body.key]).toEqual([400, NOW]);
    vi.setSystemTime(new Date("2026-03-27T23:00:00Z"));
    const saturday = await project.post("/v1/vouchers/W/redemption", {});
    expect([saturday.status, saturday.body.result]).toEqual([200, "SUCCESS"]);
  });
});
