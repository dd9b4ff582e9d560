import { tallyStatement } from "../../commit/commit";
import type { Statement } from "../../db/client";
import { readBatch } from "../../db/commit";
import { outboxOfMany } from "../../events/outbox";
import type { Scope, Told } from "../../scope/scope";
import { customersByIds, customersStand, decodeCustomer } from "./store";
import { viewSimpleCustomer } from "./view";

/**
 * So old an event is at most when it is written (milliseconds), however late it is told: activities
 * find the numbers of a date by halving, which bears two minutes of disorder.
 */
const OLDEST_MS = 60_000;

/**
 * What writes these events as their own requests would have, with their customers as they are now:
 * nothing is told of one who is gone. Aborts where one is deleted meanwhile.
 */
export async function writeTold(scope: Scope, told: readonly Told[]): Promise<Statement[]> {
  const ids = [...new Set(told.map(({ event }) => event.customer_id))];
  const [rows = []] = await readBatch(scope.db, [customersByIds(scope, ids)]);
  const customers = new Map(rows.map(decodeCustomer).map((row) => [row.id, row]));
  const earliest = scope.now - OLDEST_MS;
  const events = told.flatMap(({ event, caller, request_id, ...at }) => {
    const customer = customers.get(event.customer_id);
    if (!customer) return [];
    const now = Math.max(at.now, earliest);
    const as = { ...scope, actor: { ...scope.actor, ...caller }, request_id, now };
    const data = { ...event.data, customer: viewSimpleCustomer(customer) };
    return [{ as, event: { ...event, data } }];
  });
  if (events.length === 0) return [];
  const { id } = scope.project;
  return [
    customersStand(scope, [...customers.keys()]),
    ...tallyStatement(id, { event_sequence: events.length }),
    ...outboxOfMany(id, events),
  ];
}
