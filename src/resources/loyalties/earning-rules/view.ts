import type { EarningRule, SimpleEarningRule } from "../../../model/loyalty/earning";
import { windowOf } from "../../../model/window-fields";
import type { StoredEarningRule } from "./store";

/** A rule as the reference service shows it: what is unset is left out (reference 2.13). */
export const viewEarningRule = (row: StoredEarningRule): EarningRule => ({
  id: row.id,
  validation_rule_id: row.assignments[0]?.rule_id ?? null,
  loyalty: row.loyalty,
  event: row.event,
  ...(row.custom_event_schema_id !== null && {
    custom_event: { schema_id: row.custom_event_schema_id },
  }),
  ...(row.segment_id !== null && { segment: { id: row.segment_id } }),
  ...(row.loyalty_tier_id !== null && { loyalty_tier: { id: row.loyalty_tier_id } }),
  ...(row.pending_points && { pending_points: row.pending_points }),
  ...(row.expiration_rules && { expiration_rules: row.expiration_rules }),
  source: {
    ...(row.banner !== null && { banner: row.banner }),
    object_id: row.campaign_id,
    object_type: "campaign",
  },
  automation_id: row.automation_id,
  active: row.active,
  ...windowOf(row),
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "earning_rule",
});

/** A rule in short, as events show what it caused or what it was put under. */
export function viewSimpleEarningRule(row: StoredEarningRule): SimpleEarningRule {
  const { id, loyalty, event, custom_event, segment, source } = viewEarningRule(row);
  const [assignment] = row.assignments;
  return {
    id,
    campaign_id: row.campaign_id,
    ...(assignment && { validation_rule_id: assignment.rule_id }),
    loyalty,
    event,
    ...(custom_event && { custom_event }),
    ...(segment && { segment }),
    ...(row.loyalty_tier_id !== null && { loyalty_tier: row.loyalty_tier_id }),
    source,
    automation_id: row.automation_id,
    active: row.active,
    metadata: row.metadata,
    object: "earning_rule",
  };
}

/** The same as enabling and disabling answer it: without its validation rule. */
export function viewSwitched(row: StoredEarningRule): Omit<EarningRule, "validation_rule_id"> {
  const { validation_rule_id: _, ...shown } = viewEarningRule(row);
  return shown;
}
