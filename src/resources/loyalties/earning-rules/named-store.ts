import { type Fragment, param, sql, valuesOf } from "../../../db/sql";
import type { Scope } from "../../../scope/scope";
import type { EarningRuleInput } from "./schema";

type Sent = Pick<EarningRuleInput, "event" | "segment" | "custom_event" | "loyalty_tier">;

const segmentsNamed = (scope: Scope, ids: readonly string[]): Fragment =>
  sql`SELECT id FROM segments WHERE project_id = ${scope.project.id} AND id IN (${valuesOf(ids)})`;

/** Schemas of custom events by id, and by the name of their event. */
function schemasNamed(scope: Scope, ids: readonly string[], names: readonly string[]): Fragment {
  const project = param(scope.project.id);
  return sql`SELECT id, name FROM custom_event_schemas
      WHERE project_id = ${project} AND id IN (${valuesOf(ids)})
    UNION ALL SELECT id, name FROM custom_event_schemas
      WHERE project_id = ${project} AND name IN (${valuesOf(names)})`;
}

/** Tiers of any program that is there. */
const tiersNamed = (scope: Scope, ids: readonly string[]): Fragment =>
  sql`SELECT t.id FROM loyalty_tiers t CROSS JOIN campaigns c
      ON c.project_id = t.project_id AND c.id = t.campaign_id AND c.deleted_at IS NULL
    WHERE t.project_id = ${scope.project.id} AND t.id IN (${valuesOf(ids)})`;

const some = (list: readonly string[], read: (list: readonly string[]) => Fragment) =>
  list.length > 0 ? read(list) : null;

/** Reads what narrows the events of new rules; nothing where nothing does. */
export function eventReads(scope: Scope, sent: readonly Sent[]) {
  const ids = sent.flatMap(({ custom_event }) => custom_event?.schema_id ?? []);
  const names = sent.flatMap(({ event, custom_event }) => (custom_event?.schema_id ? [] : [event]));
  const segments = sent.flatMap(({ segment }) => segment?.id ?? []);
  const tiers = sent.flatMap(({ loyalty_tier }) => loyalty_tier?.id ?? []);
  return {
    segments: some(segments, (list) => segmentsNamed(scope, list)),
    schemas: some([...ids, ...names], () => schemasNamed(scope, ids, names)),
    tiers: some(tiers, (list) => tiersNamed(scope, list)),
  };
}
