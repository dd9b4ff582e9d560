import type { Answer } from "../../../commit/answer";
import { amendAnswer, commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import type { CustomerRow } from "../../../db/tables/customers";
import { expiryOf } from "../../../engine/loyalty/expiration";
import { ApiError, notFound } from "../../../errors";
import type { DomainEvent } from "../../../events/outbox";
import { countsPoints, VOUCHER_KINDS } from "../../../model/voucher-kinds";
import type { Scope } from "../../../scope/scope";
import { decodeCustomer } from "../../customers/store";
import { viewSimpleCustomer } from "../../customers/view";
import { belowZero, refuseBalance } from "../../vouchers/refuse-balance";
import {
  byNames,
  campaignOfNamed,
  decodeVoucher,
  pick,
  type StoredVoucher,
  voucherNames,
} from "../../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../../vouchers/view";
import {
  afterChange,
  type PlannedPoints,
  planPoints,
  pointsCorrections,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../points";
import { cardsAfter } from "../points-store";
import { rulesIn, theCard } from "./cards";
import { holdersOfCards, rulesOfProgram } from "./cards-store";
import type { Transfers } from "./points-schema";

/** Both sides of one transfer, which name each other. */
interface Sides {
  out: PlannedPoints;
  into: PlannedPoints;
}

/** A card as entries show both sides of a transfer. */
const simple = (card: StoredVoucher) => ({
  id: card.id,
  code: card.code,
  type: card.type,
  ...(card.campaign && { campaign: card.campaign.name }),
  ...(card.campaign_id !== null && { campaign_id: card.campaign_id }),
  loyalty_card: VOUCHER_KINDS[card.type].shows(card).loyalty_card,
  is_referral_code: card.is_referral_code,
  created_at: card.created_at,
  object: "voucher" as const,
});

/** The card that receives, and those that give, by the names that the body has for them. */
interface Cards {
  target: StoredVoucher;
  sources: ReadonlyMap<string, StoredVoucher>;
  holders: ReadonlyMap<string, CustomerRow>;
  /** When points of the receiving card's program expire. */
  rules: ReturnType<typeof rulesIn>;
}

/** A card that gives points, of whatever program. */
function sourceOf({ target, sources }: Cards, code: string, at: number): StoredVoucher {
  const source = sources.get(code);
  if (!source || !countsPoints(source.type)) throw notFound("voucher", code);
  if (source.id === target.id) {
    throw new ApiError("invalid_payload", {
      details: `Property [${at}].code must name another card than the one that receives the points`,
    });
  }
  return source;
}

/** The entries of all transfers in their order, each on what those before it left. */
function planTransfers(scope: Scope, cards: Cards, transfers: Transfers): Sides[] {
  const { target, rules } = cards;
  const now = new Map([[target.id, target]]);
  const expiry = expiryOf(rules, scope.now, scope.project.timezone);
  return transfers.map(({ code, points, reason, source_id }, at) => {
    const source = sourceOf(cards, code, at);
    const [from, to] = [now.get(source.id) ?? source, now.get(target.id) ?? target];
    refuseBalance(from, -points);
    refuseBalance(to, points);
    const [outId, intoId] = [scope.newId("vtx"), scope.newId("vtx")];
    const taken = { type: "POINTS_TRANSFER_OUT" as const, points: -points };
    const given = { type: "POINTS_TRANSFER_IN" as const, points, expiry };
    const shared = {
      source_id: source_id ?? null,
      reason: reason ?? null,
      operation_type: "MANUAL" as const,
      details: {
        source_voucher: simple(afterChange(from, taken)),
        destination_voucher: simple(afterChange(to, given)),
      },
    };
    const out = { ...shared, ...taken, id: outId, related_transaction_id: intoId };
    const into = { ...shared, ...given, id: intoId, related_transaction_id: outId };
    const sides = { out: planPoints(scope, from, out), into: planPoints(scope, to, into) };
    now.set(source.id, sides.out.after).set(target.id, sides.into.after);
    return sides;
  });
}

/** What is told of both sides; both stand in the activity of who holds the card. */
function transferEvents(scope: Scope, { holders }: Cards, sides: readonly Sides[]) {
  return sides.flatMap(({ out, into }): DomainEvent[] =>
    [out, into].flatMap((planned) => {
      const { after, balance, transaction } = planned;
      const holder = holders.get(after.holder_id ?? "");
      const customer = holder ? viewSimpleCustomer(holder) : null;
      const between = {
        source_voucher: simple(out.after),
        destination_voucher: simple(into.after),
      };
      const moved: DomainEvent = {
        kind: "customer.voucher.loyalty_card.points_transferred",
        entity_id: after.id,
        customer_id: after.holder_id,
        data: {
          voucher: viewVoucher(scope, after),
          ...between,
          balance,
          campaign: viewCampaignOf(after),
          transaction,
          customer,
        },
      };
      return [moved, ...pointsEvents(scope, planned, customer, between)];
    }),
  );
}

async function loadCards(
  scope: Scope,
  { name, program }: { name: string; program: string },
  transfers: Transfers,
): Promise<Cards> {
  const codes = transfers.map(({ code }) => code);
  const { vouchers, programs, holders } = await load(scope, {
    vouchers: byNames(scope, [name, ...codes]),
    programs: rulesOfProgram(scope, campaignOfNamed(scope, name)),
    holders: holdersOfCards(scope, voucherNames(scope, [name, ...codes])),
  });
  const rows = vouchers.map(decodeVoucher);
  return {
    target: theCard(scope, vouchers, { name, program }),
    sources: new Map(
      codes.flatMap((code): [string, StoredVoucher][] => {
        const found = pick(scope, rows, code);
        return found ? [[code, found]] : [];
      }),
    ),
    holders: new Map(holders.map(decodeCustomer).map((row) => [row.id, row])),
    rules: rulesIn(programs),
  };
}

/**
 * Moves points to a card from others, of its program or of another, all or none; they expire as new
 * points of the receiving card's program. Answers the card that receives. Refuses more than a card
 * has free, and cards that are not there. Two round trips.
 */
export const transferPoints = (
  scope: Scope,
  card: { name: string; program: string },
  transfers: Transfers,
): Promise<Answer> =>
  retried(scope, async () => {
    const cards = await loadCards(scope, card, transfers);
    if (transfers.length === 0) return viewVoucher(scope, cards.target);
    const sides = planTransfers(scope, cards, transfers);
    const planned = sides.flatMap(({ out, into }) => [out, into]);
    const after = sides.at(-1)?.into.after ?? cards.target;
    const answer = viewVoucher(scope, after);
    const result = await commit(scope, {
      statements: { moved: pointsStatements(scope, planned) },
      events: transferEvents(scope, cards, sides),
      corrections: pointsCorrections(scope, planned, { before: 1 }),
      days: pointsDays(planned),
      answer,
    });
    if (!result.ok) {
      if (result.error.constraint === "voucher_balance") throw belowZero();
      return null;
    }
    const left = cardsAfter(result.value.moved.flat()).get(after.id);
    const corrected = viewVoucher(scope, { ...after, ...left });
    if (JSON.stringify(corrected) !== JSON.stringify(answer)) await amendAnswer(scope, corrected);
    return corrected;
  });
