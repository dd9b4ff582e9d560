import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newProject } from "../support/api";
import { idle } from "../support/client-schema";
import { campaigns, discountedCampaigns, ended, everyCampaign } from "../support/forms/campaigns";
import { discountedTiers, promotions, retired } from "../support/forms/promotions";
import type { Known } from "../support/forms/row";
import { stocked } from "../support/forms/shop";
import { discounted, vouchers, withdrawn } from "../support/forms/vouchers";
import { OPERATIONS } from "../support/operations";
import { VOUCHERS } from "../support/shapes/voucher-exceptions";
import { type Answered, strictClient } from "../support/strict-client";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-02-01T12:00:00Z"));
});
afterEach(() => vi.useRealTimers());

const CODES: Known = { spare: "SPARE", fixed: "FIXED", credits: "CREDITS" };

const BOTH = [vouchers, campaigns, everyCampaign, promotions];
const GONE = [withdrawn, retired, ended];

const FAMILIES = /^\w+ \/v1\/(vouchers|campaigns|promotions)\b/;

/** Asked beside what is decided, or with the ledgers of points. */
const ELSEWHERE = /\/(redemption|validat(e|ion)|qualification|transactions\/export)$/;

/** Of this service alone, so that the shapes do not have them. */
const OURS = [
  "GET /v1/vouchers/:code/redemptions",
  "GET /v1/vouchers/:code/publications",
  "GET /v1/vouchers/:code/sessions",
  "DELETE /v1/vouchers/:code/sessions/:sessionKey",
  "POST /v1/campaigns/:campaignId/distributions",
  "POST /v1/vouchers/publish",
  "GET /v1/campaigns/:campaignId/distributions",
  "GET /v1/campaigns/:campaignId/distributions/:distributionId",
  "PUT /v1/campaigns/:campaignId/distributions/:distributionId",
  "DELETE /v1/campaigns/:campaignId/distributions/:distributionId",
];

/** What both forms were answered, for the last test. */
const answered: Answered[] = [];

describe("a strict client of vouchers, campaigns and promotions", () => {
  it("reads every answer in its emptiest form", async () => {
    const client = strictClient(await newProject(), { ...CODES }, "least");
    for (const rows of [...BOTH, ...GONE]) await client.walk(rows);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it("reads every answer in its fullest form", async () => {
    const project = await newProject();
    const client = strictClient(project, { ...CODES, ...(await stocked(project)) }, "most");
    for (const rows of BOTH) await client.walk(rows);
    for (const rows of [discounted, discountedCampaigns, discountedTiers]) await client.walk(rows);
    const isRead = ({ operation }: { operation: string }) => operation.startsWith("GET ");
    for (const rows of BOTH) await client.walk(rows.filter(isRead));
    for (const rows of GONE) await client.walk(rows);
    expect(client.refused()).toEqual([]);
    answered.push(...client.answered);
  });

  it("asks every operation of them", () => {
    const asked = new Set([...BOTH, ...GONE].flat().map(({ operation }) => operation));
    const mounted = OPERATIONS.filter((each) => FAMILIES.test(each) && !ELSEWHERE.test(each));
    expect(mounted.filter((each) => !asked.has(each)).sort()).toEqual(OURS.toSorted());
    expect([...asked].filter((each) => !OPERATIONS.includes(each))).toEqual([]);
  });

  it("would fail without any one of the exceptions", () => {
    expect(idle(VOUCHERS, answered)).toEqual([]);
  });
});
