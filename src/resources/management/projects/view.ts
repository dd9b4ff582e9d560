import type { ProjectRow } from "../../../db/tables/control";
import { BASE62 } from "../../../engine/codes";
import {
  CalloutNotifications,
  type KeptSettings,
  type ShownKept,
  UsageNotifications,
} from "../../../model/kept-settings";
import type { Project } from "./schema";

const QUIET = { enabled: false, value: 80, in_app: false, emails: [] };
const SILENT = { email: false, in_app: false, emails: [] };

/** What was kept, with what was never said. */
const viewKept = (kept: KeptSettings): ShownKept => ({
  dial_code: kept.dial_code ?? null,
  cluster_id: kept.cluster_id ?? "default",
  api_usage_notifications: UsageNotifications.parse({
    redemptions: QUIET,
    messages: QUIET,
    api_calls: QUIET,
    bulk_api_calls: QUIET,
    webhook_calls: QUIET,
    cycle_calls: QUIET,
    ...kept.api_usage_notifications,
  }),
  webhooks_callout_notifications: CalloutNotifications.parse({
    distributions: SILENT,
    webhooks: SILENT,
    ...kept.webhooks_callout_notifications,
  }),
  api_version: "v2018-08-01",
  webhook_version: "v2024-01-01",
});

/** A project without its webhook secret. */
export const viewProject = (row: ProjectRow): Project => ({
  id: row.id,
  place: row.place,
  name: row.name,
  description: row.description,
  timezone: row.timezone,
  currency: row.currency,
  week_start: row.week_start,
  case_sensitive_codes: row.case_sensitive_codes,
  client_trusted_domains: row.client_trusted_domains,
  client_redeem_enabled: row.client_redeem_enabled,
  client_publish_enabled: row.client_publish_enabled,
  client_list_vouchers_enabled: row.client_list_vouchers_enabled,
  client_create_customer_enabled: row.client_create_customer_enabled,
  client_loyalty_events_enabled: row.client_loyalty_events_enabled,
  client_set_voucher_expiration_date_enabled: row.client_set_voucher_expiration_date_enabled,
  client_wallet_enabled: row.client_wallet_enabled,
  client_visible_metadata: row.client_visible_metadata,
  client_hold_max_minutes: row.client_hold_max_minutes,
  client_orders_trusted: row.client_orders_trusted,
  client_metadata_keys: row.client_metadata_keys,
  near_miss_segments_enabled: row.near_miss_segments_enabled,
  near_miss_dates_enabled: row.near_miss_dates_enabled,
  events_kept_days: row.events_kept_days,
  is_sandbox: row.is_sandbox,
  busy: row.busy,
  default_code_config: { charset: row.default_charset ?? BASE62 },
  ...viewKept(row.kept_settings),
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "project",
});
