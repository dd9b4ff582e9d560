import { type Statement, statement } from "../db/client";
import type { PlatformScope } from "../http/scope";
import { jsonChunks } from "../lib/chunk";
import type { EventKind } from "./catalogue";
import { slimData } from "./slim";

/** Something that happened, as webhooks will tell it. `entity_id` names what it happened to. */
export interface DomainEvent {
  kind: EventKind;
  entity_id: string;
  /** Whom it happened to: it then stands in that customer's activity. */
  customer_id?: string | null | undefined;
  data: Record<string, unknown>;
}

const CHANNEL = { server: "API", client: "CLIENT_API", management: "API" } as const;

const ID_PREFIX: Record<string, string> = {
  voucher: "evvou",
  redemption: "evred",
  customer: "evcus",
  business_validation_rule: "evval",
  campaign: "evcam",
  publication: "evpub",
};

const prefixOf = (kind: EventKind): string => ID_PREFIX[kind.split(".")[0] ?? ""] ?? "ev";

/**
 * All events of a commit as rows of the outbox, numbered on from the project's last event. The tally
 * that raises `event_sequence` by their number stands before it in the same batch, so that numbers
 * have no gaps whatever else commits.
 */
export function outboxStatements(
  scope: PlatformScope,
  projectId: string,
  events: readonly DomainEvent[],
): Statement[] {
  const { actor } = scope;
  const source = {
    channel: CHANNEL[actor.family],
    api_key: { name: actor.name, app_id: actor.app_id },
  };
  const rows = events.map((event) => ({
    id: scope.newId(prefixOf(event.kind)),
    ...event,
    data: slimData(event.kind, event.data),
  }));
  const created_at = new Date(scope.now).toISOString();
  return jsonChunks(rows).map(({ from, json }) =>
    statement(
      `INSERT INTO outbox (project_id, sequence, id, kind, entity_id, group_id, source, data, created_at, customer_id)
     SELECT ?1, (SELECT event_sequence FROM tallies WHERE project_id = ?1) - ?2 + 1 + key,
       value->>'$.id', value->>'$.kind', value->>'$.entity_id', ?3, ?4, value->>'$.data', ?5, value->>'$.customer_id'
     FROM json_each(?6)`,
      projectId,
      events.length - from,
      scope.request_id,
      JSON.stringify(source),
      created_at,
      json,
    ),
  );
}
