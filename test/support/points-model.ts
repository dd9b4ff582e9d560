import type { Program } from "./loyalty";

/*
 * A program of points as one page of plain code: what the service must agree with after any number
 * of steps. Points that are got on a day expire at the end of the next day (`rules` below).
 */

/** Points of a card by the day on which they expire; "never" sorts behind every day. */
type Buckets = Map<string, number>;

export interface Card {
  holder: string;
  buckets: Buckets;
  lifetime: number;
  subtracted: number;
  expired: number;
  pending: Map<string, { points: number; due: number }>;
}

/** What one redemption took, by bucket. */
interface Taken {
  id: string;
  card: Card;
  buckets: Buckets;
}

export interface Model {
  /** Epoch milliseconds. */
  now: number;
  cards: Card[];
  redemptions: Taken[];
  steps: number;
}

export const DAY_MS = 86_400_000;
/** Rules of the program: a number of months that is none, rounded to nothing, is the same day. */
export const RULES = { period_type: "MONTH", period_value: 0 };

export const dayAt = (now: number): string => new Date(now).toISOString().slice(0, 10);

export const newCard = (holder: string): Card => ({
  holder,
  buckets: new Map(),
  lifetime: 0,
  subtracted: 0,
  expired: 0,
  pending: new Map(),
});

export const balanceOf = ({ buckets }: Card): number =>
  [...buckets.values()].reduce((sum, points) => sum + points, 0);

export function give(card: Card, points: number, day: string): void {
  card.buckets.set(day, (card.buckets.get(day) ?? 0) + points);
  card.lifetime += points;
}

/** Takes from those that expire soonest; answers what came from which. */
export function take(card: Card, points: number): Buckets {
  const taken: Buckets = new Map();
  let left = points;
  for (const day of [...card.buckets.keys()].sort((a, b) => (a < b ? -1 : 1))) {
    const there = card.buckets.get(day) ?? 0;
    const part = Math.min(left, there);
    if (part === 0) continue;
    taken.set(day, part);
    card.buckets.set(day, there - part);
    left -= part;
  }
  return taken;
}

export function putBack({ card, buckets }: Taken): void {
  for (const [day, points] of buckets) {
    card.buckets.set(day, (card.buckets.get(day) ?? 0) + points);
  }
}

/** The tiers of the program: by the balance, entered and left at once. */
export const TIERS = [
  { name: "Low", points: { from: 1, to: 49 } },
  { name: "High", points: { from: 50, to: 1_000_000 } },
];

export const tierOf = (card: Card): string | undefined => {
  const balance = balanceOf(card);
  return TIERS.find(({ points: { from, to } }) => balance >= from && balance <= to)?.name;
};

/** A night: pending points count, then what is due goes. */
export function passNight(model: Model): void {
  const today = dayAt(model.now);
  for (const card of model.cards) {
    for (const [id, { points, due }] of card.pending) {
      if (due > model.now) continue;
      card.pending.delete(id);
      give(card, points, today);
    }
    for (const [day, points] of card.buckets) {
      if (day >= today || points === 0) continue;
      card.buckets.set(day, 0);
      card.expired += points;
    }
  }
}

/** The service with its project, beside the model. */
export interface Real extends Program {
  coin: string;
  /** Runs what a night runs. */
  night: () => Promise<void>;
  travel: (now: number) => void;
}
