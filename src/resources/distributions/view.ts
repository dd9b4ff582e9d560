import type { DistributionRow } from "../../db/tables/distributions";
import type { Distribution } from "../../model/distribution";

export const viewDistribution = (row: DistributionRow): Distribution => ({
  id: row.id,
  campaign_id: row.campaign_id,
  name: row.name,
  trigger: { custom_event: { id: row.event_schema_id, name: row.event_schema_name } },
  active: row.active,
  metadata: row.metadata,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "distribution",
});
