import type { Listener } from "../../../events/listeners";
import { award } from "./award";
import { OF_NOTHING } from "./load-award";

/** Gives the points that events of callers earn, once for each rule and event. */
export const sentPoints: Listener<"customer.custom_event"> = {
  name: "loyalties.custom-event-points",
  kinds: ["customer.custom_event"],
  statements: 23,
  react: async (scope, heard) => {
    const { id: key, kind: type, customer_id: customerId, entity_id, group_id } = heard;
    const { created_at: at, data } = heard;
    if (customerId === null) return;
    const { event, event_schema: schema, loyalty } = data;
    const { id, metadata } = event;
    const custom = { id, type: event.type, schema, metadata, cardId: loyalty?.voucher.id ?? null };
    const sent = { ...OF_NOTHING, event: event.type, key, at, customerId, custom };
    await award(scope, sent, { id: key, type, entity_id, group_id, created_at: at });
  },
};
