import type { RawRow } from "../../db/client";
import type { LoadedRules } from "../../deciding/ruled";

/** A distribution that an event triggers, with all that decides whether it gives. */
export interface Triggered {
  id: string;
  campaignId: string;
  isOnceOnly: boolean;
  rules: LoadedRules[];
}

/** The cast holds because the column is made by `triggeredBy` alone. */
export const decodeTriggered = (raw: RawRow): Triggered => ({
  id: String(raw.id),
  campaignId: String(raw.campaign_id),
  isOnceOnly: raw.join_once === 1,
  rules: JSON.parse(String(raw.rule_sets)) as LoadedRules[],
});
