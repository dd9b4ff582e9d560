import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";
import { KeptSettings, ShownKept, versions } from "../../../model/kept-settings";
import { orElse } from "../../../model/or-else";
import { CodeConfig } from "../../../model/voucher";
import { UserAssign } from "../users/schema";
import { Currency, Origin, TimeZone } from "./settings";

const name = z.string().trim().min(1).max(255);
const description = z.string().max(5000).nullable();
const weekStart = z.int().min(0).max(6);
const origins = z
  .array(Origin)
  .max(100)
  .transform((list) => [...new Set(list)]);
const metadataKeys = z
  .array(z.string().min(1).max(255))
  .max(100)
  .transform((list) => [...new Set(list)]);

/** Up to 7 days. */
const holdMinutes = z.int().min(1).max(10_080);

/** Days that events stay in the database before they leave for the archive. */
const keptDays = z.int().min(1).max(400);

/** What codes are drawn from where nothing else is said; null is base62 again. */
const ofCampaigns = z.never("is not a setting of projects: send it in a code_config").optional();
const defaultCodes = z.object({
  charset: CodeConfig.shape.charset,
  length: ofCampaigns,
  pattern: ofCampaigns,
  prefix: ofCampaigns,
  postfix: ofCampaigns,
});

/** Body of a create; the defaults are those of docs/behaviour.md. */
export const ProjectCreate = z.object({
  name,
  description: description.default(null),
  timezone: orElse(TimeZone, "UTC"),
  currency: orElse(Currency, "EUR"),
  week_start: orElse(weekStart, 1),
  case_sensitive_codes: orElse(z.boolean(), false),
  client_trusted_domains: orElse(origins, []),
  client_redeem_enabled: orElse(z.boolean(), false),
  client_publish_enabled: orElse(z.boolean(), false),
  client_list_vouchers_enabled: orElse(z.boolean(), false),
  client_create_customer_enabled: orElse(z.boolean(), false),
  client_loyalty_events_enabled: orElse(z.boolean(), false),
  client_set_voucher_expiration_date_enabled: orElse(z.boolean(), false),
  client_wallet_enabled: orElse(z.boolean(), false),
  client_visible_metadata: orElse(metadataKeys, []),
  client_hold_max_minutes: orElse(holdMinutes, 30),
  client_orders_trusted: orElse(z.boolean(), false),
  client_metadata_keys: orElse(metadataKeys, []),
  near_miss_segments_enabled: orElse(z.boolean(), false),
  near_miss_dates_enabled: orElse(z.boolean(), false),
  events_kept_days: orElse(keptDays, 30),
  is_sandbox: orElse(z.boolean(), false),
  busy: orElse(z.boolean(), false),
  /** The shop's people, as an assignment has each of them. */
  users: orElse(z.array(UserAssign).max(100), []),
  default_code_config: defaultCodes.nullish(),
  dial_code: KeptSettings.shape.dial_code,
  cluster_id: KeptSettings.shape.cluster_id.nullable(),
  api_usage_notifications: KeptSettings.shape.api_usage_notifications.nullable(),
  webhooks_callout_notifications: KeptSettings.shape.webhooks_callout_notifications.nullable(),
  api_version: versions.api_version.nullish(),
  webhook_version: versions.webhook_version.nullish(),
});
export type ProjectCreate = z.infer<typeof ProjectCreate>;

/** Body of an update: absent keeps; only description and `dial_code` can be cleared with null. */
export const ProjectUpdate = z
  .object({
    name,
    description,
    timezone: TimeZone,
    currency: Currency,
    week_start: weekStart,
    case_sensitive_codes: z.boolean(),
    client_trusted_domains: origins,
    client_redeem_enabled: z.boolean(),
    client_publish_enabled: z.boolean(),
    client_list_vouchers_enabled: z.boolean(),
    client_create_customer_enabled: z.boolean(),
    client_loyalty_events_enabled: z.boolean(),
    client_set_voucher_expiration_date_enabled: z.boolean(),
    client_wallet_enabled: z.boolean(),
    client_visible_metadata: metadataKeys,
    client_hold_max_minutes: holdMinutes,
    client_orders_trusted: z.boolean(),
    client_metadata_keys: metadataKeys,
    near_miss_segments_enabled: z.boolean(),
    near_miss_dates_enabled: z.boolean(),
    events_kept_days: keptDays,
    is_sandbox: z.boolean(),
    busy: z.boolean(),
    default_code_config: defaultCodes,
  })
  .extend(KeptSettings.shape)
  .extend(versions)
  .partial();
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;

/** A project's wire fields: docs/behaviour.md. */
export const Project = z
  .object({
    id: z.string(),
    /** The database where all of it is but its settings (docs/operations.md, "Places"). */
    place: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    timezone: z.string(),
    currency: z.string(),
    week_start: z.int(),
    case_sensitive_codes: z.boolean(),
    client_trusted_domains: z.array(z.string()),
    client_redeem_enabled: z.boolean(),
    client_publish_enabled: z.boolean(),
    client_list_vouchers_enabled: z.boolean(),
    client_create_customer_enabled: z.boolean(),
    client_loyalty_events_enabled: z.boolean(),
    client_set_voucher_expiration_date_enabled: z.boolean(),
    client_wallet_enabled: z.boolean(),
    client_visible_metadata: z.array(z.string()),
    client_hold_max_minutes: z.int(),
    client_orders_trusted: z.boolean(),
    client_metadata_keys: z.array(z.string()),
    near_miss_segments_enabled: z.boolean(),
    near_miss_dates_enabled: z.boolean(),
    events_kept_days: z.int(),
    is_sandbox: z.boolean(),
    busy: z.boolean(),
    default_code_config: z.object({ charset: z.string() }),
  })
  .extend(ShownKept.shape)
  .extend({
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("project"),
  })
  .meta({ id: "Project" });
export type Project = z.infer<typeof Project>;

const KeyPair = z.object({ app_id: z.string(), app_token: z.string() }).meta({ id: "KeyPair" });

/** A project as its creation shows it: once, with the secrets. */
export const ProjectWithSecrets = Project.extend({
  server_side_key: KeyPair,
  client_side_key: KeyPair,
  webhook_token: z.string(),
}).meta({ id: "ProjectWithSecrets" });
export type ProjectWithSecrets = z.infer<typeof ProjectWithSecrets>;

/** The new secret that webhooks are signed with; the one before signs beside it until then. */
export const WebhookSecret = z
  .object({
    webhook_token: z.string(),
    previous_valid_until: z.string(),
    object: z.literal("webhook_secret"),
  })
  .meta({ id: "WebhookSecret" });
export type WebhookSecret = z.infer<typeof WebhookSecret>;

export const ProjectList = listOf("data", Project).meta({ id: "ProjectList" });

export const ProjectQuery = z.object({
  ...pageQuery,
  /** What the name begins with, in either case; such a list is in the order of names. */
  name: name.optional(),
  /** The id of one of its keys. */
  app_id: z.string().max(100).optional(),
});
export type ProjectQuery = z.infer<typeof ProjectQuery>;
