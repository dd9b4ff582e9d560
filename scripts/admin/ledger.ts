import { answerOf, type Schemas } from "@vouchsafe/client";
import * as z from "zod";
import { type CardSums, cardSums } from "./card-sums.ts";
import { Incomplete } from "./exits.ts";
import { instant, word } from "./parameters.ts";
import { type Admin, type Verb, verb } from "./verb.ts";

type Proof = Schemas["LedgerProof"];

interface CardProof extends CardSums {
  object: "card_proof";
  voucher_id: string;
}

/** Every entry of a card, the first one first, page after page. */
async function* entriesOf({ connection, signal }: Admin, code: string) {
  for (let after: string | undefined; ; ) {
    const answer = await answerOf(
      connection.server.GET("/v1/vouchers/{code}/transactions", {
        params: {
          path: { code },
          query: {
            limit: 100,
            order: "id",
            ...(after !== undefined && { starting_after_id: after }),
          },
        },
        signal,
      }),
    );
    yield* answer.data;
    after = answer.more_starting_after ?? answer.data.at(-1)?.id;
    if (!answer.has_more) return;
  }
}

async function proofOfCard(admin: Admin, code: string): Promise<CardProof> {
  const params = { path: { code } };
  const card = await answerOf(admin.connection.server.GET("/v1/vouchers/{code}", { params }));
  const balance = card.gift?.balance ?? card.loyalty_card?.balance ?? 0;
  const sums = cardSums(balance);
  const bar = admin.progress("Adding up", "entries");
  try {
    for await (const entry of entriesOf(admin, code)) bar.to(sums.add(entry));
  } finally {
    bar.end();
  }
  return { object: "card_proof", voucher_id: card.id, ...sums.proof() };
}

const programFacts = (proof: Proof) => ({
  Program: proof.campaign_id,
  "As of": proof.at,
  Cards: proof.cards,
  Entries: proof.entries,
  ...proof.totals,
  "Points owed": proof.liability.points,
  Differences: proof.differences.total,
  Hash: proof.hash,
});

/** A program's own proof; undefined where it may be a card's, which has one of now alone. */
async function proofOfProgram(
  { connection }: Admin,
  campaignId: string,
  at: string | undefined,
): Promise<Proof | undefined> {
  const call = connection.server.GET("/v1/loyalties/{campaignId}/ledger-proof", {
    params: { path: { campaignId }, query: at === undefined ? {} : { at } },
  });
  const { response } = await call;
  return response.status === 404 && at === undefined ? undefined : answerOf(call);
}

/** Verbs on ledgers, with a server key. */
export const LEDGER_VERBS: readonly Verb[] = [
  verb({
    name: "ledger proof",
    summary: "Add up every entry of a loyalty program, or of one card",
    args: z.object({ of: word.describe("a program's id or name, or a card's code") }),
    options: z.object({ at: instant.optional().describe("of a program: as of this instant") }),
    run: async (admin, { of, at }) => {
      const proof = await proofOfProgram(admin, of, at);
      if (proof) {
        admin.show.one(proof, programFacts(proof));
        if (proof.differences.total > 0) throw new Incomplete("The ledger does not add up.");
        return;
      }
      const card = await proofOfCard(admin, of);
      admin.show.one(card, {
        Card: card.voucher_id,
        Entries: card.entries,
        "Began with": card.opening,
        Moved: card.moved,
        Balance: card.balance,
        Breaks: card.breaks.length,
      });
      if (!card.adds_up) throw new Incomplete("The ledger does not add up.");
    },
  }),
];
