import type { Assertion } from "../../db/commit";
import { historyRead } from "../../deciding/history";
import type { Loaded } from "../../deciding/load";
import { customerBefore } from "../../deciding/own-history";
import type { Scope } from "../../scope/scope";
import { memberTierStands } from "./guard-store";
import { customerStands, type HistoryRead } from "./history-store";
import { rewardOf } from "./rewards";

const isEmpty = (read: HistoryRead): boolean => Object.values(read).every(({ size }) => size === 0);

/** The tiers by which the prices of rewards were read. */
const tiersStand = (scope: Scope, { vouchers }: Loaded): Assertion[] =>
  [...vouchers.values()].flatMap((card) => {
    const reward = rewardOf(card);
    const { holder_id: customerId, campaign_id: campaignId } = card;
    if (!reward || customerId === null || campaignId === null) return [];
    return [memberTierStands(scope, { customerId, campaignId, reward })];
  });

/**
 * What was decided by of the customer's history stands still; nothing is asserted of what no rule,
 * segment or formula names. Of a customer who is new there is none, and who is made twice at once
 * loses on the source id.
 */
export function historyStands(scope: Scope, loaded: Loaded): Assertion[] {
  const { customer, order, vouchers, tiers } = loaded;
  const ruled = [...vouchers.values(), ...tiers.values()];
  if (!customer) return tiersStand(scope, loaded);
  const judged = { stored: customer, judged: customerBefore(customer, order) };
  const read = historyRead(judged, ruled);
  return [
    ...(isEmpty(read) ? [] : [customerStands(scope, customer.id, read)]),
    ...tiersStand(scope, loaded),
  ];
}
