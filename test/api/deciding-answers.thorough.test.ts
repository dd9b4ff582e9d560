import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newProject, type TestProject } from "../support/api";
import { idle } from "../support/client-schema";
import { made } from "../support/deciding";
import { browsed } from "../support/forms/browsers";
import { campaigns, everyCampaign } from "../support/forms/campaigns";
import { published, qualified, redeemed, undone, validated } from "../support/forms/deciding";
import { discountedTiers, promotions } from "../support/forms/promotions";
import type { Known } from "../support/forms/row";
import { stocked } from "../support/forms/shop";
import { discounted, vouchers } from "../support/forms/vouchers";
import { OPERATIONS } from "../support/operations";
import { DECIDING } from "../support/shapes/deciding-exceptions";
import { type Answered, strictClient } from "../support/strict-client";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(Date.parse("2026-02-01T12:00:00Z"));
});
afterEach(() => vi.useRealTimers());

const OPEN = {
  client_publish_enabled: 1,
  client_loyalty_events_enabled: 1,
  client_metadata_keys: '["desk","engraved","gift","made","page","vip"]',
};

const CODES: Known = { spare: "SPARE", fixed: "FIXED", credits: "CREDITS" };

const BOTH = [published, validated, qualified, browsed, redeemed, undone];

const FAMILIES = /^\w+ \/(client\/v1|v1\/(publications|validations|qualifications|redemptions))\b/;
const OF_ONE =
  /^\w+ \/v1\/(vouchers|campaigns|promotions)\b.*\/(redemption|validat(e|ion)|qualification)$/;

/** Of this service alone, so that the shapes do not have them. */
const OURS = [
  "GET /client/v1/consents",
  "GET /client/v1/promotions/validation",
  "GET /client/v1/vouchers",
  "POST /client/v1/customers",
  "POST /client/v1/promotions/tiers/:promotionTierId/redemption",
  "POST /v1/vouchers/redemption",
  "POST /v1/vouchers/validate",
  "PUT /client/v1/customers/:customerId/consents",
];

/** What both forms were answered, for the last test. */
const answered: Answered[] = [];
/** What is decided of: everything that can be made, which the test of it reads. */
async function makes(project: TestProject, known: Known, form: "least" | "most") {
  const client = strictClient(project, known, form);
  for (const rows of [vouchers, campaigns, everyCampaign, promotions]) await client.walk(rows);
  if (form === "most") for (const rows of [discounted, discountedTiers]) await client.walk(rows);
  await made(project, `/management/v1/projects/${project.id}/custom-event-schemas`, {
    name: "visit",
  });
  await made(project, "/v1/vouchers", {
    code: "OTHER",
    discount: { type: "AMOUNT", amount_off: 1 },
  });
}

describe("a strict client of what is decided", () => {
  it("reads every answer in its emptiest form", async () => {
    const project = await newProject(OPEN);
    const known = { ...CODES };
    await makes(project, known, "least");
    const client = strictClient(project, known, "least");
    for (const rows of BOTH) await client.walk(rows);
    answered.push(...client.answered);
    expect(client.refused()).toEqual([]);
  });

  it("reads every answer in its fullest form", async () => {
    const project = await newProject(OPEN);
    const known = { ...CODES, ...(await stocked(project)) };
    await makes(project, known, "most");
    const client = strictClient(project, known, "most");
    for (const rows of BOTH) await client.walk(rows);
    answered.push(...client.answered);
    expect(client.refused()).toEqual([]);
  });

  it("asks every operation of it", () => {
    const asked = new Set(BOTH.flat().map(({ operation }) => operation));
    const mounted = OPERATIONS.filter((each) => FAMILIES.test(each) || OF_ONE.test(each));
    expect(mounted.filter((each) => !asked.has(each)).sort()).toEqual(OURS);
    expect([...asked].filter((each) => !OPERATIONS.includes(each))).toEqual([]);
  });

  it("would fail without any one of the exceptions", () => {
    expect(idle(DECIDING, answered)).toEqual([]);
  });
});
