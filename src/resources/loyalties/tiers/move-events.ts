import type { LoyaltyMemberRow } from "../../../db/tables/loyalty";
import { endOfDay } from "../../../engine/loyalty/expiration";
import type { TierMove } from "../../../engine/loyalty/tier-standing";
import type { DomainEvent } from "../../../events/outbox";
import { isoNow, type Scope } from "../../../scope/scope";
import { viewSimpleCustomer } from "../../customers/view";
import { partOf } from "../../vouchers/sql";
import { viewCampaignOf } from "../../vouchers/view";
import type { Look } from "./look";
import { viewMemberTier } from "./view";

/** The end of a day in the project's zone, as an instant. */
const endOf = (scope: Scope, day: string): string =>
  endOfDay(Temporal.PlainDate.from(day), scope.project.timezone).due_at;

/** The tier that a move leads into, with until when; without since when unless it is the last. */
function tierAfter({ tiers }: Look, { to, expiration_date }: TierMove, after: LoyaltyMemberRow) {
  const tier = tiers.find(({ id }) => id === to);
  const start_date = after.tier_id === to ? after.start_date : null;
  return tier ? viewMemberTier(tier, { ...after, start_date, expiration_date }) : null;
}

/** A move, the one before it in the same look, and where the member stands after all. */
interface Told {
  move: TierMove;
  last: TierMove | undefined;
  after: LoyaltyMemberRow;
}

/** The tier that a move leads out of, with until when; of the first move also since when. */
function tierBefore({ tiers, row }: Look, { move, last, after }: Told) {
  const tier = tiers.find(({ id }) => id === move.from);
  const reached = last && { start_date: null, expiration_date: last.expiration_date };
  return tier ? viewMemberTier(tier, { ...(row ?? after), ...reached }) : null;
}

/** What a move tells: of one tier, or of the two between which it leads. */
function told(scope: Scope, look: Look, all: Told): DomainEvent[] {
  const { move, after } = all;
  const [from, to] = [tierBefore(look, all), tierAfter(look, move, after)];
  const about = { entity_id: look.card.id, customer_id: look.customer.id };
  const data = {
    customer: viewSimpleCustomer(look.customer),
    campaign: viewCampaignOf({ campaign: partOf(look.campaign) }),
    created_at: isoNow(scope),
  };
  switch (move.kind) {
    case "upgraded":
    case "downgraded": {
      const kind = `customer.loyalty.tier.${move.kind}` as const;
      return [{ kind, ...about, data: { ...data, loyalty_tier_from: from, loyalty_tier_to: to } }];
    }
    case "expiration.changed": {
      // A tier that now ends with the balance alone has no day to tell of.
      if (move.expiration_date === null) return [];
      const expiration_date = endOf(scope, move.expiration_date);
      const kind = `customer.loyalty.tier.${move.kind}` as const;
      return [{ kind, ...about, data: { ...data, loyalty_tier: to, expiration_date } }];
    }
    case "left":
      return [
        { kind: "customer.loyalty.tier.left", ...about, data: { ...data, loyalty_tier: from } },
      ];
    default: {
      const kind = `customer.loyalty.tier.${move.kind}` as const;
      return [{ kind, ...about, data: { ...data, loyalty_tier: to } }];
    }
  }
}

/** Everything that happened to a member, in its order. */
export const moveEvents = (
  scope: Scope,
  look: Look,
  moves: readonly TierMove[],
  after: LoyaltyMemberRow,
): DomainEvent[] =>
  moves.flatMap((move, at) => told(scope, look, { move, last: moves[at - 1], after }));
