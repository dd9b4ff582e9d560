import * as z from "zod";

/** What an entry moved, and what it left: credits of gift cards, points of loyalty cards. */
const Details = z.looseObject({
  balance: z.looseObject({
    amount: z.number().optional(),
    points: z.number().optional(),
    balance: z.number(),
  }),
});

/** A card's entries added up: each must go on where the one before stopped, up to the balance. */
export interface CardSums {
  entries: number;
  /** What the card had before its first entry. */
  opening: number;
  moved: number;
  balance: number;
  /** Ids of entries that do not go on where the one before stopped. */
  breaks: string[];
  adds_up: boolean;
}

/** Adds up entries, the first one first, of a card with this balance. */
export function cardSums(balance: number) {
  let [entries, moved, opening] = [0, 0, balance];
  let left: number | null = null;
  const breaks: string[] = [];
  return {
    /** Answers how many there were. */
    add: ({ id, details }: { id: string; details: unknown }): number => {
      const { balance: entry } = Details.parse(details);
      const change = entry.points ?? entry.amount ?? 0;
      if (left === null) opening = entry.balance - change;
      else if (left + change !== entry.balance) breaks.push(id);
      left = entry.balance;
      moved += change;
      entries += 1;
      return entries;
    },
    proof: (): CardSums => ({
      ...{ entries, opening, moved, balance, breaks },
      adds_up: breaks.length === 0 && opening + moved === balance,
    }),
  };
}
