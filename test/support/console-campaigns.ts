import type { Page } from "playwright-core";
import { answerOf } from "../../clients/typescript/src";
import { back } from "./console";

const PERCENT = { type: "PERCENT", percent_off: 10 } as const;

/** A campaign of so many codes, ten percent off each. */
export const coupons = (name: string, vouchers_count = 3) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "DISCOUNT_COUPONS",
        vouchers_count,
        voucher: {
          type: "DISCOUNT_VOUCHER",
          discount: PERCENT,
          code_config: { pattern: "SPRING-####-####" },
        },
      },
    }),
  );

export const campaignOf = (campaignId: string) =>
  answerOf(back.GET("/v1/campaigns/{campaignId}", { params: { path: { campaignId } } }));

/** To the next step of the form. */
export const next = (page: Page) => page.getByRole("button", { name: /^(Next|Weiter)$/ }).click();

/** A promotion of three tiers: "Gold", "Silver" and "Bronze". */
export const promotion = (name: string) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "PROMOTION",
        promotion: {
          tiers: ["Gold", "Silver", "Bronze"].map((tier, at) => ({
            name: tier,
            hierarchy: at + 1,
            action: { discount: { type: "PERCENT" as const, percent_off: 30 - at * 10 } },
          })),
        },
      },
    }),
  );
