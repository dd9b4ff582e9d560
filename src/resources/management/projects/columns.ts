import type { ProjectRow } from "../../../db/tables/control";
import { withoutNulls } from "../../../lib/json-value";
import { KeptSettings } from "../../../model/kept-settings";
import type { ProjectCreate } from "./schema";

type Column = "default_charset" | "kept_settings";
type Sent = Pick<
  ProjectCreate,
  "default_code_config" | "api_version" | "webhook_version" | keyof KeptSettings
>;

/**
 * The settings of a body as columns; what is only kept goes into one. What the body does not say of
 * it stays as it was `before`.
 */
export function columnsOf<T extends Sent>(body: T, before: Pick<ProjectRow, Column>) {
  const {
    default_code_config: codes,
    api_version: _,
    webhook_version: __,
    dial_code,
    cluster_id,
    api_usage_notifications,
    webhooks_callout_notifications,
    ...columns
  } = body;
  const kept = { dial_code, cluster_id, api_usage_notifications, webhooks_callout_notifications };
  const sent = Object.entries(kept).filter(([, value]) => value !== undefined);
  return {
    ...columns,
    default_charset: codes?.charset === undefined ? before.default_charset : codes.charset,
    kept_settings: KeptSettings.parse(
      withoutNulls({ ...before.kept_settings, ...Object.fromEntries(sent) }),
    ),
  };
}
