import { raw, sql, valuesOf } from "../../db/sql";
import { firstId } from "../../lib/id";
import {
  date,
  flag,
  type ListFields,
  list,
  listFields,
  state,
  text,
  word,
} from "../../listing/fields";
import { CAMPAIGN_TYPES } from "../../model/campaign-types";
import { VOUCHER_TYPES, VOUCHER_TYPES_CALLED } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";

export const CREATION_STATUSES = ["DONE", "IN_PROGRESS", "FAILED", "DRAFT", "MODIFYING"] as const;

/** Whether a campaign's codes are those of referrals. */
export const IS_REFERRAL_CODE = "coalesce(c.voucher->>'$.is_referral_code', 0)";

const listed = (value: string): string => `iif(${value} IS NULL, NULL, json_array(${value}))`;

/** What a campaign is at an instant. */
function statesAt(now: string) {
  const isExpired = sql`coalesce(c.expiration_date <= ${now}, 0)`;
  const hasBegun = sql`coalesce(c.start_date <= ${now}, 1)`;
  const isRunning = sql`(c.active = 1 AND ${hasBegun} AND NOT ${isExpired})`;
  return {
    status: state({
      $active: isRunning,
      $failed: raw("c.creation_status = 'FAILED'"),
      $in_progress: raw("c.creation_status = 'IN_PROGRESS'"),
      $expired: isExpired,
      $before_start: sql`NOT ${hasBegun}`,
      before_start: sql`NOT ${hasBegun}`,
    }),
    active: flag("c.active", {
      states: {
        $enabled: raw("c.active = 1"),
        $disabled: raw("c.active = 0"),
        $expired: isExpired,
        $active: isRunning,
      },
    }),
  };
}

const byIds = (ids: readonly string[]) => ({ where: sql`c.id IN (${valuesOf(ids)})` });

const created = date("c.created_at", {
  range: ({ from, until }) => ({
    where: sql`c.id >= ${firstId("camp", from)} AND c.id < ${firstId("camp", until)}`,
  }),
});

/** What the list of campaigns is filtered by (reference service, campaigns). */
export const campaignFields = (scope: Scope): ListFields =>
  listFields(
    {
      id: text("c.id", { find: byIds }),
      name: text("c.name", {
        find: (names) => ({
          where: sql`c.name IN (${valuesOf(names)}) AND c.deleted_at IS NULL`,
          index: "campaigns_name",
        }),
      }),
      // By id or name.
      campaigns: list("json_array(c.id, c.name)"),
      campaigns_id: text("c.id", { find: byIds }),
      campaign_ids: text("c.id", { find: byIds }),
      campaign_status: word("c.creation_status", CREATION_STATUSES),
      ...statesAt(isoNow(scope)),
      is_referral_code: flag(IS_REFERRAL_CODE),
      voucher_type: word("c.voucher->>'$.type'", VOUCHER_TYPES, { called: VOUCHER_TYPES_CALLED }),
      categories: list(listed("c.category")),
      category_ids: list(listed("c.category_id")),
      type: word("c.type", ["AUTO_UPDATE", "BULK", "STANDALONE", "STATIC"]),
      campaign_type: word("c.campaign_type", CAMPAIGN_TYPES, {
        narrow: (type) => ({ where: sql`c.campaign_type = ${type}`, index: "campaigns_type" }),
      }),
      created_date: created,
      created_at: created,
      updated_at: date("c.updated_at"),
      start_date: date("c.start_date"),
      expiration_date: date("c.expiration_date"),
      // A timeframe comes round from the start on.
      validity_timeframe: date(
        "iif(c.validity_timeframe IS NULL, NULL, coalesce(c.start_date, c.created_at))",
      ),
      validity_day_of_week: list("c.validity_day_of_week"),
    },
    { metadata: "c.metadata" },
  );
