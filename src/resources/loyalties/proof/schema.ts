import * as z from "zod";
import { Instant } from "../../../model/instant";

export const ProofQuery = z.object({ at: Instant.optional() });
export type ProofQuery = z.infer<typeof ProofQuery>;

/** A card whose sums are not the same, which none should be. */
const Difference = z.object({
  voucher_id: z.string(),
  /** The sum of its entries, and the balance that the last of them shows. */
  entries: z.int(),
  last_balance: z.int(),
  /** The sum of what its entries moved in buckets. */
  buckets: z.int(),
  /** What the card says of itself; null of an instant that has passed. */
  balance: z.int().nullable(),
});

/** What the cards of a program owe at an instant, worked out anew from every entry. */
export const LedgerProof = z
  .object({
    campaign_id: z.string(),
    at: z.string(),
    cards: z.int(),
    entries: z.int(),
    /** Signed sums of points by type of entry; the sum of all is the liability. */
    totals: z.record(z.string(), z.int()),
    liability: z.object({
      points: z.int(),
      /** What those points pay, in minor units, by each reward that is money. */
      coins: z.array(
        z.object({
          reward_id: z.string(),
          exchange_ratio: z.number(),
          points_ratio: z.int(),
          amount: z.int(),
        }),
      ),
    }),
    /** Cards whose sums differ: how many, and the first hundred of them. */
    differences: z.object({ total: z.int(), cards: z.array(Difference) }),
    /** SHA-256 over a line of id and balance for each card, in the order of their ids. */
    hash: z.string(),
    object: z.literal("ledger_proof"),
  })
  .meta({ id: "LedgerProof" });
export type LedgerProof = z.infer<typeof LedgerProof>;
export type Difference = z.infer<typeof Difference>;
