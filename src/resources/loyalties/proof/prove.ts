import * as z from "zod";
import { load } from "../../../commit/load";
import { worthOf } from "../../../engine/loyalty/pay";
import { ApiError } from "../../../errors";
import { decimalsOf } from "../../../lib/currency";
import { firstId } from "../../../lib/id";
import type { Scope } from "../../../scope/scope";
import { getProgram } from "../programs/program";
import type { Difference, LedgerProof, ProofQuery } from "./schema";
import { type CardSums, cardSums, coinsOf, isLast, readSums } from "./store";

/** Reads that one proof may send: an invocation may send a thousand statements. */
const MOST_READS = 900;
/** Differences that are shown. */
const SHOWN = 100;

const Coin = z.object({
  coin: z.object({ exchange_ratio: z.coerce.number(), points_ratio: z.int().default(1) }),
});

/** Sums over all cards so far. */
interface Sums {
  cards: number;
  entries: number;
  points: number;
  totals: Record<string, number>;
  total: number;
  differences: Difference[];
}

function differenceOf(card: CardSums, entries: number): Difference | null {
  const buckets = card.held ?? card.moved;
  const { last_balance, moved, balance } = card;
  const all = [last_balance, moved, buckets, ...(balance === null ? [] : [balance])];
  if (all.every((each) => each === entries)) return null;
  return { voucher_id: card.id, entries, last_balance, buckets, balance };
}

/** Adds a card's sums to those of all; answers its balance. */
function addCard(sums: Sums, card: CardSums): number {
  let points = 0;
  for (const [type, [sum, count]] of Object.entries(card.types)) {
    sums.totals[type] = (sums.totals[type] ?? 0) + sum;
    sums.entries += count;
    points += sum;
  }
  sums.cards += 1;
  sums.points += points;
  const difference = differenceOf(card, points);
  if (difference) {
    sums.total += 1;
    if (sums.differences.length < SHOWN) sums.differences.push(difference);
  }
  return points;
}

const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString("hex");

/** Reads all cards of the program, some at a time; answers the hash of their balances. */
async function walk(
  scope: Scope,
  sums: Sums,
  chunk: { campaign_id: string; before: string; instant: string; isNow: boolean },
): Promise<string> {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  const encoder = new TextEncoder();
  let [after, isOver, reads] = ["", false, 0];
  while (!isOver) {
    reads += 1;
    if (reads > MOST_READS) {
      throw new ApiError("invalid_campaign", {
        details: "The program has too many cards for one proof",
      });
    }
    const { rows } = await load(scope, {
      rows: cardSums(scope, { ...chunk, after }),
    });
    const cards = readSums(rows);
    const lines = cards.map((card) => `${card.id} ${addCard(sums, card)}\n`);
    await writer.write(encoder.encode(lines.join("")));
    after = cards.at(-1)?.id ?? after;
    isOver = isLast(rows);
  }
  await writer.close();
  return hex(await digest.digest);
}

/**
 * Works out what a program owes at an instant, now unless another is named, from every entry of
 * every card, and holds it against the buckets and, of now, the cards: all are equal, or are told
 * as differences. Reads the whole program, with memory for one part of it.
 */
export async function proveLedger(
  scope: Scope,
  program: string,
  { at }: ProofQuery,
): Promise<LedgerProof> {
  const { id } = await getProgram(scope, program);
  const instant = Math.min(at ? Date.parse(at) : scope.now, scope.now);
  const sums: Sums = { cards: 0, entries: 0, points: 0, totals: {}, total: 0, differences: [] };
  const isNow = instant >= scope.now;
  // Of now every entry counts that stands when its card is read, as it counts in the card itself.
  const before = isNow ? "~" : firstId("vtx", instant + 1);
  const hash = await walk(scope, sums, {
    campaign_id: id,
    before,
    instant: new Date(instant).toISOString(),
    isNow,
  });
  const { coins } = await load(scope, { coins: coinsOf(scope, id) });
  const decimals = decimalsOf(scope.project.currency);
  return {
    campaign_id: id,
    at: new Date(instant).toISOString(),
    cards: sums.cards,
    entries: sums.entries,
    totals: sums.totals,
    liability: {
      points: sums.points,
      coins: coins.map((row) => {
        const { coin } = Coin.parse(JSON.parse(String(row.parameters)));
        const amount = worthOf(sums.points, { ...coin, decimals });
        return { reward_id: String(row.id), ...coin, amount };
      }),
    },
    differences: { total: sums.total, cards: sums.differences },
    hash,
    object: "ledger_proof",
  };
}
