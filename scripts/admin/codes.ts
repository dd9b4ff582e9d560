import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { downloaded } from "./downloading.ts";
import { fileAt, importing, SENDERS } from "./importing.ts";
import { nothing, paging, word } from "./parameters.ts";
import { type Verb, verb } from "./verb.ts";
import { worthOf } from "./worth.ts";

const one = z.object({ code: word.describe("the code, or its id") });
const campaignOption = z.object({ campaign: word.optional().describe("id or name of a campaign") });

const usesOf = ({ redemption }: Schemas["Voucher"]): string | null =>
  redemption ? `${redemption.redeemed_quantity} of ${redemption.quantity ?? "∞"}` : null;

const facts = (found: Schemas["Voucher"], currency: string | null) => ({
  Code: found.code,
  Id: found.id,
  Type: found.type,
  Campaign: found.campaign,
  Worth: worthOf(found, currency),
  Uses: usesOf(found),
  Active: found.active,
  From: found.start_date,
  Until: found.expiration_date,
  Created: found.created_at,
});

/** The columns that an import reads again: with the usual ones a used card would come back full. */
const IMPORTED = [
  "code",
  "voucher_type",
  "value",
  "formula",
  "discount_type",
  "discount_effect",
  "discount_amount_limit",
  "discount_unit_type",
  "discount_unit_effect",
  "campaign",
  "category",
  "start_date",
  "expiration_date",
  "validity_timeframe_interval",
  "validity_timeframe_duration",
  "validity_day_of_week",
  "gift_balance",
  "loyalty_balance",
  "redemption_quantity",
  "redemption_count",
  "active",
  "additional_info",
  "validation_rules_id",
  "metadata",
];

const switching = (action: "enable" | "disable", summary: string): Verb =>
  verb({
    name: `codes ${action}`,
    summary,
    args: one,
    options: nothing,
    run: async ({ connection, show }, { code }) => {
      const path = `/v1/vouchers/{code}/${action}` as const;
      const found = await answerOf(connection.server.POST(path, { params: { path: { code } } }));
      show.said(found, `${found.code} is ${action}d.`);
    },
  });

/** Verbs on codes, with a server key. */
export const CODE_VERBS: readonly Verb[] = [
  verb({
    name: "codes list",
    summary: "List codes, the latest first",
    args: nothing,
    options: paging.extend(campaignOption.shape),
    run: async ({ connection, show }, { limit, page, campaign }) => {
      const query = {
        limit,
        page,
        order: "-created_at" as const,
        ...(campaign !== undefined && { campaign }),
      };
      const answer = await answerOf(connection.server.GET("/v1/vouchers", { params: { query } }));
      show.list(answer, answer.vouchers, {
        Code: ({ code }) => code,
        Type: ({ type }) => type,
        Campaign: ({ campaign }) => campaign,
        Worth: (each) => worthOf(each, connection.currency),
        Uses: usesOf,
        Active: ({ active }) => active,
        Until: ({ expiration_date }) => expiration_date,
      });
    },
  }),
  verb({
    name: "codes show",
    summary: "Show a code",
    args: one,
    options: nothing,
    run: async ({ connection, show }, { code }) => {
      const params = { path: { code } };
      const found = await answerOf(connection.server.GET("/v1/vouchers/{code}", { params }));
      show.one(found, facts(found, connection.currency));
    },
  }),
  verb({
    name: "codes import",
    summary: "Take in codes from a CSV file, all of it or nothing",
    args: z.object({ file: word.describe("its path") }),
    options: campaignOption,
    run: async (admin, { file, campaign }) => {
      const body = await fileAt(file);
      if (campaign === undefined) return importing(admin, SENDERS.vouchers(admin, body));
      const params = { path: { campaignId: campaign } };
      const { server } = admin.connection;
      await importing(
        admin,
        answerOf(server.POST("/v1/campaigns/{campaignId}/importCSV", { params, body })),
      );
    },
  }),
  verb({
    name: "codes export",
    summary: "Download codes as CSV that can be imported, held against the manifest of the export",
    args: nothing,
    options: campaignOption.extend({
      to: word.default("codes.csv").describe("path of the file"),
    }),
    run: async (admin, { campaign, to }) => {
      const made = await answerOf(
        admin.connection.server.POST("/v1/exports", {
          body: {
            exported_object: "voucher",
            parameters: {
              fields: IMPORTED,
              ...(campaign !== undefined && { campaign_id: campaign }),
            },
          },
        }),
      );
      await downloaded(admin, made.id, to);
    },
  }),
  switching("enable", "Take a code again that was disabled"),
  switching("disable", "Refuse a code from now on"),
];
