import type { Answer } from "../../../commit/answer";
import { amendAnswer, commit } from "../../../commit/commit";
import { retried } from "../../../commit/retry";
import { dayOf, type Expiry, endOfDay, expiryOf } from "../../../engine/loyalty/expiration";
import { ApiError } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { viewSimpleCustomer } from "../../customers/view";
import { belowZero, refuseBalance } from "../../vouchers/refuse-balance";
import {
  type PlannedPoints,
  planPoints,
  pointsCorrections,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../points";
import { cardsAfter } from "../points-store";
import { type LoadedCard, loadCard } from "./cards";
import type { PointsAdjustment } from "./points-schema";

/** The end of the day that was sent, which is not in the past, on the project's calendar. */
function customExpiry({ now, project }: Scope, sent: string | null | undefined): Expiry {
  if (!sent) {
    throw new ApiError("missing_param", {
      details: "Parameter 'expiration_date' is required with CUSTOM_DATE",
    });
  }
  const day = /^\d{4}-\d\d-\d\d$/.test(sent)
    ? Temporal.PlainDate.from(sent)
    : dayOf(Date.parse(sent), project.timezone);
  if (Temporal.PlainDate.compare(day, dayOf(now, project.timezone)) < 0) {
    throw new ApiError("invalid_expiration_date", {
      details: "Expiration date cannot be set in the past",
    });
  }
  return endOfDay(day, project.timezone);
}

/** Refuses a day on which nothing would expire. */
function refuseIdleDate({
  points,
  expiration_type: type,
  expiration_date: date,
}: PointsAdjustment) {
  if (date && (points < 0 || (type && type !== "CUSTOM_DATE"))) {
    throw new ApiError("invalid_payload", {
      details: "Property .expiration_date is of points that are added with CUSTOM_DATE alone",
    });
  }
}

/** When points that are added expire: as the program says, unless the body says otherwise. */
function expiryOfAdded(scope: Scope, { rules }: LoadedCard, input: PointsAdjustment) {
  const { expiration_type: type, expiration_date: date } = input;
  if (type === "NON_EXPIRING") return null;
  if (type === "CUSTOM_DATE" || (!type && date)) return customExpiry(scope, date);
  return expiryOf(rules, scope.now, scope.project.timezone);
}

/**
 * Adds points to a loyalty card or takes some away. It loses no race: where others moved the card
 * meanwhile, it adds to what they left, and answers that as `view` shows it. Two round trips.
 */
export const changePoints = (
  scope: Scope,
  { name, program }: { name: string; program: string | null },
  input: PointsAdjustment,
  view: (balance: PlannedPoints["balance"]) => Answer = (balance) => balance,
): Promise<Answer> =>
  retried(scope, async () => {
    refuseIdleDate(input);
    const loaded = await loadCard(scope, name, program);
    const { card, holder } = loaded;
    const { points } = input;
    refuseBalance(card, points);
    const planned = planPoints(scope, card, {
      type: points > 0 ? "POINTS_ADDITION" : "POINTS_REMOVAL",
      points,
      ...(points > 0 && { expiry: expiryOfAdded(scope, loaded, input) }),
      source_id: input.source_id ?? null,
      reason: input.reason ?? null,
      operation_type: "MANUAL",
    });
    const result = await commit(scope, {
      statements: { moved: pointsStatements(scope, [planned]) },
      events: pointsEvents(scope, planned, holder && viewSimpleCustomer(holder)),
      corrections: pointsCorrections(scope, [planned]),
      days: pointsDays([planned]),
      answer: view(planned.balance),
    });
    if (!result.ok) {
      if (result.error.constraint === "voucher_balance") throw belowZero();
      return null;
    }
    const left = cardsAfter(result.value.moved.flat()).get(card.id);
    const total = left?.amount ?? planned.balance.total;
    const balance = left?.balance ?? planned.balance.balance;
    if (total === planned.balance.total && balance === planned.balance.balance) {
      return view(planned.balance);
    }
    const corrected = view({ ...planned.balance, total, balance });
    await amendAnswer(scope, corrected);
    return corrected;
  });
