import { tallyStatement } from "../../commit/commit";
import type { Statement } from "../../db/client";
import { readBatch } from "../../db/commit";
import type { CustomerRow } from "../../db/tables/customers";
import { outboxStatements } from "../../events/outbox";
import type { LaterEvent } from "../../events/tell-later";
import type { Scope, Told } from "../../scope/scope";
import { customersByIds, customersStand, decodeCustomer } from "./store";
import { viewSimpleCustomer } from "./view";

export type ToldEvent = Told & { event: LaterEvent };

/** The event as its own request would have written it. */
function statementsOf(scope: Scope, { event, ...told }: ToldEvent, customer: CustomerRow) {
  const { caller, request_id, now } = told;
  const asOf = { ...scope, actor: { ...scope.actor, ...caller }, request_id, now };
  const data = { ...event.data, customer: viewSimpleCustomer(customer) };
  return [
    ...tallyStatement(scope.project.id, { event_sequence: 1 }),
    ...outboxStatements(asOf, scope.project.id, [{ ...event, data }]),
  ];
}

/**
 * What writes these events, with their customers as they are now: nothing is told of one who is
 * gone. Aborts where one is deleted meanwhile.
 */
export async function writeTold(scope: Scope, told: readonly ToldEvent[]): Promise<Statement[]> {
  const ids = [...new Set(told.map(({ event }) => event.customer_id))];
  const [rows = []] = await readBatch(scope.db, [customersByIds(scope, ids)]);
  const customers = new Map(rows.map(decodeCustomer).map((row) => [row.id, row]));
  return [
    customersStand(scope, [...customers.keys()]),
    ...told.flatMap((each) => {
      const customer = customers.get(each.event.customer_id);
      return customer ? statementsOf(scope, each, customer) : [];
    }),
  ];
}
