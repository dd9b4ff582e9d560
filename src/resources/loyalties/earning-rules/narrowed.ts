import type { RawRow } from "../../../db/client";
import { type EarningEvent, earningEvent } from "../../../engine/loyalty/earning-events";
import { ApiError, notFound } from "../../../errors";
import type { EarningRuleInput } from "./schema";

/** Stands for all tiers of the program. */
const ANY_TIER = "__ANY__";

/** What narrows the event of a rule, as its columns hold it. */
interface Narrowed {
  custom_event_schema_id: string | null;
  segment_id: string | null;
  loyalty_tier_id: string | null;
}

type Found = Record<"segments" | "schemas" | "tiers", RawRow[]>;

const NOTHING: Narrowed = { custom_event_schema_id: null, segment_id: null, loyalty_tier_id: null };

const required = (at: string, name: string) =>
  new ApiError("invalid_payload", {
    details: `Property ${at} must have required property '${name}'`,
  });

/** Whose event each part narrows: beside another one it would narrow nothing. */
const OF: readonly ["segment" | "loyalty_tier" | "custom_event", EarningEvent, string][] = [
  ["segment", "segment", "customer.segment.entered"],
  ["loyalty_tier", "tier", "changes of tiers"],
  ["custom_event", "custom", "custom events"],
];

function refuseOthers(input: EarningRuleInput, at: string): void {
  const kind = earningEvent(input.event);
  for (const [part, its, event] of OF) {
    if (input[part] && its !== kind) {
      throw new ApiError("invalid_payload", {
        details: `Property ${at}.${part} is of ${event} alone`,
      });
    }
  }
}

function theSchema(found: Found, { event, custom_event: sent }: EarningRuleInput, at: string) {
  const id = sent?.schema_id;
  const schema = found.schemas.find((row) => (id ? row.id === id : row.name === event));
  if (!schema) throw notFound("custom_event_schema", id ?? event);
  if (schema.name === event) return String(schema.id);
  throw new ApiError("invalid_payload", {
    details: `Property ${at}.event must be the name of the custom event of schema ${schema.id}`,
  });
}

/**
 * What narrows the event of a new rule, among the rows of `eventReads`; refuses what is not there,
 * a schema of another event, and what narrows another event. `at` is where the rule stands in the
 * body.
 */
export function narrowed(found: Found, input: EarningRuleInput, at: string): Narrowed {
  refuseOthers(input, at);
  switch (earningEvent(input.event)) {
    case "order":
      return NOTHING;
    case "segment": {
      const id = input.segment?.id;
      if (!id) throw required(at, "segment");
      if (!found.segments.some((row) => row.id === id)) throw notFound("segment", id);
      return { ...NOTHING, segment_id: id };
    }
    case "tier": {
      const id = input.loyalty_tier?.id;
      if (!id) throw required(at, "loyalty_tier");
      const isKnown = id === ANY_TIER || found.tiers.some((row) => row.id === id);
      if (!isKnown) throw notFound("loyalty_tier", id);
      return { ...NOTHING, loyalty_tier_id: id };
    }
    case "custom":
      return { ...NOTHING, custom_event_schema_id: theSchema(found, input, at) };
  }
}
