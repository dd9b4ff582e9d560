import type { ProjectRow } from "../../../db/tables/control";
import type { Project } from "./schema";

/** A project without its webhook secret. */
export const viewProject = (row: ProjectRow): Project => ({
  id: row.id,
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
  is_sandbox: row.is_sandbox,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "project",
});
