import * as z from "zod";

const emails = z.array(z.email().max(255)).max(100);

const Usage = z.object({
  enabled: z.boolean(),
  /** Of what may be used, in percent. */
  value: z.int().min(10).max(90),
  in_app: z.boolean(),
  emails,
});
const Callout = z.object({ email: z.boolean(), in_app: z.boolean(), emails });

export const UsageNotifications = z.object({
  redemptions: Usage,
  messages: Usage,
  api_calls: Usage,
  bulk_api_calls: Usage,
  webhook_calls: Usage,
  cycle_calls: Usage,
});
export const CalloutNotifications = z.object({ distributions: Callout, webhooks: Callout });

/** What is kept of a project for those who wrote it, and changes nothing here. */
export const KeptSettings = z.object({
  dial_code: z.string().max(20).nullish(),
  cluster_id: z.string().max(100).optional(),
  api_usage_notifications: UsageNotifications.partial().optional(),
  webhooks_callout_notifications: CalloutNotifications.partial().optional(),
});
export type KeptSettings = z.infer<typeof KeptSettings>;

/** The only versions that there are: another one is refused. */
export const versions = {
  api_version: z.literal("v2018-08-01"),
  webhook_version: z.literal("v2024-01-01"),
};

export const ShownKept = z.object({
  dial_code: z.string().nullable(),
  cluster_id: z.string(),
  api_usage_notifications: UsageNotifications,
  webhooks_callout_notifications: CalloutNotifications,
  ...versions,
});
export type ShownKept = z.infer<typeof ShownKept>;
