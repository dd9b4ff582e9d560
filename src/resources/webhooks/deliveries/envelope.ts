import type { StoredEvent } from "../../../db/stored-events";
import type { outbox } from "../../../db/tables/ledger";
import type { WebhookRow } from "../../../db/tables/webhooks";
import { kindOf, timeFieldOf } from "../../../events/catalogue";
import { spelledAs } from "../../../model/webhook-kinds";
import type { Scope } from "../../../scope/scope";
import { tell } from "../../events/tell";
import { deliveryId } from "./delivery-id";

/** Who is told: a webhook, or somebody who reads the feed. */
type Source =
  | { id: string; object: "webhook"; target_url: string }
  | { id: null; object: "event_feed"; target_url: null };

/** What is said of an event wherever it is told. */
const eventOf = (row: typeof outbox.$inferSelect, type: string) => ({
  id: row.id,
  type,
  created_at: row.created_at,
  entity_id: row.entity_id,
  group_id: row.group_id,
  event_source: row.source,
});

type Place = Pick<Scope, "project" | "settings"> & { base_url: string };

/** What webhooks are told of an event: of some kinds also when it happened (reference 2.5). */
function dataOf(place: Place, event: StoredEvent): Record<string, unknown> {
  const at = timeFieldOf(kindOf(event.row));
  return { ...tell(place, event), ...(at !== undefined && { [at]: event.row.created_at }) };
}

/** An event in the envelope of reference 2.5, with its number in the project. */
export const envelopeOf = <S extends Source>(
  place: Place,
  event: StoredEvent,
  { id, type, source }: { id: string; type: string; source: S },
) => ({
  id,
  project_id: place.project.id,
  created_at: event.row.created_at,
  type,
  data: dataOf(place, event),
  source,
  event: eventOf(event.row, type),
  sequence: event.row.sequence,
});

/** The same for a webhook: as it spelled the kind, with links as it knows the service. */
export const webhookEnvelope = (
  place: Pick<Scope, "project" | "settings">,
  webhook: WebhookRow,
  event: StoredEvent,
) =>
  envelopeOf({ ...place, base_url: webhook.base_url }, event, {
    id: deliveryId(webhook, event.row.sequence),
    type: spelledAs(event.row.kind, webhook.events),
    source: { id: webhook.id, object: "webhook", target_url: webhook.target_url },
  });
