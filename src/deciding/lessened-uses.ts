import { dayStatements, periodsNow } from "../commit/days";
import type { Statement } from "../db/client";
import { returnUsage, writeTakings } from "../db/usage-counters";
import { usageMoves } from "../engine/usage/moves";
import type { RedemptionEffects } from "../model/redemption";
import type { UseOfOrder } from "../resources/orders/uses";
import type { Scope } from "../scope/scope";

/** A use of an order that takes less off it than before. */
export interface ChangedUse extends UseOfOrder {
  after: RedemptionEffects;
  /** What it takes less than before, minor units. */
  by: number;
}

/** What it has counted as a discount is less by that, too; minor units. */
export function lessCounted(effects: RedemptionEffects, by: number): RedemptionEffects {
  const { usage } = effects;
  if (!usage || by === 0) return effects;
  const added = usage.added.map((each) => ({
    ...each,
    discounted_amount: each.discounted_amount - by,
  }));
  return { ...effects, usage: { ...usage, added } };
}

/** The campaign of a use, among the owners that it has counted for. */
const campaignOf = ({ use: { usage, voucher_id, promotion_tier_id } }: UseOfOrder) =>
  usage?.added.find(({ owner }) => owner !== (promotion_tier_id ?? voucher_id))?.owner ?? null;

/** The ledger, the counters and the days of the uses, less by what they take less. */
export function lessened(scope: Scope, changed: readonly ChangedUse[]): Statement[] {
  const { id: projectId } = scope.project;
  const less = changed.filter(({ by }) => by > 0);
  const back = less.flatMap(({ use: { usage }, by }) => {
    const nothing = { count: 0, orders_amount: 0, discounted_amount: by };
    const added = usage?.added.map(({ owner, subjects }) => ({ owner, subjects, ...nothing }));
    return usage && added ? [{ usage: { ...usage, added } }] : [];
  });
  const byDay = Map.groupBy(less, ({ use }) => use.usage?.day ?? periodsNow(scope).day);
  return [
    writeTakings(projectId, new Map(changed.map(({ id, after }) => [id, after]))),
    ...returnUsage(projectId, usageMoves(back)),
    ...[...byDay].flatMap(([day, uses]) =>
      dayStatements(
        projectId,
        day,
        uses.map((each) => ({
          campaign_id: campaignOf(each),
          counters: { discounted_amount: -each.by },
        })),
      ),
    ),
  ];
}
