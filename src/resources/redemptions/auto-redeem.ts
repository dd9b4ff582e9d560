import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import type { Statement } from "../../db/client";
import type { Loaded } from "../../deciding/load";
import { snapshotOf } from "../../deciding/snapshot";
import { dayOf } from "../../engine/loyalty/expiration";
import { rewardPrice } from "../../engine/loyalty/reward-price";
import { decide } from "../../engine/stacking/decide";
import { ApiError } from "../../errors";
import { assert } from "../../lib/assert";
import { laterBy, type Scope } from "../../scope/scope";
import { nextNight } from "../loyalties/auto-redeem/listen";
import {
  countAutoRedeem,
  dropMark,
  type Mark,
  type MayPay,
  MOST_A_DAY,
  markedCard,
  putOffMark,
  readMark,
  readMayPay,
} from "../loyalties/auto-redeem/store";
import { voucherRow } from "../vouchers/store";
import { carryOut } from "./redeem";
import { spentOn } from "./redeem-reward";
import { planGift } from "./reward-gift";
import { loadRewardRedemption } from "./reward-load";
import { rewardOf } from "./rewards";

/** What came of one attempt at a card; null where another request came between. */
type Outcome = "redeemed" | "over" | null;

const today = ({ now, project }: Scope): string => dayOf(now, project.timezone).toString();

async function moveMark(scope: Scope, statement: Statement): Promise<"over"> {
  const result = await commit(scope, { statements: [statement], answer: DONE });
  assert(result.ok, "a mark breaks no constraint");
  return "over";
}

const putOff = (scope: Scope, mark: Mark) =>
  moveMark(scope, putOffMark(scope, mark, nextNight(scope, scope.now)));

const drop = (scope: Scope, mark: Mark) => moveMark(scope, dropMark(scope, mark));

/** Whether the card has to get points first; those that a session holds come back in silence. */
function lacksPoints({ vouchers }: Loaded): boolean {
  const [card] = vouchers.values();
  const reward = card && rewardOf(card);
  return reward ? rewardPrice(reward, reward.tier?.mapping) > (card.balance ?? 0) : false;
}

/** Redeems once, as the member could; what does not apply is not recorded, night after night. */
async function redeemFor(scope: Scope, card: MayPay, attempt: number): Promise<Outcome> {
  const { code, reward_id, mark } = card;
  const redeemable = { object: "loyalty_card" as const, id: code, reward: { id: reward_id } };
  const request = { redeemables: [redeemable] };
  const member = { name: code, program: null };
  const { loaded, things } = await loadRewardRedemption(scope, request, member, attempt);
  const decision = decide(snapshotOf(scope, request, loaded, "reward"));
  if (!decision.valid) return (lacksPoints(loaded) ? drop : putOff)(scope, mark);
  const reward = spentOn(loaded);
  if (!reward.auto_redeem) return null;
  const planned = planGift(scope, { loaded, things, reward });
  if (!planned.ok) return putOff(scope, mark);
  const counted = countAutoRedeem(scope, card);
  const gift = { ...planned.value, statements: [counted, ...planned.value.statements] };
  const done = await carryOut({ scope, request, loaded, decision, gift }, () => DONE);
  return done && "redeemed";
}

/**
 * Who redeems is nobody's key but the assignment (reference 3, "channel"). Each of a day has an
 * instant of its own, a millisecond behind the one before, so that lists show them in their order.
 */
function actingBy(scope: Scope, { assignment_id, count }: MayPay): Scope {
  const actor = { ...scope.actor, channel: "Automation", assignment_id };
  return { ...laterBy(scope, count), actor };
}

async function tryCard(scope: Scope, id: string, attempt: number): Promise<Outcome> {
  const { rows } = await load(scope, { rows: markedCard(scope, id, today(scope)) });
  const [row] = rows;
  if (!row) return "over";
  const card = readMayPay(row);
  if (!card) return drop(scope, readMark(row));
  if (card.count >= MOST_A_DAY) return putOff(scope, card.mark);
  return redeemFor(actingBy(scope, card), card, attempt);
}

/**
 * Spends a marked card on the reward of its program that is redeemed by itself, again and again
 * while its free points pay for it, at most ten times a customer and day. Each time is a batch of
 * its own that counts itself, so that a night which was cut off goes on and does nothing twice.
 * What keeps it from being had for any other reason than points leaves the card as it is until the
 * next night.
 */
export async function autoRedeem(scope: Scope, id: string): Promise<void> {
  try {
    const outcome = await retried(scope, (attempt) => tryCard(scope, id, attempt), [
      voucherRow(scope, id),
    ]);
    if (outcome === "redeemed") await autoRedeem(scope, id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { rows } = await load(scope, { rows: markedCard(scope, id, today(scope)) });
    const [mark] = rows.map(readMark);
    if (mark) await putOff(scope, mark);
  }
}
