// Decides what redemptions spend of their customer's cards.
import type { RedemptionEffects } from "../../model/redemption";

/** Credits in minor units, and points. */
interface Spent {
  gift_redeemed_amount: number;
  loyalty_redeemed_points?: number;
}

/** What redemptions add to their customer's summary of gifts and of points. */
export function spentOf(effects: readonly RedemptionEffects[]): Spent {
  const points = effects.reduce((sum, each) => sum + (each.points ?? 0), 0);
  return {
    gift_redeemed_amount: effects.reduce((sum, { credits = 0 }) => sum + credits, 0),
    ...(points > 0 && { loyalty_redeemed_points: points }),
  };
}
