// Decides which counters of usage redemptions move, and by how much.
import type { RedemptionEffects, UsageEffect, UsageMove } from "../../model/redemption";

type Counts = Omit<UsageEffect["added"][number], "owner" | "subjects">;

const keyOf = (move: UsageMove): string => [move.owner, move.subject, move.day].join(" ");

/** One move for each counter and day, in one order, whatever the order of the request was. */
export function usageMoves(effects: readonly Pick<RedemptionEffects, "usage">[]): UsageMove[] {
  const moves = new Map<string, UsageMove>();
  for (const { usage } of effects) {
    if (!usage) continue;
    const { day, week, month } = usage;
    for (const { owner, subjects, ...counts } of usage.added) {
      for (const subject of subjects) {
        const move = { owner, subject, day, week, month, ...counts };
        const before = moves.get(keyOf(move));
        moves.set(keyOf(move), before ? summed(before, counts) : move);
      }
    }
  }
  return [...moves.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const summed = (move: UsageMove, more: Counts): UsageMove => ({
  ...move,
  count: move.count + more.count,
  orders_amount: move.orders_amount + more.orders_amount,
  discounted_amount: move.discounted_amount + more.discounted_amount,
});
