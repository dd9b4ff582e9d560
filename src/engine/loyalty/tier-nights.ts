// Decides what waits for the night before it leads into a tier: a reward that redeems itself.
import { after } from "./tier-periods";
import type { Course, TierProgram } from "./tier-standing";

/** When an entry of a ledger was written: on a day, or by the night that began it. */
export interface EntryTime {
  day: string;
  /** Before tiers are decided: points that began to count, or that redeemed a reward. */
  isNightly?: boolean;
}

/** The reward of a program that is redeemed by itself, for a member. */
export interface SelfRedeemed {
  /** The points that it costs in a tier, or in none. */
  price: (tierId: string | null) => number;
  /** The last entry of the card. */
  last: EntryTime;
  /** Whether the night that is going on has it still to redeem. */
  isDue: boolean;
}

/**
 * The day from which on an entry leads higher; null for at once. What a night writes counts when it
 * decides tiers; a balance that pays for the reward counts after the next night, which takes it.
 */
export function waitsUntil(
  { settings }: TierProgram,
  { balance, standing }: Course,
  entry: EntryTime,
  reward: SelfRedeemed | null,
): string | null {
  if (entry.isNightly) return entry.day;
  const pays = reward !== null && balance >= reward.price(standing.tier_id);
  return pays && settings.qualification_type === "BALANCE" ? after(entry.day) : null;
}
