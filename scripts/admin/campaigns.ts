import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { Incomplete } from "./exits.ts";
import { followed, until } from "./following.ts";
import { nothing, paging, share, wholeNumber, word } from "./parameters.ts";
import { type Admin, type Verb, verb } from "./verb.ts";
import { discountOf, worthOf } from "./worth.ts";

type Campaign = Schemas["Campaign"];

const campaign = z.object({ campaign: word.describe("its id or its name") });

const facts = (found: Campaign, currency: string | null) => ({
  Id: found.id,
  Name: found.name,
  Kind: found.campaign_type,
  Type: found.type,
  Worth: found.voucher ? worthOf(found.voucher, currency) : null,
  Codes: found.vouchers_count ?? null,
  Generation: found.vouchers_generation_status,
  Active: found.active,
  From: found.start_date,
  Until: found.expiration_date,
  Created: found.created_at,
});

const read = ({ connection }: Admin, campaignId: string) =>
  answerOf(
    connection.server.GET("/v1/campaigns/{campaignId}", { params: { path: { campaignId } } }),
  );

/** Waits with a bar until a campaign that was made has its first codes. */
async function generated(admin: Admin, made: Campaign, wanted: number): Promise<Campaign> {
  const bar = admin.progress(`Making ${made.name}`, "codes");
  try {
    return await until(
      admin.signal,
      async () => {
        const found = await read(admin, made.id);
        bar.to(found.vouchers_count ?? 0, wanted);
        return found;
      },
      ({ vouchers_generation_status }) => vouchers_generation_status !== "IN_PROGRESS",
    );
  } finally {
    bar.end();
  }
}

/** Verbs on campaigns, with a server key. */
export const CAMPAIGN_VERBS: readonly Verb[] = [
  verb({
    name: "campaigns list",
    summary: "List campaigns, the latest first",
    args: nothing,
    options: paging,
    run: async ({ connection, show }, { limit, page }) => {
      const query = { limit, page, order: "-created_at" as const };
      const answer = await answerOf(connection.server.GET("/v1/campaigns", { params: { query } }));
      show.list(answer, answer.campaigns, {
        Id: ({ id }) => id,
        Name: ({ name }) => name,
        Kind: ({ campaign_type }) => campaign_type,
        Worth: ({ voucher }) => (voucher ? worthOf(voucher, connection.currency) : null),
        Codes: ({ vouchers_count }) => vouchers_count ?? null,
        Active: ({ active }) => active,
        Until: ({ expiration_date }) => expiration_date,
      });
    },
  }),
  verb({
    name: "campaigns create",
    summary: "Make a campaign of discount codes or gift cards",
    args: z.object({ name: word.describe("what it is called") }),
    options: z.object({
      percent: share.optional().describe("percent off the order"),
      amount: word.optional().describe("off the order: 1250, in minor units, or 12.50 EUR"),
      gift: word.optional().describe("on each gift card, as --amount"),
      codes: wholeNumber.default(1).describe("how many codes to begin with"),
      pattern: word.optional().describe("of the codes, each # is drawn: SPRING-####"),
      uses: wholeNumber.optional().describe("uses of each code; else without limit"),
    }),
    run: async (admin, { name, codes, pattern, uses, ...value }) => {
      const voucher = {
        ...discountOf(value, admin.connection.currency),
        ...(pattern !== undefined && { code_config: { pattern } }),
        ...(uses !== undefined && { redemption: { quantity: uses } }),
      };
      const kind = "gift" in voucher ? "GIFT_VOUCHERS" : "DISCOUNT_COUPONS";
      const made = await answerOf(
        admin.connection.server.POST("/v1/campaigns", {
          body: { name, campaign_type: kind, type: "AUTO_UPDATE", vouchers_count: codes, voucher },
        }),
      );
      const ready = await generated(admin, made, codes);
      admin.show.one(ready, facts(ready, admin.connection.currency));
      if (ready.vouchers_generation_status === "FAILED") {
        throw new Incomplete(`${ready.name} has ${ready.vouchers_count ?? 0} of ${codes} codes`);
      }
    },
  }),
  verb({
    name: "campaigns show",
    summary: "Show a campaign",
    args: campaign,
    options: nothing,
    run: async (admin, sent) => {
      const found = await read(admin, sent.campaign);
      admin.show.one(found, facts(found, admin.connection.currency));
    },
  }),
  verb({
    name: "campaigns generate",
    summary: "Add codes to a campaign",
    args: campaign.extend({ count: wholeNumber.describe("how many") }),
    options: nothing,
    run: async (admin, { campaign: campaignId, count }) => {
      const begun = await answerOf(
        admin.connection.server.POST("/v1/campaigns/{campaignId}/vouchers", {
          params: { path: { campaignId }, query: { vouchers_count: count } },
        }),
      );
      if ("async_action_id" in begun) {
        await followed(admin, begun.async_action_id, ["Generating", "codes"]);
      }
      const found = await read(admin, campaignId);
      admin.show.said(
        found,
        `${found.name} has ${(found.vouchers_count ?? 0).toLocaleString("en")} codes now.`,
      );
    },
  }),
  verb({
    name: "campaigns delete",
    summary: "Delete a campaign with its codes; it lies in the bin for a while",
    args: campaign,
    options: z.object({ force: z.boolean().optional().describe("for good, not into the bin") }),
    run: async (admin, { campaign: campaignId, force = false }) => {
      const where = force ? "for good" : "into the bin";
      if (!(await admin.confirm(`Delete campaign ${campaignId} with its codes, ${where}?`))) return;
      const { async_action_id } = await answerOf(
        admin.connection.server.DELETE("/v1/campaigns/{campaignId}", {
          params: { path: { campaignId }, query: { force: force ? "true" : "false" } },
        }),
      );
      const action = await followed(admin, async_action_id, ["Deleting", "codes"]);
      admin.show.said(action, `Campaign ${campaignId} is deleted.`);
    },
  }),
];
